/** Units as a text names them, and conversions between those of one family. A closed table. */

interface UnitRow {
  readonly family: string;
  /** Times this, a value is in the first unit of its family. */
  readonly factor: number;
  readonly names: readonly string[];
}

const row = (family: string, factor: number, names: string): UnitRow => ({
  family,
  factor,
  names: names.split('|'),
});

const rows: readonly UnitRow[] = [
  row('time', 1, 's|sec|secs|second|seconds'),
  row('time', 1e-3, 'ms|msec|millisecond|milliseconds'),
  row('time', 1e-6, 'µs|μs|us|microsecond|microseconds'),
  row('time', 1e-9, 'ns|nanosecond|nanoseconds'),
  row('time', 60, 'min|minute|minutes'),
  row('time', 3600, 'h|hour|hours'),
  row('time', 86_400, 'day|days'),
  row('bytes', 1, 'B|byte|bytes'),
  row('bytes', 1e3, 'kB|KB|kilobyte|kilobytes'),
  row('bytes', 1e6, 'MB|megabyte|megabytes'),
  row('bytes', 1e9, 'GB|gigabyte|gigabytes'),
  row('bytes', 1e12, 'TB|terabyte|terabytes'),
  row('bytes', 2 ** 10, 'KiB|kibibyte|kibibytes'),
  row('bytes', 2 ** 20, 'MiB|mebibyte|mebibytes'),
  row('bytes', 2 ** 30, 'GiB|gibibyte|gibibytes'),
  row('bytes', 2 ** 40, 'TiB'),
  row('length', 1e-9, 'nm'),
  row('length', 1e-3, 'mm'),
  row('length', 1e-2, 'cm'),
  row('length', 1e3, 'km'),
  row('mass', 1e-3, 'mg'),
  row('mass', 1e3, 'kg'),
  row('energy', 1e-3, 'mJ'),
  row('energy', 1, 'J|joule|joules'),
  row('energy', 1e3, 'kJ'),
  row('energy', 1e6, 'MJ'),
  row('energy', 3600, 'Wh'),
  row('energy', 3.6e6, 'kWh'),
  row('power', 1, 'W|watt|watts'),
  row('power', 1e-3, 'mW'),
  row('power', 1e3, 'kW'),
  row('share', 1, '|share|fraction'),
  row('share', 1e-2, '%|percent|per cent|pct|percentage points|percentage point'),
  row('frequency', 1, 'Hz'),
  row('frequency', 1e3, 'kHz'),
  row('frequency', 1e6, 'MHz'),
  row('frequency', 1e9, 'GHz'),
  row('rate', 1, '/s|per second'),
  row('factor', 1, 'x|×|times|fold'),
  row('level', 1, 'dB|decibel|decibels'),
  row('temperature', 1, '°C|degrees'),
  row('money', 1, 'USD|dollars'),
  row('bits', 1, 'bit|bits'),
];
const byName = new Map(rows.flatMap((unit) => unit.names.map((name) => [name, unit] as const)));

/** True for a word that is a unit, so that it says something of the number before it; `tokens/ms` is one. */
export function isUnitWord(word: string): boolean {
  return word !== '' && (byName.has(word) || rateOf(word) !== undefined);
}

/** What is counted and the time that it is counted for. */
function rateOf(unit: string): { readonly what: string; readonly each: UnitRow } | undefined {
  const cut = unit.lastIndexOf('/');
  const each = cut > 0 ? byName.get(unit.slice(cut + 1)) : undefined;
  return each?.family === 'time' ? { what: unit.slice(0, cut), each } : undefined;
}

/**
 * `value` of unit `from` in unit `to`; no unit is a share of one. Undefined where the table has no
 * way from one to the other.
 */
export function convertUnit(
  value: number,
  from: string | undefined,
  to: string,
): number | undefined {
  if (from === to) return value;
  const [rate, other] = [rateOf(from ?? ''), rateOf(to)];
  if (rate !== undefined && other !== undefined) {
    const counted = convertUnit(value, rate.what, other.what);
    return counted === undefined ? undefined : (counted * other.each.factor) / rate.each.factor;
  }
  const [source, target] = [byName.get(from ?? ''), byName.get(to)];
  if (source === undefined || target === undefined) return undefined;
  if (source.family === target.family) return (value * source.factor) / target.factor;
  // A ratio is a factor: `2 times` says what a bare 2 says.
  return source.names[0] === '' && target.family === 'factor' ? value : undefined;
}

const phrases = /^ ?(?:percentage points?|per cent|per second)(?![\p{L}\p{N}])/u;
const word = /^( ?)([%‰×]|°C?|[\p{L}µμ]+(?:\/[\p{L}]+)*|\/s\b)/u;
/** A unit behind the citation of its number; only what is never another word. */
const behindCitation =
  /^ {4,}((?:milli|micro|nano)?seconds?|ms|ns|µs|minutes?|hours?|%|per ?cent|[kKMGT]i?B|(?:kilo|mega|giga)?bytes?|watts?|joules?|kWh?)(?![\p{L}\p{N}])/u;

/** Units of a ledger that a text is searched for; a unit of marks alone is none of them. */
export function knownUnits(units: Iterable<string | undefined>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const unit of units)
    if (unit !== undefined && /[\p{L}%]/u.test(unit) && found.size < knownUnitsMax) found.add(unit);
  return found;
}
const knownUnitsMax = 64;

/** The unit behind a number: what follows it at once, or the next word where that is a unit. */
export function unitBehind(
  rest: string,
  known: ReadonlySet<string>,
): { readonly unit: string; readonly length: number } | undefined {
  const gap = rest.startsWith(' ') ? 1 : 0;
  let own = '';
  for (const unit of known) {
    const fits = unit.length > own.length && rest.startsWith(unit, gap);
    if (fits && !/^[\p{L}\p{N}_/]/u.test(rest.slice(gap + unit.length))) own = unit;
  }
  if (own !== '') return { unit: own, length: gap + own.length };
  const phrase = phrases.exec(rest)?.[0];
  if (phrase !== undefined) return { unit: phrase.trim(), length: phrase.length };
  const cited = behindCitation.exec(rest);
  if (cited !== null) return { unit: cited[1] ?? '', length: 0 };
  const [all = '', space, unit = ''] = word.exec(rest) ?? [];
  if (unit === '') return undefined;
  return space === '' || isUnitWord(unit) ? { unit, length: all.length } : undefined;
}
