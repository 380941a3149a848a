/** The switch of the pump: an operator's word, and what the configuration says at a start. */
import { ServiceError } from '../../domain/errors.ts';
import { pumpSchema } from '../../domain/records.ts';
import {
  ask,
  askAccepted,
  type ControlContext,
  idempotencyOf,
  type Needs,
  pumpAddress,
  readPump,
} from '../common/index.ts';

interface SwitchRequest {
  readonly idempotency_key?: string | undefined;
  readonly requested_by: string;
  readonly reason: string | null;
}

/**
 * Switches it on or off and answers what it is then; a step under way ends first. Throws `read_only`
 * where the store is only read, and `transition_refused` for switching off what is off.
 */
export async function switchPump(
  context: Needs<'actors' | 'settings'>,
  on: boolean,
  request: SwitchRequest,
) {
  const { actors, settings } = context;
  if (on && settings.storeBackend === 'hosted_readonly')
    throw new ServiceError('read_only', 'this control plane only reads its store');
  const { idempotency_key: key, ...payload } = request;
  const { reason } = request;
  const { outcome, replayed } = await askAccepted(
    actors,
    pumpAddress,
    on
      ? { type: 'SWITCH_ON', reason, interval_ms: settings.pump.intervalMs }
      : { type: 'SWITCH_OFF', reason },
    {
      by: request.requested_by,
      ...idempotencyOf(on ? 'pump_on' : 'pump_off', key, payload),
    },
  );
  return {
    replayed,
    body: {
      ok: true as const,
      enabled: on,
      status: pumpSchema.shape.status.parse(outcome.status),
      event_id: outcome.event_id,
    },
  };
}

/**
 * At a start: a `queue_pump_enabled` that says another thing than at the start before switches the
 * pump; the same word again leaves an operator's switch alone. True when the pump is on then.
 */
export async function configurePump(
  context: Needs<'actors' | 'reads' | 'settings'>,
  enabled: boolean,
): Promise<boolean> {
  const interval_ms = context.settings.pump.intervalMs;
  const pump = await readPump(context);
  if (enabled !== pump.configured || pump.enabled) {
    await ask(
      context.actors,
      pumpAddress,
      { type: 'CONFIGURE', enabled, interval_ms },
      { by: 'configuration' },
    );
  }
  return (await readPump(context)).enabled;
}

/** Says that something changed; whether it matters is for the machine. */
export async function wakePump(
  { actors }: Pick<ControlContext, 'actors'>,
  cause: string,
): Promise<void> {
  await ask(actors, pumpAddress, { type: 'WAKE', cause }, { by: 'service' });
}
