/** Page size and clock rate from `/proc/self/auxv` (getauxval(3)), where no shell need be asked. */

/** Units in which `/proc` counts memory and time; fixed while the machine runs. */
export interface KernelUnits {
  readonly pageBytes: number;
  /** Clock ticks a second, the unit of process times. */
  readonly ticksPerSecond: number;
}

/** What nearly every Linux uses; taken where the vector cannot be read. */
export const commonKernelUnits: KernelUnits = { pageBytes: 4096, ticksPerSecond: 100 };

const pageSizeKey = 6n;
const clockTickKey = 17n;

/** Reads 64-bit little-endian key-value pairs; what is missing or absurd keeps the common value. */
export function parseAuxiliaryVector(bytes: Uint8Array): KernelUnits {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<bigint, number>();
  for (let offset = 0; offset + 16 <= bytes.byteLength; offset += 16) {
    found.set(view.getBigUint64(offset, true), Number(view.getBigUint64(offset + 8, true)));
  }
  const take = (key: bigint, min: number, max: number, common: number): number => {
    const value = found.get(key);
    return value !== undefined && value >= min && value <= max ? value : common;
  };
  return {
    pageBytes: take(pageSizeKey, 4096, 2 ** 21, commonKernelUnits.pageBytes),
    ticksPerSecond: take(clockTickKey, 1, 100_000, commonKernelUnits.ticksPerSecond),
  };
}
