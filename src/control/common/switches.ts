/** Pausing and resuming the queue, and reading the switch. */
import { type Control, controlSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { type Answered, askAccepted, idempotencyOf } from './ask.ts';
import type { ControlContext, Needs } from './ports.ts';

/** The one actor that knows whether the queue is open. */
export const controlAddress = { kind: 'control', id: 'main' } as const;

/** Current switch; `open` when nobody ever touched it. */
export async function readSwitch({ reads }: Pick<ControlContext, 'reads'>): Promise<Control> {
  const row = await reads.get('control', controlAddress.id);
  if (row !== undefined) return controlSchema.parse(row);
  const never = toIsoTime(0);
  return { status: 'open', reason: null, changed_by: null, created_at: never, updated_at: never };
}

interface PauseRequest {
  readonly idempotency_key?: string | undefined;
  readonly reason: string | null;
  readonly paused_by: string;
  readonly maintenance_mode: boolean;
}

/** Stops new dispatches; what runs goes on. Answers the switch as it is now. */
export async function pauseQueue(context: Needs<'actors'>, request: PauseRequest) {
  const { idempotency_key: key, ...payload } = request;
  return switchReply(
    await askAccepted(
      context.actors,
      controlAddress,
      { type: 'PAUSE', reason: request.reason, maintenance_mode: request.maintenance_mode },
      { by: request.paused_by, ...idempotencyOf('pause', key, payload) },
    ),
  );
}

/** Lets dispatches begin again. */
export async function resumeQueue(
  context: Needs<'actors'>,
  request: { readonly idempotency_key?: string | undefined; readonly resumed_by: string },
) {
  const { idempotency_key: key, ...payload } = request;
  return switchReply(
    await askAccepted(
      context.actors,
      controlAddress,
      { type: 'RESUME' },
      { by: request.resumed_by, ...idempotencyOf('resume', key, payload) },
    ),
  );
}

function switchReply({ outcome, replayed }: Answered) {
  const { status, event_id } = outcome;
  return {
    replayed,
    body: {
      ok: true as const,
      queue_paused: status !== 'open',
      maintenance_mode: status === 'maintenance',
      status,
      event_id,
    },
  };
}
