/**
 * The port through which telemetry is kept for later: points of named readings, whole while there is
 * room, then thinned to minutes, then gone. An unknown reading is null on its way in and is left out of
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

/** How many rows are kept, and the size of one step. No clock is asked: one that is wrong deletes nothing. */
export interface RetentionLimits {
  /** Points kept whole; of those beyond, the oldest are thinned to minutes. */
  readonly pointRowsMax: number;
  /** Minutes kept; of those beyond, the oldest are deleted. */
  readonly minuteRowsMax: number;
  /** Subjects of which nothing is thinned while another has points left: runs that still go on. */
  readonly liveSubjects: readonly string[];
  /** Rows of each table that one piece of work takes. */
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

/** A stretch of the history of some subjects: from `startMs` up to, not with, `endMs`. */
export interface HistoryStretch {
  readonly subjects: readonly string[];
  readonly startMs: number;
  readonly endMs: number;
}

/** The history of one store. Times are ms since the epoch. */
export interface TelemetryHistory {
  /** All or nothing. Of two points of one subject at one time the first stays. */
  append(points: readonly HistoryPoint[]): Promise<void>;
  /** By subject; one that was never recorded has no readings. */
  read(query: HistoryQuery): Promise<ReadonlyMap<string, SubjectBuckets>>;
  /** Whether some of the stretch is kept as minutes: then no bucket of it can be finer. */
  isThinned(stretch: HistoryStretch): Promise<boolean>;
  /** One bounded piece of thinning and deleting. */
  retain(limits: RetentionLimits): Promise<RetentionReport>;
  stats(): Promise<HistoryStats>;
}

/** True for a reading of which buckets tell the last value rather than a mean. */
export const isStateReading = (name: string): boolean => name.endsWith('_state');
