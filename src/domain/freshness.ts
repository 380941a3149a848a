/** How old what is known from one source is, and until when it may be relied on. Pure. */
import { toIsoTime } from '../lib/clock.ts';

/** What operators and programs rely on; a worker's sources are there once per worker. */
export const freshnessSources = [
  'store',
  'config',
  'worker_preflight',
  'worker_telemetry',
  'run_report',
  'intake',
  'core_snapshot',
] as const;
/** `unknown` was never observed; `failed` was observed and is not well. */
export const freshnessStatuses = ['ok', 'stale', 'unknown', 'failed'] as const;

/** How far one source may be relied on. Times are ISO 8601; `fresh_until` is null where `ttl_seconds` is. */
export interface Freshness {
  readonly source: (typeof freshnessSources)[number];
  readonly authority: string;
  /** Null when it was never observed. */
  readonly observed_at: string | null;
  /** Null for what does not grow stale with time. */
  readonly ttl_seconds: number | null;
  readonly fresh_until: string | null;
  readonly stale: boolean;
  readonly status: (typeof freshnessStatuses)[number];
  readonly detail: string;
}

/** Of what does not grow stale with time. */
export function ageless(source: Freshness['source'], at: string | null): Freshness {
  return {
    source,
    authority: 'control plane',
    observed_at: at,
    ttl_seconds: null,
    fresh_until: null,
    stale: false,
    status: 'ok',
    detail: '',
  };
}

/** What comes when somebody sends it: it has a last time and no time to live. */
export function recorded(
  source: Freshness['source'],
  at: string | null,
  { never, words }: { readonly never: string; readonly words: string },
): Freshness {
  return {
    ...ageless(source, at),
    status: at === null ? 'unknown' : 'ok',
    detail: at === null ? never : `${words} at ${at}`,
  };
}

/** What a run's worker last said of it, by the wall clock `nowMs`; what was said of a run that is over stays so. */
export function reported(
  nowMs: number,
  run: {
    readonly worker_target: string | null;
    readonly last_callback_at: string | null;
    readonly ended_at: string | null;
  } | null,
  /** Silence after which the worker is asked, ms. */
  ttlMs: number,
): Freshness {
  const at = run?.last_callback_at ?? null;
  const never = 'its worker has not told of it';
  const target = run?.worker_target ?? 'not chosen yet';
  if (run !== null && run.ended_at !== null) {
    const said = recorded('run_report', at, { never, words: 'it is over; last told of' });
    return { ...said, authority: `worker ${target}` };
  }
  const detail = at === null ? never : `last told of at ${at}`;
  return aging(nowMs, { source: 'run_report', target, at, ttlMs, failed: false, detail });
}

/** Of what a worker said at `at`, by the wall clock `nowMs`. */
export function aging(
  nowMs: number,
  facts: {
    readonly source: Freshness['source'];
    readonly target: string;
    readonly at: string | null;
    readonly ttlMs: number;
    readonly failed: boolean;
    readonly detail: string;
  },
): Freshness {
  const { at, ttlMs } = facts;
  const untilMs = at === null ? null : Date.parse(at) + ttlMs;
  // Of what was seen far ahead, before the clock was set back, nobody knows how old it is.
  const stale = untilMs === null || untilMs < nowMs || untilMs - 2 * ttlMs > nowMs;
  return {
    source: facts.source,
    authority: `worker ${facts.target}`,
    observed_at: at,
    ttl_seconds: ttlMs / 1000,
    fresh_until: untilMs === null ? null : toIsoTime(untilMs),
    stale,
    status: facts.failed ? 'failed' : at === null ? 'unknown' : stale ? 'stale' : 'ok',
    detail: facts.detail,
  };
}
