/** What a lie is, and which of them a paper has room for. */
import type { PaperDocument } from '../../src/papers/document.ts';
import type { Base } from './base.ts';
import type { Dice } from './dice.ts';

/**
 * How far a lie goes. `edited`: files of a package are changed. `repaired`: all its manifests, checksums and hashes
 * are made to fit again. `writer`: the real writer is handed the altered document and does the rest itself.
 */
export const grades = ['edited', 'repaired', 'writer'] as const;
export type Grade = (typeof grades)[number];

/** One falsehood: another document, or other files where no document can hold it. */
export interface Lie {
  /** What the altered paper says, in words, and what the evidence says. */
  readonly says: string;
  readonly truth: string;
  readonly document?: PaperDocument;
  /** Prints the document into one of the drafts only. */
  readonly only?: 'paper.md' | 'paper.tex';
  /** Alters the package in `dir`; hashes are not its business. */
  readonly alter?: (dir: string) => void;
  /** Of claims, too, when hashes are repaired; false leaves what the ledger says of its files. */
  readonly repairsClaims?: boolean;
  /** Where not all of them make sense. */
  readonly grades?: readonly Grade[];
}

/** A class of lies as a row of data. `lies` gives candidates; null is one that would say nothing false. */
export interface LieClass {
  readonly id: string;
  readonly about: string;
  readonly lies: (base: Base, dice: Dice) => Iterable<Lie | null> | AsyncIterable<Lie | null>;
}

/** True when a print stands for a value, worked out here apart from the program's own rule. */
export function isTruePrint(printed: string, value: number): boolean {
  const plain = printed.replaceAll(',', '').replace('\u2212', '-');
  const [mantissa = '', exponent = '0'] = plain.toLowerCase().split('e');
  const read = Number(plain);
  if (!Number.isFinite(read) || read === value) return read === value;
  const digits = mantissa.replace(/\D/g, '').replace(/^0+/, '').length;
  const decimals = (mantissa.split('.')[1] ?? '').length - Number(exponent);
  return digits >= 2 && Math.abs(read - value) <= 0.5000001 * 10 ** -decimals;
}
