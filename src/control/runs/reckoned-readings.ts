/** The readings in a worker's history, found by name, GPU and bucket. Pure. */
import type { HistoryReply } from '../../worker-wire/wire-telemetry.ts';

type Rows = HistoryReply['machine']['readings'];
/** Of the samples of one bucket. */
export type Statistic = 'mean' | 'max';

interface Cell {
  readonly name: string;
  readonly uuid: string | null;
  readonly statistic: Statistic;
  readonly bucket: number;
}

/** Readings of a history by what they are of. */
export type Index = ReadonlyMap<string, Rows[number]>;
const keyOf = (name: string, uuid: string | null): string => `${name} ${uuid ?? ''}`;

/** Looked up for every cell; each reading stands there once. */
export const indexOf = (rows: Rows): Index =>
  new Map(rows.map((row) => [keyOf(row.name, row.gpu_uuid), row]));

/** What a bucket knows of one reading; null where it knows nothing. */
export function readingAt(readings: Index, { name, uuid, statistic, bucket }: Cell): number | null {
  const row = readings.get(keyOf(name, uuid));
  return row?.[statistic][bucket] ?? null;
}
