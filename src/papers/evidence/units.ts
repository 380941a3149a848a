/** Units of metrics: from a sibling member or from the last part of a name. */

/** Name endings and the unit they stand for; the longest match wins. */
const suffixUnits: Readonly<Record<string, string>> = {
  tokens_per_second: 'tokens/s',
  tokens_per_sec: 'tokens/s',
  items_per_second: 'items/s',
  requests_per_second: 'requests/s',
  per_second: '/s',
  per_sec: '/s',
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
  ms: 'ms',
  us: 'µs',
  ns: 'ns',
  tps: 'tokens/s',
  qps: 'requests/s',
  usd: 'USD',
  db: 'dB',
};
const suffixes = Object.keys(suffixUnits).sort((a, b) => b.length - a.length);

/** Splits `p95_ms` into name `p95` and unit `ms`; the unit is undefined when the name has none. */
export function splitUnit(name: string): { name: string; unit: string | undefined } {
  const lower = name.toLowerCase();
  for (const suffix of suffixes) {
    if (lower === suffix) return { name, unit: suffixUnits[suffix] };
    if (lower.endsWith(`_${suffix}`) || lower.endsWith(`-${suffix}`)) {
      return { name: name.slice(0, -suffix.length - 1), unit: suffixUnits[suffix] };
    }
  }
  return { name, unit: undefined };
}

/** A unit as recorded in the bundle: one short line, or undefined. */
export function readUnit(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const unit = value.trim();
  return unit === '' || unit.length > 24 || /[\p{C}\n]/u.test(unit) ? undefined : unit;
}
