/** How readings are written: a number with its unit, and words for what is not known. Pure. */

/** A unit as it is written behind a number; empty for a bare count. */
export type Unit = '%' | 'MiB' | 'W' | 'MHz' | 'cores' | 'MiB/s' | 'alive' | '';

/** `43 %`, `39.1 GiB`, `unknown`. */
export function withUnit(value: number | null, unit: Unit): string {
  if (value === null) return 'unknown';
  if (unit === 'MiB' && Math.abs(value) >= 1024) return `${digits(value / 1024)} GiB`;
  return unit === '' ? digits(value) : `${digits(value)} ${unit}`;
}

/** Three figures are enough to read; whole numbers stay whole. */
function digits(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return String(Math.round(value)).replace('-', '−');
  return String(Number(value.toFixed(size >= 10 ? 1 : 2))).replace('-', '−');
}

/** `512 B`, `1.5 KiB`, `39.1 GiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${digits(bytes / 1024)} KiB`;
  return withUnit(bytes / (1024 * 1024), 'MiB');
}
