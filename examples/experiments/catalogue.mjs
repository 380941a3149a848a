/**
 * The experiments the demo agent knows. Each compares a baseline with a candidate that computes the
 * same thing, and states before measuring which median speed-up its hypothesis needs.
 */

/** Results go here, so that no work can be left out as unused. */
export const sink = { value: 0 };

function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state / 2 ** 32;
  };
}

function assertSame(left, right) {
  if (left !== right) throw new Error(`the two sides disagree: ${left} and ${right}`);
}

function insertionSort(values) {
  for (let index = 1; index < values.length; index += 1) {
    const value = values[index];
    let place = index - 1;
    while (place >= 0 && values[place] > value) {
      values[place + 1] = values[place];
      place -= 1;
    }
    values[place + 1] = value;
  }
  return values;
}

function mergeSort(values) {
  const scratch = new Float64Array(values.length);
  let from = values;
  let to = scratch;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let left = start;
      let right = middle;
      for (let place = start; place < end; place += 1) {
        if (left < middle && (right >= end || from[left] <= from[right])) to[place] = from[left++];
        else to[place] = from[right++];
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Order-sensitive digest of a sorted array. */
function digest(values) {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] * ((index % 7) + 1);
  return sum;
}

const nearlySorted = {
  seed: 7,
  array_numbers: 20_000,
  displaced_percent: 1,
  displaced_places_max: 15,
};

function prepareNearlySorted(seed) {
  const { array_numbers: count, displaced_places_max: placesMax } = nearlySorted;
  const random = seeded(seed);
  const source = Float64Array.from({ length: count }, (_, index) => index);
  // One element in a hundred changes places with a near neighbour.
  for (let swap = 0; swap < (count * nearlySorted.displaced_percent) / 100; swap += 1) {
    const at = Math.floor(random() * (count - placesMax - 1));
    const other = at + 1 + Math.floor(random() * placesMax);
    [source[at], source[other]] = [source[other], source[at]];
  }
  const run = (sort) => {
    const sorted = sort(Float64Array.from(source));
    sink.value += sorted[count >> 1];
    return sorted;
  };
  return {
    baseline: () => run(mergeSort),
    candidate: () => run(insertionSort),
    check: () => assertSame(digest(run(mergeSort)), digest(run(insertionSort))),
  };
}

function sumReadingLength(values) {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum = (sum + values[index]) | 0;
  return sum;
}

function sumHoistingLength(values) {
  let sum = 0;
  const { length } = values;
  for (let index = 0; index < length; index += 1) sum = (sum + values[index]) | 0;
  return sum;
}

const lengthHoisting = { seed: 11, array_integers: 200_000 };

function prepareLengthHoisting(seed) {
  const random = seeded(seed);
  const values = Array.from({ length: lengthHoisting.array_integers }, () =>
    Math.floor(random() * 1000),
  );
  const run = (sum) => {
    const total = sum(values);
    sink.value += total;
    return total;
  };
  return {
    baseline: () => run(sumReadingLength),
    candidate: () => run(sumHoistingLength),
    check: () => assertSame(run(sumReadingLength), run(sumHoistingLength)),
  };
}

export const experiments = [
  {
    name: 'nearly-sorted-insertion',
    title: 'Insertion sort on nearly sorted input',
    hypothesis:
      'On arrays of 20000 numbers in which one percent of the elements is displaced by at most 15 places, insertion sort is at least twice as fast as bottom-up merge sort.',
    threshold: 2,
    trials: 25,
    rounds: 100,
    settings: nearlySorted,
    labels: { baseline: 'merge sort', candidate: 'insertion sort' },
    method:
      'The same nearly sorted array of 20000 numbers is copied and sorted by bottom-up merge sort (baseline) and by insertion sort (candidate).',
    scope:
      'JavaScript (V8) on this machine, 20000 double-precision numbers, one percent displaced by at most 15 places.',
    limits:
      'A single array length, degree of disorder, engine and machine; insertion sort is quadratic on random input, so nothing follows for that.',
    prepare: prepareNearlySorted,
  },
  {
    name: 'length-hoisting',
    title: 'Hoisting the array length out of a loop',
    hypothesis:
      'Reading the length of an array once before a loop over 200000 integers, instead of at every step, makes the loop at least twice as fast.',
    threshold: 2,
    trials: 25,
    rounds: 400,
    settings: lengthHoisting,
    labels: { baseline: 'length read at every step', candidate: 'length read once' },
    method:
      'The same array of 200000 integers is summed by a loop that compares with its length at every step (baseline) and by one that reads the length once before (candidate).',
    scope: 'JavaScript (V8) on this machine, arrays of 200000 small integers, one accumulator.',
    limits:
      'A single array length, element type, loop body and engine; interpreters without an optimising compiler are not covered.',
    prepare: prepareLengthHoisting,
  },
];
