/** Units that can be turned into one another, and by what factor. A closed table: what is not in it is not converted. */

/** Kinds of units, each with the size of its units in one of them. */
const kinds: readonly Readonly<Record<string, number>>[] = [
  { ns: 1e-9, µs: 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600 },
  {
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
  { mJ: 1e-3, J: 1, kJ: 1e3, MJ: 1e6, Wh: 3600, kWh: 3.6e6 },
  { mW: 1e-3, W: 1, kW: 1e3 },
  { share: 1, '%': 0.01 },
];
/** Other ways to write them. */
const aliases: Readonly<Record<string, string>> = {
  us: 'µs',
  μs: 'µs',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  millisecond: 'ms',
  milliseconds: 'ms',
  minutes: 'min',
  hours: 'h',
  B: 'bytes',
  byte: 'bytes',
  kB: 'KB',
  percent: '%',
  pct: '%',
  fraction: 'share',
};
/** Words for a number without a unit. */
const plainWords: ReadonlySet<string> = new Set(['x', '×', 'times', 'fold', 'ratio']);

/** The unit as the table writes it; undefined for a number without one. */
export function plainUnit(unit: string | undefined): string | undefined {
  const word = unit?.trim() ?? '';
  return word === '' || plainWords.has(word) ? undefined : (aliases[word] ?? word);
}

/** What a number in `from` is multiplied by to be in `to`; undefined where the table has no such pair. */
export function unitFactor(from: string, to: string): number | undefined {
  const kind = kinds.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  const [a, b] = [kind?.[from], kind?.[to]];
  return a === undefined || b === undefined ? undefined : a / b;
}
