/** Where a queue item goes, its session considered: a resumed one lives on one worker only. */
import type { QueueItem } from '../../domain/records.ts';
import { lanesOf, type RouteResult, type WorkerDirectory } from '../fleet/index.ts';

type Routed = Pick<QueueItem, 'machine_target' | 'workload_class' | 'next_mode' | 'session_lane'>;

/**
 * As the directory routes the item, but a resume goes to the worker that ran it last: its session and
 * files are there. Never elsewhere: where that worker is gone or excluded, the item goes nowhere and
 * the reason says how to begin anew.
 */
export function routeItem(workers: WorkerDirectory, item: Routed): RouteResult {
  const routed = workers.route(item);
  const home = item.session_lane ?? null;
  if (item.next_mode !== 'resume' || home === null) return routed;
  if (routed.ok && lanesOf(routed.target).includes(home)) {
    return { ...routed, reason: `${routed.reason}; its session is there` };
  }
  const target = workers.byLane(home);
  const anew = 'or cancel and retry it to begin anew without the session';
  if (target === undefined) {
    return {
      ok: false,
      reason: `it resumes a session on worker ${home}, which is not configured any more; configure that worker again, ${anew}`,
    };
  }
  if (item.machine_target !== null) {
    return {
      ok: false,
      reason: `it resumes a session on worker ${target.name}, but its machine_target is ${item.machine_target}; set machine_target to ${target.name}, ${anew}`,
    };
  }
  return {
    ok: true,
    target,
    rule: 'session',
    reason: `it resumes its session, which is on ${target.name}`,
  };
}
