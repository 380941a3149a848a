/** Units of metrics: from a sibling member or from the last part of a name. */
import { remember } from '../remember.ts';

/** Name endings and the unit they stand for; the longest match wins. */
const suffixUnits: Readonly<Record<string, string>> = {
  tokens_per_second: 'tokens/s',
  tokens_per_sec: 'tokens/s',
  items_per_second: 'items/s',
  requests_per_second: 'requests/s',
  per_second: '/s',
  per_sec: '/s',
  per_s: '/s',
  tokens_per_s: 'tokens/s',
  tokens_s: 'tokens/s',
  mib_s: 'MiB/s',
  gib_s: 'GiB/s',
  mb_s: 'MB/s',
  gb_s: 'GB/s',
  milliseconds: 'ms',
  seconds: 's',
  percent: '%',
  bytes: 'bytes',
  watts: 'W',
  joules: 'J',
  mib: 'MiB',
  gib: 'GiB',
  kib: 'KiB',
  mb: 'MB',
  gb: 'GB',
  kb: 'KB',
  mhz: 'MHz',
  ghz: 'GHz',
  hz: 'Hz',
  sec: 's',
  secs: 's',
  pct: '%',
  s: 's',
  ms: 'ms',
  us: 'µs',
  ns: 'ns',
  tps: 'tokens/s',
  qps: 'requests/s',
  usd: 'USD',
  db: 'dB',
};
const suffixes = Object.keys(suffixUnits).sort((a, b) => b.length - a.length);

/** A name without its unit. */
interface SplitName {
  readonly name: string;
  readonly unit: string | undefined;
}

/** Splits `p95_ms` into name `p95` and unit `ms`; the unit is undefined when the name has none. */
export const splitUnit: (name: string) => SplitName = remember(findSuffix);

function findSuffix(name: string): SplitName {
  const lower = name.toLowerCase();
  for (const suffix of suffixes) {
    if (lower === suffix) return { name, unit: suffixUnits[suffix] };
    if (lower.endsWith(`_${suffix}`) || lower.endsWith(`-${suffix}`)) {
      return { name: name.slice(0, -suffix.length - 1), unit: suffixUnits[suffix] };
    }
  }
  return { name, unit: undefined };
}

/**
 * Units that measure the same, each as a whole multiple of the smallest. Closed: what is not listed
 * is not converted.
 */
const measures: readonly Readonly<Record<string, number>>[] = [
  { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, min: 6e10, h: 3.6e12, d: 8.64e13 },
  {
    B: 1,
    bytes: 1,
    KB: 1e3,
    MB: 1e6,
    GB: 1e9,
    TB: 1e12,
    KiB: 2 ** 10,
    MiB: 2 ** 20,
    GiB: 2 ** 30,
    TiB: 2 ** 40,
  },
  { mJ: 1, J: 1e3, kJ: 1e6, MJ: 1e9, Wh: 3.6e6, kWh: 3.6e9 },
  { mW: 1, W: 1e3, kW: 1e6, MW: 1e9 },
  { '%': 1, share: 100 },
  { count: 1, thousand: 1e3, million: 1e6, billion: 1e9 },
];

/** What a value in `from` is multiplied with, and then divided by, to be in `to`; undefined: nothing. */
export function conversionFactors(
  from: string,
  to: string,
): { readonly from: number; readonly to: number } | undefined {
  const measure = measures.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  const [a, b] = [measure?.[from], measure?.[to]];
  return a === undefined || b === undefined ? undefined : { from: a, to: b };
}

/** A unit as recorded in the bundle: one short line, or undefined. */
export function readUnit(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const unit = value.trim();
  return unit === '' || unit.length > 24 || /[\p{C}\n]/u.test(unit) ? undefined : unit;
}

/** By a unit of each measure that is one thing alone; bytes may be of memory or of a file. */
const nouns = [
  ['s', 'time'],
  ['W', 'power'],
  ['J', 'energy'],
] as const;

/** What is measured in a unit, in a word; undefined where that could be several things. */
export function nounOfUnit(unit: string | undefined): string | undefined {
  if (unit === undefined) return undefined;
  return nouns.find(([other]) => conversionFactors(unit, other) !== undefined)?.[1];
}

/** What an axis of several series of one unit is called: `time (ms)`. */
export function axisOfUnit(unit: string | undefined): string {
  const noun = nounOfUnit(unit);
  return noun === undefined ? (unit ?? 'value') : `${noun} (${unit})`;
}
