/** Brings trouble to the bench of a service under test, the way it comes in life. */
import { join } from 'node:path';
import type { ActorEvent } from '../../src/actors/machine/durable-actions.ts';
import type { ActorHost } from '../../src/actors/runtime/host.ts';
import { controlBench } from '../../src/control/common/bench-places.ts';
import { Sqlite } from '../../src/lib/sqlite.ts';
import { type TestService, until } from './service.ts';

type Row = Readonly<Record<string, unknown>>;

/** An event of a queue item at which its machine throws. */
export const poison = { type: 'EDIT', fields: null } as const;
/** What was meant. */
export const remedy = { type: 'EDIT', fields: { selection_rank: 7 } } as const;

/** A kind of actor, where it lives, and an event at which its machine throws. */
interface Victim {
  readonly kind: string;
  readonly event: ActorEvent & Readonly<Record<string, unknown>>;
  readonly hostOf: (service: TestService) => ActorHost;
}
export const queueItem: Victim = {
  kind: 'queue_item',
  event: poison,
  hostOf: ({ app }) => app.control!.host,
};
/** What a worker gate has to deliver, by the id of a run. */
export const delivery: Victim = {
  kind: 'callback_delivery',
  event: { type: 'ENQUEUE', callback: null },
  hostOf: ({ app }) => app.gate!.host,
};
/** What was meant by the event of `delivery`. */
export const deliverable = (runId: string) => ({
  type: 'ENQUEUE',
  callback: {
    event_type: 'session_started',
    idempotency_key: `${runId}:session_started:1`,
    run_id: runId,
    project_id: 'lost',
    session_id: null,
    sequence: 1,
    seen_at: '2026-01-01T00:00:00.000Z',
    gate_state: null,
    reason: null,
    process_tracking: null,
    telemetry: null,
    exit_code: null,
    decision: null,
  },
});

/** Sends an actor an event that it cannot handle; answers the number of the dead letter. */
export async function loseMessage(
  service: TestService,
  id: string,
  { kind, event, hostOf } = queueItem,
): Promise<number> {
  const host = hostOf(service);
  const reply = await host.ask({ kind, id }, event, { by: 'ann' });
  if (reply.ok) throw new Error('the event was handled');
  const [letter] = await host.repairs.deadLetters(1);
  return letter!.sequence;
}

/** Fails an actor until it is out of service; leaves dead letters too. */
export async function failUntilOutOfService(
  service: TestService,
  id: string,
  { kind, event, hostOf } = queueItem,
): Promise<void> {
  const host = hostOf(service);
  await until(async () => {
    await host.ask({ kind, id }, event, { by: 'ann' });
    return host.stats().quarantined.includes(`${kind}/${id}`);
  }, `${kind}/${id} is out of service`);
}

/** Writes another text in place of a stored state, past the service; answers the old text. */
export function replaceStoredState(
  dir: string,
  { kind, id }: { readonly kind: string; readonly id: string },
  state: string,
): string {
  const db = new Sqlite(join(dir, 'state', 'control.db'));
  try {
    const old = db
      .prepare<[string, string], { state: string }>(
        'select state from actors where kind = ? and id = ?',
      )
      .get(kind, id);
    if (old === undefined) throw new Error(`${kind}/${id} is not stored`);
    db.prepare('update actors set state = ? where kind = ? and id = ?').run(state, kind, id);
    return old.state;
  } finally {
    db.close();
  }
}

/** The bench's rows of one actor out of service. */
export async function entryOf(
  service: TestService,
  path: string,
  { bench } = controlBench,
): Promise<Row> {
  const { status, body } = await service.api.get(`${bench}/${path}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return (body['actor'] ?? body['dead_letter']) as Row;
}
