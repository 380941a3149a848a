/** Readiness: whether the alerts are evaluated as often as the configuration says. */
import { type AlertWatch, alertWatchSchema } from '../../domain/records.ts';
import type { ControlContext, Verdict } from '../common/index.ts';

/** Intervals without an evaluation after which nobody can rely on being told. */
const intervalsMax = 3;
const action =
  'GET /control/api/v1/actors/alert_watch/main shows what holds it up; release it (orrery bench) or restart the service';

/** Counted from the last evaluation, or from the first start where there was none yet. */
export async function judgeAlertWatch({
  reads,
  clock,
}: Pick<ControlContext, 'reads' | 'clock'>): Promise<Verdict> {
  const row = await reads.get('alert_watch', 'main');
  if (row === undefined) {
    return {
      status: 'unknown',
      detail: 'alerts were never evaluated: no control plane that writes was started on this store',
      action: 'start the service on it; it then evaluates them by itself',
    };
  }
  return judgeWatch(alertWatchSchema.parse(row), clock.now());
}

function judgeWatch(watch: AlertWatch, nowMs: number): Verdict {
  const { last_checked_at, started_at, interval_ms, next_check_at, last_error } = watch;
  const evidence = {
    last_checked_at,
    next_check_at,
    interval_seconds: interval_ms / 1000,
    last_found: watch.last_found,
    last_error,
  };
  const since = last_checked_at ?? started_at ?? watch.created_at;
  const ageMs = nowMs - Date.parse(since);
  const every = `every ${interval_ms / 1000} s`;
  // One from far ahead was made before the clock was set back: how old it is, nobody knows.
  if (Math.abs(ageMs) <= intervalsMax * interval_ms) {
    const detail =
      last_checked_at === null
        ? `alerts are evaluated ${every}, for the first time at ${next_check_at ?? 'this moment'}`
        : `alerts are evaluated ${every}, last at ${last_checked_at}`;
    return { status: 'ok', detail, evidence };
  }
  const why = last_error === null ? '' : `: ${last_error}`;
  return {
    status: 'failing',
    detail: `alerts should be evaluated ${every}, and were last at ${last_checked_at ?? 'no time'}${why}`,
    action,
    evidence,
    since,
  };
}
