/** The heartbeat as the configuration wants it: begun, or ended, when the service starts; and read. */
import { type Heartbeat, heartbeatSchema } from '../../domain/records.ts';
import { askAccepted, type ControlContext } from '../common/index.ts';

const address = { kind: 'heartbeat', id: 'main' } as const;

/** What is stored of it; null where it was never wanted. */
export async function readHeartbeat({
  reads,
}: Pick<ControlContext, 'reads'>): Promise<Heartbeat | null> {
  const row = await reads.get('heartbeat', address.id);
  return row === undefined ? null : heartbeatSchema.parse(row);
}

/** Called at each start: the first call is made at once. Without an address a heartbeat of before is ended. */
export async function startHeartbeat(
  context: Pick<ControlContext, 'actors' | 'reads' | 'vitals'>,
): Promise<void> {
  const { heartbeat } = context.vitals;
  if (heartbeat !== null) {
    const event = { type: 'START', interval_ms: heartbeat.intervalMs } as const;
    await askAccepted(context.actors, address, event, { by: 'service' });
    return;
  }
  const stored = await readHeartbeat(context);
  if (stored === null || stored.status === 'off') return;
  await askAccepted(context.actors, address, { type: 'STOP' }, { by: 'service' });
}
