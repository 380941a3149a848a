/** What is shown of the pump. */
import { pumpParts } from '../../domain/records.ts';
import {
  findHolds,
  holdWords,
  judgeAutomation,
  type Needs,
  readPump,
  readSwitch,
  stampOf,
} from '../common/index.ts';
import { whyOff } from './parts.ts';

/** The body of `GET /control/api/v1/pump`. */
export async function readPumpReply(context: Needs<'clock' | 'reads' | 'settings' | 'vitals'>) {
  const [pump, control, pulse] = await Promise.all([
    readPump(context),
    readSwitch(context),
    context.vitals.pump(),
  ]);
  const [hold] = findHolds(context);
  const why =
    judgeAutomation(pump, control.status, context.settings).why ??
    (hold === undefined ? null : holdWords(hold));
  return {
    ok: true as const,
    status: pump.status,
    enabled: pump.enabled,
    configured: pump.configured,
    changed_by: pump.changed_by,
    changed_at: pump.changed_at,
    reason: pump.reason,
    interval_seconds: context.settings.pump.intervalMs / 1000,
    dispatches: why === null,
    why_not: why,
    parts: pumpParts.map((part) => {
      const off = whyOff(part, context);
      return { part, enabled: off === null, why_not: off };
    }),
    next_look_at: pulse.next_at,
    busy: pulse.busy_ms !== null,
    quiet_since: pump.quiet_since,
    failing_since: pump.failing_since,
    last_error: pump.last_error,
    tried: pump.tried,
    last_step: pump.last_step,
    counts: {
      steps: pump.tick,
      drafted: pump.drafted_count,
      dispatched: pump.dispatched_count,
      published: pump.published_count,
      followed_up: pump.followed_up_count,
      fruitless: pump.fruitless_count,
    },
    ...stampOf(context.clock, 'store'),
  };
}
