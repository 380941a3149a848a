/** A series of numbers with what is computed of it more than once: its order and its resamples. */

/** Values of one series. */
export const seriesValuesMax = 1_000_000;
/** Resamples of a bootstrap. */
export const resampleCount = 2_000;

/** Numbers in the order of their file, or computed from such. */
export class Series {
  readonly values: readonly number[];
  #sorted: Float64Array | undefined;
  readonly #medians = new Map<number, Float64Array>();

  constructor(values: readonly number[]) {
    this.values = values;
  }

  /** Ascending. */
  get sorted(): Float64Array {
    this.#sorted ??= Float64Array.from(this.values).sort();
    return this.#sorted;
  }

  /** True when the resamples of `seed` need not be drawn again. */
  hasResampled(seed: number): boolean {
    return this.#medians.has(seed);
  }

  /** Medians of the resamples, ascending. */
  resampledMedians(seed: number): Float64Array {
    let medians = this.#medians.get(seed);
    if (medians === undefined) {
      medians = drawMedians(this, seed);
      this.#medians.set(seed, medians);
    }
    return medians;
  }
}

/** Each resample takes as many values as there are, by index `floor(u * n)`, one after the other. */
function drawMedians({ values, sorted }: Series, seed: number): Float64Array {
  const length = values.length;
  const ranks = ranksOf(values);
  const counts = new Uint32Array(length);
  const random = mulberry32(seed);
  const medians = new Float64Array(resampleCount);
  for (let resample = 0; resample < resampleCount; resample += 1) {
    counts.fill(0);
    for (let draw = 0; draw < length; draw += 1) {
      const rank = ranks[Math.floor(random() * length)] ?? 0;
      counts[rank] = (counts[rank] ?? 0) + 1;
    }
    medians[resample] = medianOfCounts(sorted, counts);
  }
  return medians.sort();
}

/** By place in the file, the place in ascending order. */
function ranksOf(values: readonly number[]): Uint32Array {
  const order = Uint32Array.from(values, (_, index) => index);
  order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Uint32Array(values.length);
  order.forEach((place, rank) => {
    ranks[place] = rank;
  });
  return ranks;
}

/** The median of `counts[i]` times the i-th value, of as many values as there are. */
function medianOfCounts(sorted: Float64Array, counts: Uint32Array): number {
  const length = sorted.length;
  const [lower, upper] = [Math.floor((length - 1) / 2), Math.floor(length / 2)];
  let seen = 0;
  let low: number | undefined;
  for (let rank = 0; rank < length; rank += 1) {
    seen += counts[rank] ?? 0;
    if (low === undefined && seen > lower) low = sorted[rank];
    if (low !== undefined && seen > upper) {
      const high = sorted[rank] ?? Number.NaN;
      return lower === upper ? high : (low + high) / 2;
    }
  }
  return Number.NaN;
}

/** The generator mulberry32: numbers from 0 up to, not including, 1. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
