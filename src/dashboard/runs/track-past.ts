/** What a run's machine did before the feed told of it: the history of its worker as points of its track. Pure. */
import { fieldsOf } from '../service/loose.ts';
import { emptySeries, type Moment, middleMs, withHistory } from './run-series.ts';
import { ofAll, type Point, shareUsed, type Track, type Tracks, trackMs } from './tracks.ts';

/** Most buckets that are asked for; nearer to one another than points that are joined. */
export const pastPoints = 50;

/** The tracks with what the telemetry route tells of a run in front of what the feed told. */
export function withPast(tracks: Tracks, runId: string, history: unknown): Tracks {
  const before = tracks.get(runId);
  const firstMs = before?.points[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const past = withHistory(emptySeries, history)
    .moments.map(toPoint)
    .filter(({ atMs }) => atMs < firstMs);
  const points = [...past, ...(before?.points ?? [])];
  const endMs = points.at(-1)?.atMs;
  if (past.length === 0 || endMs === undefined) return tracks;
  const { gpus } = fieldsOf(history);
  const track: Track = {
    quiet: null,
    problem: null,
    hasGpu: !Array.isArray(gpus) || gpus.length > 0,
    ...before,
    points: points.filter(({ atMs }) => atMs > endMs - trackMs),
  };
  return new Map(tracks).set(runId, track);
}

/** The busiest GPU stands for the use of all; one that was not read leaves it unknown. */
function toPoint(moment: Moment): Point {
  const { values } = moment;
  const mean = (name: string): number | null => values[name]?.mean ?? null;
  const uuids = [
    ...new Set(Object.keys(values).flatMap((name) => /^(?:use|vram)\/(.*)$/.exec(name)?.[1] ?? [])),
  ];
  const ofGpus = (name: string) => uuids.map((uuid) => mean(`${name}/${uuid}`));
  return {
    atMs: middleMs(moment),
    cpu: mean('cpu'),
    gpu: ofAll(ofGpus('use'), (known) => Math.max(...known)),
    memory: shareUsed(mean('free'), mean('ram')),
    vram: ofAll(ofGpus('vram'), (known) => known.reduce((sum, value) => sum + value)),
  };
}
