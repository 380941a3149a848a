/** Numbers out of text that a kernel or a driver wrote. What is not a plain number is a problem. */
import type { Parsed } from '../sample.ts';

/** Digits with an optional sign and fraction: no exponents, no hexadecimal, no blanks. */
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
const shownCharsMax = 60;

/** Bounds in which a reading can be true, both included; outside of them it is unknown, not cut. */
export interface NumberRule {
  /** Member that the problem names. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** The number that `text` spells; null with a problem when absent, malformed or out of bounds. */
export function parseNumber(text: string | undefined, rule: NumberRule): Parsed<number> {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return refuse(rule.name, 'is missing');
  if (!plainNumber.test(trimmed)) return refuse(rule.name, `is not a number: ${quote(trimmed)}`);
  const value = Number(trimmed);
  if (value < rule.min || value > rule.max) {
    return refuse(
      rule.name,
      `${trimmed.slice(0, shownCharsMax)} is outside ${rule.min} to ${rule.max}`,
    );
  }
  return { value, problems: [] };
}

/** A null reading with one problem, `<name>: <what>`. */
export function refuse(name: string, what: string): { value: null; problems: string[] } {
  return { value: null, problems: [`${name}: ${what}`] };
}

/** Foreign text made safe to show: quoted, control characters escaped, cut to 60 characters. */
export function quote(text: string): string {
  const cut = text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}…` : text;
  return JSON.stringify(cut);
}
