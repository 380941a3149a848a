/** Everything that is known of the run that is shown. */
import type { LiveSample } from '../http/live/protocol.ts';
import { type SpanName, spans } from './places.ts';
import { timeOf } from './read.ts';
import type { RunLog } from './run-log.ts';
import type { RunFacts, RunWhy } from './run-model.ts';
import { emptySeries, historyPoints, middleMs, type Series, withSample } from './run-series.ts';
import { type GateNow, readGateNow } from './run-words.ts';
import type { Act } from './verbs.ts';
import { type Judgement, readJudgement } from './verdict-model.ts';

/** Changed in place by `createRunDetail`, read by the pane; all but the id comes bit by bit. */
export interface RunDetail {
  readonly id: string;
  facts: RunFacts | null;
  /** Why `facts` are missing or old; null when they are not. */
  factsProblem: string | null;
  why: RunWhy | null;
  whyProblem: string | null;
  span: SpanName;
  series: Series;
  seriesProblem: string | null;
  /** The latest that the feed told of its gate. */
  gate: GateNow | null;
  judgement: Judgement | null;
  /** Time of the latest reading, on the worker's clock; null before the first. */
  readAtMs: number | null;
  /** How far the worker's clock is ahead of the service's, ms; null before the first live sample. */
  aheadMs: number | null;
  /** Why the latest frame told nothing; null when it did. */
  silence: string | null;
  log: RunLog | null;
  act: Act<'cancel'> | null;
}

/** Path of the run in the API; its log and its telemetry lie below. */
export const runPath = (id: string): string => `/control/api/v1/runs/${encodeURIComponent(id)}`;

/** A run of which only the address is known. */
export function emptyDetail(id: string, span: SpanName): RunDetail {
  return {
    id,
    facts: null,
    factsProblem: null,
    why: null,
    whyProblem: null,
    span,
    series: emptySeries,
    seriesProblem: null,
    gate: null,
    judgement: null,
    readAtMs: null,
    aheadMs: null,
    silence: null,
    log: null,
    act: null,
  };
}

/** With a frame of the feed. */
export function takeSample(shown: RunDetail, frame: LiveSample): void {
  shown.series = withSample(shown.series, frame);
  shown.silence = frame.problem;
  const atMs = timeOf(frame.sample?.at);
  if (atMs === null) return;
  shown.readAtMs = atMs;
  const heardMs = timeOf(frame.observed_at);
  if (heardMs !== null) shown.aheadMs = atMs - heardMs;
  // The newer word counts: the worker does tell.
  if (shown.why !== null) shown.why = { ...shown.why, silence: null };
  shown.gate = readGateNow(frame.idle) ?? shown.gate;
  shown.judgement = readJudgement(frame.idle) ?? shown.judgement;
}

/** When the newest reading was taken; null when there is none. */
export function lastKnownMs({ moments }: Series): number | null {
  const last = moments.findLast(({ problem }) => problem === null);
  return last === undefined ? null : middleMs(last);
}

/** Clocks further apart than this are told apart. */
const aheadMsMin = 5_000;

/** Whether the worker's clock is so far off, either way, that its times mislead. */
export function isAhead({ aheadMs }: RunDetail): boolean {
  return Math.abs(aheadMs ?? 0) > aheadMsMin;
}

/** A time of the worker as the service's clock has it. */
export function serviceTime({ aheadMs }: RunDetail, workerMs: number): number {
  return workerMs - (aheadMs ?? 0);
}

/** The whole run, or its latest stretch up to its end or to what was read last. */
export function historyPath(shown: RunDetail): string {
  const { id, span, facts, readAtMs } = shown;
  const query = new URLSearchParams({ points: String(historyPoints) });
  const lengthMs = spans[span];
  // The service would ask up to its own time, which means another moment to this worker.
  if (readAtMs !== null && isAhead(shown)) {
    query.set('to', new Date(readAtMs).toISOString());
  }
  if (lengthMs !== null) {
    const endMs = facts?.endedMs ?? readAtMs ?? Date.now();
    query.set('from', new Date(endMs - lengthMs).toISOString());
  }
  return `${runPath(id)}/telemetry?${query}`;
}
