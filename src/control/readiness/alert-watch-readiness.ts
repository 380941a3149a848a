/** The alert watch as it is stored, and whether the alerts are evaluated as often as the configuration says. */
import { limits } from '../../domain/limits.ts';
import { type AlertWatch, alertWatchLift, alertWatchSchema } from '../../domain/records.ts';
import { type ControlContext, ok, type Verdict } from '../common/index.ts';

/** Intervals without an evaluation after which nobody can rely on being told. */
const intervalsMax = 3;
const action =
  'look at what holds up the actor alert_watch/main, then release it (orrery bench) or restart the service';

/** What is stored of the watch; undefined where it was never started. */
export async function readAlertWatch({
  reads,
}: {
  readonly reads: Pick<ControlContext['reads'], 'get'>;
}): Promise<AlertWatch | undefined> {
  const row = await reads.get('alert_watch', 'main');
  return row === undefined ? undefined : alertWatchSchema.parse(alertWatchLift.from(row));
}

/** By when this process last looked; nobody knows before it has. */
export async function judgeAlertWatch({
  reads,
  clock,
  vitals,
}: Pick<ControlContext, 'reads' | 'clock' | 'vitals'>): Promise<Verdict> {
  if (vitals.alerts.checkIntervalMs === 0)
    return ok('queue_alert_check_interval_sec is 0: alerts are evaluated by hand alone');
  const watch = await readAlertWatch({ reads });
  if (watch === undefined) {
    return {
      status: 'unknown',
      detail: 'alerts were never evaluated: no control plane that writes was started on this store',
      action: 'start the service on it; it then evaluates them by itself',
    };
  }
  return judgeWatch(watch, vitals.alertsCheckedAt(), clock.now());
}

function judgeWatch(watch: AlertWatch, lastAt: string | null, nowMs: number): Verdict {
  const { interval_ms, last_error, last_found } = watch;
  const evidence = {
    last_checked_at: lastAt,
    interval_seconds: interval_ms / 1000,
    last_found,
    last_error,
  };
  const every = `every ${interval_ms / 1000} s`;
  const why = last_error === null ? '' : `: ${last_error}`;
  if (lastAt === null && last_error === null) {
    const detail = `alerts are evaluated ${every}; this process has not done so yet`;
    return { status: 'unknown', detail, action: 'wait; it begins with its start', evidence };
  }
  // One from far ahead was made before the clock was set back: how old it is, nobody knows.
  const lateMs = Math.max(limits.alertsLateMsMin, intervalsMax * interval_ms);
  if (lastAt !== null && Math.abs(nowMs - Date.parse(lastAt)) <= lateMs) {
    return { status: 'ok', detail: `alerts are evaluated ${every}, last at ${lastAt}`, evidence };
  }
  return {
    status: 'failing',
    detail: `alerts should be evaluated ${every}, and were last at ${lastAt ?? 'no time'}${why}`,
    action,
    evidence,
    since: lastAt ?? watch.updated_at,
  };
}
