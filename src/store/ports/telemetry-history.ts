/**
 * The port through which telemetry is kept for later: points of named readings, whole for a while,
 * then thinned to minutes, then gone. An unknown reading is null on its way in and is left out of
 * every mean on its way out; it never counts as zero.
 */

/** The readings of one subject at one time. */
export interface HistoryPoint {
  /** Empty for the machine, else a run id. */
  readonly subject: string;
  /** Wall-clock time, ms since the epoch. */
  readonly atMs: number;
  /** By name. A reading whose name ends in `_state` is a code: buckets tell the last one. */
  readonly values: Readonly<Record<string, number | null>>;
}

/** Buckets of equal width: the first begins at `startMs`. */
export interface HistoryQuery {
  readonly subjects: readonly string[];
  readonly startMs: number;
  readonly widthMs: number;
  readonly count: number;
}

/** One reading over the buckets; null where no point of a bucket knows it. */
export interface ReadingBuckets {
  /** Points that know the reading. */
  readonly known: readonly number[];
  readonly min: readonly (number | null)[];
  readonly mean: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

/** What was recorded of one subject; every list has one entry per bucket of the query. */
export interface SubjectBuckets {
  /** Points of each bucket; 0 where nothing was recorded. */
  readonly points: readonly number[];
  readonly readings: Readonly<Record<string, ReadingBuckets>>;
}

/** Up to when telemetry is kept whole and at all (ms since the epoch), and the size of one step. */
export interface RetentionLimits {
  /** Points before this are thinned to minutes. */
  readonly wholeFromMs: number;
  /** Minutes before this are deleted. */
  readonly keepFromMs: number;
  /** Rows of each table that one piece of work looks at. */
  readonly rowsMax: number;
}

/** What one step of retention did: points thinned to minutes, and minutes deleted. */
export interface RetentionReport {
  readonly thinned: number;
  readonly deleted: number;
  /** True when there may be more to do. */
  readonly more: boolean;
}

/** Rows that the history holds now, for metrics. */
export interface HistoryStats {
  /** Points kept whole. */
  readonly pointRows: number;
  readonly minuteRows: number;
}

/** The history of one store. Times are ms since the epoch. */
export interface TelemetryHistory {
  /** All or nothing. Of two points of one subject at one time the first stays. */
  append(points: readonly HistoryPoint[]): Promise<void>;
  /** By subject; one that was never recorded has no readings. */
  read(query: HistoryQuery): Promise<ReadonlyMap<string, SubjectBuckets>>;
  /** One bounded piece of thinning and deleting. */
  retain(limits: RetentionLimits): Promise<RetentionReport>;
  stats(): Promise<HistoryStats>;
}

/** True for a reading of which buckets tell the last value rather than a mean. */
export const isStateReading = (name: string): boolean => name.endsWith('_state');
