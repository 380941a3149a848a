/** The alert watch: started with the service, it has every rule evaluated again and again. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { limits } from '../../domain/limits.ts';
import { type Alert, alertSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firesAtMs } from '../../machines/alert/judge.ts';
import type { AlertWatchEvent } from '../../machines/alert-watch/events.ts';
import { type AlertSettings, ask, type ControlContext } from '../common/index.ts';
import { readAlertWatch } from '../readiness/index.ts';
import { ruleOf } from './alert-kinds.ts';
import { checkAlerts } from './alerts.ts';
import { readIncidents } from './incidents.ts';

const address = { kind: 'alert_watch', id: 'main' } as const;
type Asking = Pick<ControlContext, 'actors'>;

/**
 * Begins to watch, or goes on, with a look at once; the interval is that of the configuration. One of 0
 * ends a watch of before.
 */
export async function startAlertWatch({
  actors,
  reads,
  vitals,
}: Asking & Pick<ControlContext, 'reads' | 'vitals'>): Promise<void> {
  const { checkIntervalMs: interval_ms } = vitals.alerts;
  const isWanted = interval_ms > 0;
  if (!isWanted && (await readAlertWatch({ reads }))?.status !== 'watching') return;
  const event = isWanted ? ({ type: 'START', interval_ms } as const) : ({ type: 'STOP' } as const);
  await ask(actors, address, event, { by: 'system' });
}

/** Says that something changed that may raise or clear an alert. */
export async function wakeAlertWatch({ actors }: Asking, cause: string): Promise<void> {
  await ask(actors, address, { type: 'WAKE', cause }, { by: 'service' });
}

/** The looks at the alerts of one process. */
export interface AlertLooks {
  /** Effect `alerts.check`: one evaluation. Made twice it changes nothing more. */
  readonly effect: EffectHandler;
  /** When the last one ended, ISO 8601; null: none has, in this process. */
  last(): string | null;
}

/** None was made yet. */
export function createAlertLooks(contextOf: () => ControlContext): AlertLooks {
  let lastAt: string | null = null;
  return {
    last: () => lastAt,
    effect: {
      attemptsMax: limits.alertCheckAttemptsMax,
      async run(): Promise<AlertWatchEvent> {
        const context = contextOf();
        await checkAlerts(context, {
          dry_run: false,
          force_notify: false,
          refresh_worker: false,
          requested_by: 'alert_watch',
        });
        const rows = await context.reads.standingAlerts(limits.alertsStandingMax);
        const standing = rows.map((row) => alertSchema.parse(row));
        const incidents = await readIncidents(context);
        const nowMs = context.clock.now();
        lastAt = toIsoTime(nowMs);
        return {
          type: 'CHECKED',
          found: { ...countsOf(standing), incidents: incidents.size },
          due_ms: msUntilDue(standing, context.vitals.alerts, nowMs),
        };
      },
    },
  };
}

function countsOf(standing: readonly Alert[]) {
  const having = (wanted: string): number =>
    standing.filter(({ status }) => status === wanted).length;
  return {
    pending: having('pending'),
    firing: having('firing'),
    suppressed: having('suppressed'),
  };
}

/** Until the first pending alert fires, if it still stands then; null where none is pending. */
function msUntilDue(
  standing: readonly Alert[],
  settings: AlertSettings,
  nowMs: number,
): number | null {
  const due = standing.flatMap((alert) => {
    const rule = ruleOf(alert.alert_kind);
    if (alert.status !== 'pending' || rule === undefined) return [];
    return [Math.max(0, firesAtMs(alert, rule.forMs(settings, alert.subject)) - nowMs)];
  });
  return due.length === 0 ? null : Math.min(...due);
}
