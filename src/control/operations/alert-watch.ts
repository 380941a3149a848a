/** The alert watch: started with the service, it has every rule evaluated again and again. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { limits } from '../../domain/limits.ts';
import { type AlertWatch, alertWatchSchema } from '../../domain/records.ts';
import type { AlertWatchEvent } from '../../machines/alert-watch/events.ts';
import { ask, type ControlContext } from '../common/index.ts';
import { type AlertCheck, checkAlerts } from './alerts.ts';
import { readIncidents } from './incidents.ts';

const address = { kind: 'alert_watch', id: 'main' } as const;

/** Begins to watch, or goes on; the interval is that of the configuration. */
export async function startAlertWatch({
  actors,
  vitals,
}: Pick<ControlContext, 'actors' | 'vitals'>): Promise<void> {
  const { checkIntervalMs } = vitals.alerts;
  await ask(actors, address, { type: 'START', interval_ms: checkIntervalMs }, { by: 'system' });
}

/** What is known of it; undefined where it was never started. */
export async function readAlertWatch({
  reads,
}: {
  readonly reads: Pick<ControlContext['reads'], 'get'>;
}): Promise<AlertWatch | undefined> {
  const row = await reads.get(address.kind, address.id);
  return row === undefined ? undefined : alertWatchSchema.parse(row);
}

/** Effect `alerts.check`: one evaluation. Made twice it changes nothing more. */
export function createCheckAlerts(contextOf: () => ControlContext): EffectHandler {
  return {
    attemptsMax: limits.alertCheckAttemptsMax,
    async run(): Promise<AlertWatchEvent> {
      const context = contextOf();
      const found = await checkAlerts(context, {
        dry_run: false,
        force_notify: false,
        refresh_worker: false,
        requested_by: 'alert_watch',
      });
      const incidents = await readIncidents(context);
      return { type: 'CHECKED', found: { ...countsOf(found), incidents: incidents.size } };
    },
  };
}

function countsOf({ alerts, resolved }: Pick<AlertCheck, 'alerts' | 'resolved'>) {
  const having = (wanted: string): number =>
    alerts.filter(({ status }) => status === wanted).length;
  return {
    pending: having('pending'),
    firing: having('firing'),
    suppressed: having('suppressed'),
    resolved: resolved.length,
  };
}
