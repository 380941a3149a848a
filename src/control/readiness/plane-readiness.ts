/** What a control plane that stands by would do otherwise than the one that writes, once it takes over. */
import { limits } from '../../domain/limits.ts';
import { workerTargetSchema } from '../../domain/records.ts';
import { formatDuration } from '../../lib/duration.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import { type Needs, ok, type PlaneLikeness, type Verdict } from '../common/index.ts';
import { whoWorks } from './elsewhere.ts';

/** Of these the store is asked; there are hardly more. */
const workersMax = 500;
/** So many are named. */
const namedMax = 4;
const again = 'start this one again: it would take over with what it has';

/**
 * By what the one that writes says of its settings. What it has asked since it took the lease stands in the store
 * besides, also where it cannot be asked.
 */
export async function judgeLikeness(
  context: Needs<'reads' | 'settings' | 'vitals' | 'workers'>,
): Promise<Verdict> {
  const plane = context.vitals.plane?.() ?? null;
  const writer = whoWorks(context);
  const takesOver = context.settings.storeBackend === 'hosted' && plane?.role === 'standby';
  if (!takesOver || plane.holder === null || writer === null)
    return ok('this control plane does not wait to take over');
  return (
    (await findOtherWorker(context, plane.holder.since, writer)) ??
    judgeSettings(context.vitals.likeness?.() ?? null, writer)
  );
}

async function findOtherWorker(
  context: Needs<'reads' | 'workers'>,
  heldSince: string,
  writer: string,
): Promise<Verdict | null> {
  const { rows } = await context.reads.list('worker_target', {
    ...firstPage,
    pageSize: workersMax,
  });
  for (const row of rows) {
    const { target, url, observed_at: at } = workerTargetSchema.parse(row);
    const lane = context.workers.byName(target)?.lane;
    if (lane === url || at === null || Date.parse(at) < Date.parse(heldSince)) continue;
    return {
      status: 'failing',
      detail:
        lane === undefined
          ? `worker ${target} is asked by ${writer}, and is none here`
          : `worker ${target} is sought at ${lane} here, and at ${url} by ${writer}`,
      action: `give both control planes the same worker_targets, and ${again}`,
      evidence: { target, here: lane ?? null, there: url },
    };
  }
  return null;
}

function judgeSettings(likeness: PlaneLikeness | null, writer: string): Verdict {
  if (likeness === null)
    return {
      status: 'unknown',
      detail: `the settings of ${writer} have not been asked for yet`,
      action: 'wait',
    };
  if (likeness.kind === 'unknown')
    return {
      status: 'unknown',
      detail: `the settings of ${writer} are not known here: ${likeness.why}`,
      action:
        'let this control plane reach it at its control_plane_url; it is asked again by itself',
    };
  if (likeness.kind === 'other_token')
    return {
      status: 'failing',
      detail: `${writer} does not take the token of this one`,
      action: `give both control planes the same control_api_bearer_token, and ${again}`,
    };
  const { differing, clockAheadMs } = likeness;
  if (differing.length === 0)
    return (
      judgeClock(clockAheadMs ?? 0, writer) ??
      ok(`the settings are those of ${writer}; of secrets it is compared whether they are set`)
    );
  const more = differing.length > namedMax ? ` and ${differing.length - namedMax} more` : '';
  return {
    status: 'failing',
    detail: `settings are others than those of ${writer}: ${differing.slice(0, namedMax).join(', ')}${more}`,
    action: `give both control planes the same settings, and ${again}`,
    evidence: { differing },
  };
}

/** What one of them wrote is judged by the clock of the other once that takes over: runs seem silent, budgets spent. */
function judgeClock(aheadMs: number, writer: string): Verdict | null {
  if (Math.abs(aheadMs) <= limits.planeClockSkewMs) return null;
  const span = formatDuration(Math.abs(aheadMs) / 1000);
  return {
    status: 'failing',
    detail: `the clock of ${writer} is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} this one: runs under way would be judged by another time once this one takes over`,
    action: 'synchronise the clocks of both machines (NTP)',
    evidence: { clock_ahead_ms: aheadMs },
  };
}
