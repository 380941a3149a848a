/** A store that the first edition wrote: it opens, is migrated, goes on where it was, and verifies. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState, Reply } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { controlPlaneMachines } from '../../../src/machines/all.ts';
import { createStoreJournal } from '../../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { verifyJournal } from '../../../src/store/verify.ts';

const written = new URL('../../fixtures/first-edition/control.db.gz', import.meta.url);
const definitions = new Map(
  Object.values(controlPlaneMachines).map((spec) => {
    // Each spec is of its own types; the host gives it states and events of its kind only.
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
/** Nothing outside answers: what was under way stays under way. */
const silent = { run: () => new Promise<never>(() => {}) };
const effectNames = [
  'worker.start_run',
  'worker.find_run',
  'worker.stop_run',
  'evidence.collect',
  'review.evaluate',
  'review.package',
];

let dir: string;
let host: ActorHost | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-first-edition-'));
});
afterEach(async () => {
  await host?.drain(0);
  rmSync(dir, { recursive: true, force: true });
});

async function open(
  prepare: (journal: Journal) => Promise<unknown> = async () => {},
): Promise<{ host: ActorHost; journal: Journal }> {
  const path = join(dir, 'control.db');
  writeFileSync(path, gunzipSync(readFileSync(written)));
  const journal = createStoreJournal(openSqlite({ path, synchronous: 'OFF' }));
  await prepare(journal);
  host = new ActorHost({
    journal,
    definitions,
    effects: Object.fromEntries(effectNames.map((name) => [name, silent])),
    clock: systemClock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  return { host, journal };
}

const statusOf = (reply: Reply | undefined): string | undefined =>
  reply?.ok === true && reply.outcome.accepted ? reply.outcome.status : undefined;
const callback = (id: string, type: string) => ({
  type,
  callback: {
    event_type: type.toLowerCase(),
    idempotency_key: `${id}:${type}:2`,
    run_id: `${id}-run`,
    project_id: id,
    session_id: 's',
    sequence: 2,
    seen_at: '2026-01-01T00:00:00.000Z',
    gate_state: 'idle',
    reason: 'because',
    process_tracking: null,
    telemetry: null,
    exit_code: 1,
    decision: null,
  },
});

it('opens, goes on where it was, and verifies', async () => {
  const { host: opened, journal } = await open();
  expect(await verifyJournal(journal)).toMatchObject({ ok: true, actors: 20 });
  while (opened.restoreProgress().state !== 'done') await new Promise(setImmediate);
  expect(opened.restoreProgress()).toMatchObject({ checked: 20, failed: 0 });

  const ask = (kind: string, id: string, event: { type: string }) =>
    opened.ask({ kind, id }, event);
  // The cancel that waited is answered to whoever asked, though another process took the request.
  const canceled = opened.recall('cancel stopping');
  const again = await ask('queue_item', 'stopping', { type: 'CANCEL' });
  expect(again.ok && again.outcome.refusal?.code).toBe('cancel_pending');
  expect(statusOf(await ask('queue_item', 'stopping', callback('stopping', 'GATE_ERROR')))).toBe(
    'canceled',
  );
  expect((await canceled)?.ok).toBe(true);
  // Items without one end as their callbacks say.
  for (const id of ['running', 'awaiting_wake', 'wake_received', 'reconciling', 'dispatching']) {
    expect(statusOf(await ask('queue_item', id, callback(id, 'GATE_ERROR'))), id).toBe('blocked');
    // The run goes on from the row that the first edition left, in the same turn.
    const run = await journal.load('run', `${id}-run`);
    const status = id === 'wake_received' ? 'wake_ready' : 'gate_error';
    expect(run?.state, id).toMatchObject({ status, attempt: 1 });
  }
  // The package that was being prepared is refused, and the review is where it was before.
  const refused = { type: 'PACKAGE_REFUSED', problems: ['lint fails'] };
  expect(statusOf(await ask('paper_review', 'packaging--draft', refused))).toBe('queued');
  expect(await verifyJournal(journal)).toMatchObject({ ok: true, actors: 20 });
});

it('takes in what the first edition had still to tell its runs, before anything else', async () => {
  const facts = {
    session_id: null,
    gate_state: null,
    current_activity: null,
    idle_verdict: null,
    exit_code: null,
    last_error: null,
    is_callback: false,
  };
  const startedAt = '2026-01-01T00:00:07.000Z';
  const tells = [
    { type: 'STARTED', facts: { ...facts, started_at: startedAt } },
    { type: 'AGENT_YIELDED', facts: { ...facts, exit_code: 3 } },
  ];
  const id = 'dispatching';
  const effects = tells.map((event, index) => ({
    effect_id: `queue_item/${id}#9.${index}`,
    name: 'tell',
    input: JSON.stringify({ to: { kind: 'run', id: `${id}-run` }, event, by: 'system' }),
    invoke_id: null,
    correlation_id: 'then',
    attempts: 0,
    not_before_ms: 0,
    last_error: null,
  }));
  const { host: opened, journal } = await open(async (store) => {
    await store.commit([
      plainTurn({ kind: 'queue_item', id }, { effects: effects.slice(0, 1) }),
      plainTurn({ kind: 'queue_item', id }, { effects: effects.slice(1) }),
    ]);
  });
  await opened.ask({ kind: 'queue_item', id }, callback(id, 'GATE_ERROR'));
  expect((await journal.load('run', `${id}-run`))?.state).toMatchObject({
    status: 'gate_error',
    started_at: startedAt,
    exit_code: 1,
  });
  const left = await journal.effects(0, 100);
  expect(left.filter(({ name }) => name === 'tell')).toEqual([]);
  const told = (await journal.eventsAfter(0, 1000)).filter(
    ({ entity_id: entity, correlation_id: trace }) => entity === `${id}-run` && trace === 'then',
  );
  expect(told.map(({ event_type: type }) => type)).toEqual(['run.started', 'run.agent_yielded']);
  expect(await verifyJournal(journal)).toMatchObject({ ok: true });
});
