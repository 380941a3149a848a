/** Readiness of the workers: each is fine, at work, or not to be relied on. */
import { limits } from '../../domain/limits.ts';
import { type Needs, ok, type Verdict } from '../common/index.ts';
import { preflightFreshness, readWorkerHealth } from '../workers/index.ts';

/** Failing before unknown; the first worker that is neither fine nor at work is named. */
export async function judgeWorkers(
  context: Needs<'clock' | 'reads' | 'workers'>,
): Promise<Verdict> {
  const { targets } = context.workers;
  if (targets.length === 0) {
    return {
      status: 'failing',
      detail: 'no worker is configured',
      action: 'set worker_wake_gate_url or worker_targets and restart',
    };
  }
  const [seen, lanes] = await Promise.all([readWorkerHealth(context), context.reads.activeLanes()]);
  const nowMs = context.clock.now();
  const workers = targets.map((target) => {
    const health = seen.find(({ worker }) => worker.target === target.name);
    const at = health?.worker.observed_at ?? null;
    const busy = lanes.includes(target.lane);
    // One from far ahead was made before the clock was set back: how old it is, nobody knows.
    const fresh = at !== null && Math.abs(nowMs - Date.parse(at)) <= limits.preflightFreshMs;
    const trouble = health?.trouble ?? null;
    const state =
      trouble !== null ? 'failing' : busy || fresh ? 'ok' : at === null ? 'never_seen' : 'stale';
    const since =
      trouble === null ? at : (health?.worker.since ?? health?.worker.updated_at ?? null);
    const freshness = preflightFreshness(context, target.name, health);
    return { target: target.name, state, busy, observed_at: at, freshness, trouble, since };
  });
  const evidence = { workers };
  const bad =
    workers.find((worker) => worker.state === 'failing') ??
    workers.find((worker) => worker.state !== 'ok');
  if (bad === undefined) {
    const busy = workers.filter((worker) => worker.busy).length;
    const all = workers.length === 1 ? 'the worker is' : `all ${workers.length} workers are`;
    return ok(`${all} fine, ${busy} busy`, evidence);
  }
  const look = 'refresh the worker to ask it now';
  return bad.trouble === null
    ? {
        status: 'unknown',
        detail:
          bad.observed_at === null
            ? `worker ${bad.target} was never asked`
            : `worker ${bad.target} was last asked ${agoInWords(bad.observed_at, nowMs)}`,
        action: look,
        evidence,
        since: bad.since,
      }
    : {
        status: 'failing',
        detail: bad.trouble,
        action: `mend what its preflight names; ${look}`,
        evidence,
        since: bad.since,
      };
}

const agoInWords = (at: string, nowMs: number): string =>
  Date.parse(at) > nowMs
    ? 'at a time that is still to come: the clock was set back'
    : `more than ${limits.preflightFreshMs / 60_000} minutes ago`;
