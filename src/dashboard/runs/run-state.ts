/** Everything that is known of the run that is shown. Pure. */
import type { LiveSample } from '../../http/live/protocol.ts';
import type { Act } from '../acts/verbs.ts';
import { type Span, type SpanName, spans, windowOf } from '../places/places.ts';
import { timeOf } from '../service/loose.ts';
import type { RunFacts } from '../service/wire.ts';
import { type GateNow, readGateNow } from './gate-now.ts';
import type { RunLog } from './run-log.ts';
import { isOpenRun, type RunWhy } from './run-model.ts';
import { emptySeries, historyPoints, middleMs, type Series, withSample } from './run-series.ts';
import { type Judgement, readJudgement, type Verdict } from './verdict-model.ts';

/** All but the id comes bit by bit; each news makes another one. */
export interface RunDetail {
  readonly id: string;
  /** The moment that `facts` are of, and nothing else is shown of; null: now. */
  readonly at: string | null;
  readonly facts: RunFacts | null;
  /** Why `facts` are missing or old; null when they are not. */
  readonly factsProblem: string | null;
  /** The gate's receipt; null while it has given none. */
  readonly verdict: Verdict | null;
  readonly why: RunWhy | null;
  readonly whyProblem: string | null;
  readonly span: Span;
  readonly series: Series;
  readonly seriesProblem: string | null;
  /** The latest that the feed told of its gate. */
  readonly gate: GateNow | null;
  readonly judgement: Judgement | null;
  /** Time of the latest reading, on the worker's clock; null before the first. */
  readonly readAtMs: number | null;
  /** How far the worker's clock is ahead of the service's, ms; null before the first live sample. */
  readonly aheadMs: number | null;
  /** Why the latest frame told nothing; null when it did. */
  readonly silence: string | null;
  readonly log: RunLog | null;
  readonly act: Act<'cancel'> | null;
}

/** A run of which only the address is known. */
export function emptyDetail(id: string, span: Span, at: string | null = null): RunDetail {
  return {
    id,
    at,
    facts: null,
    factsProblem: null,
    verdict: null,
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

/** Whether more can come of it; null: nothing is known of it yet. */
export function isOpen({ facts }: RunDetail): boolean | null {
  return facts === null ? null : isOpenRun(facts.run ?? {});
}

/** With a frame of the feed. */
export function withFrame(shown: RunDetail, frame: LiveSample): RunDetail {
  const told = { ...shown, series: withSample(shown.series, frame), silence: frame.problem };
  const atMs = timeOf(frame.sample?.at);
  if (atMs === null) return told;
  const heardMs = timeOf(frame.observed_at);
  return {
    ...told,
    readAtMs: atMs,
    aheadMs: heardMs === null ? shown.aheadMs : atMs - heardMs,
    // The newer word counts: the worker does tell.
    why: shown.why && { ...shown.why, silence: null },
    gate: readGateNow(frame.idle) ?? shown.gate,
    judgement: readJudgement(frame.idle) ?? shown.judgement,
  };
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

/** What to ask the history for: the whole run, a chosen stretch, or the latest one up to its end or to what was read last. */
export function historyQuery(
  shown: RunDetail,
  nowMs: number,
): { points: number; from?: string; to?: string } {
  const { span, facts, readAtMs } = shown;
  const chosen = windowOf(span);
  if (chosen !== null)
    return {
      points: historyPoints,
      from: new Date(chosen.fromMs).toISOString(),
      to: new Date(chosen.toMs).toISOString(),
    };
  const lengthMs = spans[span as SpanName];
  const endMs = timeOf(facts?.run?.ended_at) ?? readAtMs ?? nowMs;
  return {
    points: historyPoints,
    // The service would ask up to its own time, which means another moment to this worker.
    ...(readAtMs !== null && isAhead(shown) ? { to: new Date(readAtMs).toISOString() } : {}),
    ...(lengthMs === null ? {} : { from: new Date(endMs - lengthMs).toISOString() }),
  };
}
