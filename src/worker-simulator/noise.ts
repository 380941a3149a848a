/** Noise that is the same for the same seed and time, so that a reading asked for twice agrees. */

/** A number in [-1, 1) that follows from its arguments alone. Pure. */
export function noiseAt(seed: number, channel: number, timeMs: number): number {
  let mixed =
    (seed ^ Math.imul(channel + 1, 0x9e37_79b1) ^ Math.imul(Math.floor(timeMs), 0x85eb_ca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
  mixed = (mixed ^ (mixed >>> 15)) >>> 0;
  return mixed / 2 ** 31 - 1;
}
