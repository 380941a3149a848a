/** Texts of the `amdgpu` driver below `/sys` (kernel documentation, amdgpu thermal and misc). */
import type { Parsed } from '../sample.ts';
import { type NumberRule, parseNumber, refuse } from './number.ts';

/** A number of the rule's unit from a whole number of a unit `divisor` times as small. */
export function parseScaled(
  text: string | undefined,
  divisor: number,
  rule: NumberRule,
): Parsed<number> {
  const whole = parseNumber(text, { ...rule, min: -(2 ** 53), max: 2 ** 53 });
  if (whole.value === null) return whole;
  const value = whole.value / divisor;
  return value < rule.min || value > rule.max
    ? refuse(rule.name, `${value} is outside ${rule.min} to ${rule.max}`)
    : { value, problems: [] };
}

/** The clock marked as current in `pp_dpm_sclk`: lines like `1: 800Mhz *`. */
export function parseCurrentClock(text: string, rule: NumberRule): Parsed<number> {
  const marked = text.split('\n').filter((line) => line.trimEnd().endsWith('*'));
  const clock = /^\d+:\s*(\d+)Mhz \*$/i.exec(marked[0]?.trim() ?? '')?.[1];
  if (marked.length !== 1 || clock === undefined) return refuse(rule.name, 'no clock is marked');
  return parseNumber(clock, rule);
}

/** A device's PCI address from its `uevent`, `0000:c3:00.0`; null when it has none. */
export function parsePciAddress(uevent: string): string | null {
  return /^PCI_SLOT_NAME=([\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.[0-7])$/im.exec(uevent)?.[1] ?? null;
}

/** The PCI address that a compute node's `properties` tell by `domain` and `location_id`. */
export function parseNodeAddress(properties: string): string | null {
  const read = (name: string): number | null => {
    const value = new RegExp(`^${name} (\\d{1,10})$`, 'm').exec(properties)?.[1];
    return value === undefined ? null : Number(value);
  };
  const location = read('location_id');
  if (location === null) return null;
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
  const [bus, slot, part] = [(location >> 8) & 0xff, (location >> 3) & 0x1f, location & 7];
  return `${hex(read('domain') ?? 0, 4)}:${hex(bus, 2)}:${hex(slot, 2)}.${part}`;
}
