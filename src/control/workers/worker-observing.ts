/**
 * Keeps what a look at a worker brought. The newest look is in memory at once; the store, and with it
 * the log, takes a change of health when it happens and an unchanged one every ten minutes. A worker
 * that changes all the time is stored a few times an hour, and the event says what it left out.
 */
import { limits } from '../../domain/limits.ts';
import type { WorkerTarget as StoredWorker } from '../../domain/records.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { toStored } from '../../machines/kit.ts';
import { initialWorkerTarget } from '../../machines/worker-target/machine.ts';
import { ask, type Needs } from '../common/index.ts';

import type { WorkerTarget } from '../fleet/index.ts';
import { isReached, type PreflightReply } from './preflight-checks.ts';
import { excusedByRun, failingChecks, runOfLane } from './worker-health.ts';
import { checksOf, latestWorker, storedWorker } from './worker-state.ts';

/** One look as it was judged; `optionsKey` says with which options, so that others do not reuse it. */
export interface Observation {
  readonly reply: PreflightReply;
  readonly optionsKey: string;
  /** Monotonic time at which the look began. */
  readonly startedMs: number;
}

/** Takes a look into memory and, where it is news, into the store. An older look changes nothing. */
export async function keepObservation(
  context: Needs<'actors' | 'clock' | 'reads' | 'workers'>,
  target: WorkerTarget,
  observation: Observation,
): Promise<void> {
  const { sightings } = context.workers;
  const before = await latestWorker(context, target.name);
  const worker = await toWorker(context, target, observation, before);
  if (!sightings.note(target.name, { worker, startedMs: observation.startedMs })) return;
  const stored = await storedWorker(context, target.name);
  if (!isNews(context, worker, stored)) return;
  const left = sightings.takeUnrecorded(target.name);
  const unrecorded = left === 0 ? {} : { unrecorded: left };
  const about = { target: worker.target, url: worker.url, ...unrecorded };
  const { reason, observation: kept } = worker;
  await ask(
    context.actors,
    { kind: 'worker_target', id: target.name },
    worker.status === 'unreachable'
      ? {
          type: 'UNREACHABLE',
          ...about,
          reason: reason ?? '',
          failures: worker.consecutive_failures,
        }
      : {
          type: 'OBSERVED',
          ...about,
          ok: worker.status === 'healthy',
          reason,
          observation: kept as unknown as JsonObject,
        },
  );
}

/** The worker as this look shows it, following on what was known. */
async function toWorker(
  context: Needs<'clock' | 'reads'>,
  target: WorkerTarget,
  { reply, optionsKey }: Observation,
  before: StoredWorker | undefined,
): Promise<StoredWorker> {
  const at = reply.observed_at;
  const known = before ?? { ...initialWorkerTarget(target.name), created_at: at };
  const status = await healthOf(context, target, reply);
  const common = {
    ...known,
    status,
    target: target.name,
    url: target.lane,
    since: known.status === status ? (known.since ?? null) : at,
    updated_at: toIsoTime(context.clock.now()),
  };
  if (status === 'unreachable') {
    const consecutive_failures = known.consecutive_failures + 1;
    return { ...common, reason: reply.summary, consecutive_failures };
  }
  return {
    ...common,
    reason: status === 'healthy' ? null : reply.summary,
    consecutive_failures: 0,
    last_success_at: status === 'healthy' ? at : (known.last_success_at ?? null),
    observation: toStored({ reply: reply as unknown as JsonObject, options_key: optionsKey }),
    observed_at: at,
  };
}

/**
 * A worker that does what it was told to, and so has no room for more, is healthy; what was asked of
 * the queue besides says nothing about the worker.
 */
async function healthOf(
  context: Needs<'reads'>,
  target: WorkerTarget,
  reply: PreflightReply,
): Promise<'healthy' | 'degraded' | 'unreachable'> {
  if (!isReached(reply.checks)) return 'unreachable';
  if (failingChecks(reply.checks).length === 0) return 'healthy';
  const run = await runOfLane(context, target.lane);
  return run !== null && excusedByRun(reply.checks, run.runId) ? 'healthy' : 'degraded';
}

/** Whether the store must hear of it. */
function isNews(
  context: Needs<'clock' | 'workers'>,
  worker: StoredWorker,
  stored: StoredWorker | undefined,
): boolean {
  if (stored === undefined || stored.status === 'new' || stored.url !== worker.url) return true;
  const changed =
    stored.status !== worker.status ||
    (worker.status === 'degraded' &&
      failingChecks(checksOf(stored)).join() !== failingChecks(checksOf(worker)).join());
  const sinceMs = context.clock.now() - Date.parse(stored.updated_at);
  const due = sinceMs < 0 || sinceMs >= limits.workerRecordEveryMs;
  // Asked first, so that every change is counted.
  const admitted =
    changed && context.workers.sightings.admitChange(worker.target, context.clock.monotonic());
  return admitted || due;
}
