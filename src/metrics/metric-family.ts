/**
 * Metrics as plain data, in the shape of the Prometheus text format: sources make families when they
 * are asked, so that nothing is counted twice and the counting itself stays cheap.
 */

/** One sample of a family. */
export interface MetricValue {
  readonly value: number;
  /** Values from closed sets or the configuration, never from a client. */
  readonly labels?: Readonly<Record<string, string | number>>;
  /** Of a histogram: the name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** One metric with its samples as they are now; a `MetricSource` makes them when asked. */
export interface MetricFamily {
  /** By the Prometheus conventions: unit last, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly MetricValue[];
}

/** Makes its families anew for every scrape. */
export interface MetricSource {
  /** For `orrery_metrics_source_up`, which says whether it could be read. */
  readonly name: string;
  read(): readonly MetricFamily[] | Promise<readonly MetricFamily[]>;
}

/** A family of one value without labels; none where the value is not known. */
export function single(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | null,
): MetricFamily {
  return { type, name, help, values: value === null ? [] : [{ value }] };
}

/** A gauge with one value per word of a closed set; words not in `counts` are 0. */
export function perWord(
  name: string,
  help: string,
  label: string,
  words: readonly string[],
  counts: Readonly<Record<string, number>>,
): MetricFamily {
  const values = words.map((word) => ({ labels: { [label]: word }, value: counts[word] ?? 0 }));
  return { type: 'gauge', name, help, values };
}

/** Counts of observations in buckets, as a histogram family shows them. */
export class BucketCounts {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;
  #count = 0;

  /** Upper bounds in ascending order; the bucket without a bound is added. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length);
  }

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
    for (let index = 0; index < this.#bounds.length; index += 1) {
      if (value <= this.#bounds[index]!) {
        this.#counts[index]! += 1;
        return;
      }
    }
  }

  /** Cumulative buckets, sum and count under `name`. */
  values(name: string, labels: Readonly<Record<string, string>>): MetricValue[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += this.#counts[index]!;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: this.#count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ];
  }
}
