/** Medians and a bootstrap interval for paired trials. */

/** Resamples of one interval. */
export const resampleCount = 2000;
/** Where the random numbers of the resampling begin. */
export const bootstrapSeed = 20260101;

/** Middle value, or the mean of the two in the middle. */
export function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A small generator with a fixed seed, so that the interval of given trials is reproducible. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** 95% percentile bootstrap interval of the median. */
function bootstrapInterval(values) {
  const random = createRandom(bootstrapSeed);
  const medians = new Float64Array(resampleCount);
  const sample = new Float64Array(values.length);
  for (let index = 0; index < resampleCount; index += 1) {
    for (let pick = 0; pick < sample.length; pick += 1) {
      sample[pick] = values[Math.floor(random() * values.length)];
    }
    medians[index] = median(sample);
  }
  medians.sort();
  return [
    medians[Math.floor(resampleCount * 0.025)],
    medians[Math.ceil(resampleCount * 0.975) - 1],
  ];
}

const round = (value) => Number(value.toPrecision(4));

/** Medians of both sides and of the paired speed-up, with its interval; four significant digits. */
export function compareTrials(trials) {
  const speedups = trials.map((row) => row.speedup);
  return {
    median_baseline_ms: round(median(trials.map((row) => row.baseline_ms))),
    median_candidate_ms: round(median(trials.map((row) => row.candidate_ms))),
    median_speedup: round(median(speedups)),
    speedup_interval: bootstrapInterval(speedups).map(round),
  };
}
