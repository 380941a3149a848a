/** Forgetting what was told long ago, on a real store: what goes, what stays, and that the store is sound after. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { runKeyed } from '../../../src/control/commands/commands.ts';
import { createForgetRequests } from '../../../src/control/commands/forget-requests.ts';
import { createRetentionSweep, startRetention } from '../../../src/control/common/retention.ts';
import { readChannelHealth } from '../../../src/control/notify/channel-health.ts';
import { forgetTold } from '../../../src/control/notify/retention.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  type Alert,
  alertSchema,
  commandSchema,
  type Incident,
  incidentSchema,
  type Notification,
  notificationSchema,
  planSchema,
} from '../../../src/domain/records.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { commandSpec } from '../../../src/machines/command/spec.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { intakeSpec } from '../../../src/machines/intake/spec.ts';
import { notificationSpec } from '../../../src/machines/notification/spec.ts';
import { planSpec } from '../../../src/machines/plan/spec.ts';
import { retentionSpec } from '../../../src/machines/retention/spec.ts';
import { proveTables } from '../../../src/store/sqlite/proof/tables.ts';
import { createSqliteAgedRows } from '../../../src/store/sqlite/reads/aged-rows.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { createTestControl, type TestControl, wellVitals } from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const dayMs = limits.retentionSweepMs;
const keepMs = 10 * dayMs;
const definitions = new Map(
  [alertSpec, incidentSpec, notificationSpec, retentionSpec, commandSpec, planSpec, intakeSpec].map(
    (spec) => {
      const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
      return [actor.kind, actor] as const;
    },
  ),
);

let store: TestStore;
let clock: ManualClock;
let control: TestControl;
let host: ActorHost | undefined;
let starts = 0;
let performed = 0;
/** Attempts at the sweep of what was told that fail. */
let sweepsToFail = 0;

async function startProcess(): Promise<void> {
  await host?.drain(0);
  starts += 1;
  host = new ActorHost({
    journal: store.journal,
    definitions,
    effects: {
      'retention.sweep': createRetentionSweep({
        main: async (before) => {
          if (sweepsToFail > 0) {
            sweepsToFail -= 1;
            throw new Error('the index is torn');
          }
          return forgetTold(control, before);
        },
        requests: createForgetRequests(() => ({
          actors: control.actors,
          aged: createSqliteAgedRows(store.db, 2),
        })),
      }),
      'command.perform': {
        run: async () => {
          performed += 1;
          return { type: 'DONE', body: { performed } };
        },
      },
    },
    clock,
    entropy: createSeededEntropy(starts),
    onStoreFault: (error) => {
      throw error;
    },
  });
  const { ask } = host;
  control = createTestControl({
    reads: store.reads,
    clock,
    actors: { ask: ask.bind(host), recall: async () => undefined },
    vitals: { alerts: { ...wellVitals.alerts, channels: ['ntfy'] } },
  });
  await host.start();
  await startRetention(control, 'main', keepMs);
  await startRetention(control, 'requests', keepMs);
  await settle();
}

beforeEach(async () => {
  performed = 0;
  sweepsToFail = 0;
  store = openTestStore();
  clock = createManualClock();
  await startProcess();
});
afterEach(async () => {
  await host?.drain(0);
  host = undefined;
  await store.journal.close();
});

async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 6; quiet += 1) {
    if ((await store.journal.effects(0, 1)).length > 0) quiet = 0;
    clock.advance(0);
    await new Promise(setImmediate);
  }
}
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    clock.advance(dayMs);
    await settle();
  }
}
const now = (): string => toIsoTime(clock.now());
const dated = () => ({ created_at: now(), updated_at: now() });
const notification = (id: string, change: Partial<Notification> = {}) =>
  stateTurn('notification', id, 1, {
    ...blank(notificationSchema, { notification_id: id, channel: 'ntfy', ...dated() }),
    status: 'delivered',
    receipt: 'r',
    delivered_at: now(),
    ...change,
  });
const incident = (id: string, change: Partial<Incident> = {}) =>
  stateTurn('incident', id, 1, {
    ...blank(incidentSchema, { incident_id: id, group_key: id.slice(0, -2), ...dated() }),
    status: 'closed',
    generation: Number(id.slice(-1)),
    ...change,
  });
const alert = (id: string, change: Partial<Alert> = {}) =>
  stateTurn('alert', id, 1, {
    ...blank(alertSchema, { alert_id: id, ...dated() }),
    status: 'resolved',
    ...change,
  });
const idsOf = async (kind: 'notification' | 'incident' | 'alert') =>
  (await store.reads.list(kind, listQuery({ sort: 'updated_at' }))).rows
    .map((row) => String(row[`${kind}_id`]))
    .sort((one, other) => (one < other ? -1 : 1));

it('forgets what is over for long enough and keeps what is not, with a store that is sound', async () => {
  await commitAll(store.journal, [
    incident('g-1'),
    incident('g-2'),
    incident('h-1'),
    incident('o-1', { status: 'open' }),
    incident('u-1', { sequence: 1, channels: ['ntfy'] }),
    incident('u-2'),
    notification('old'),
    notification('of-open', { incident_id: 'o-1' }),
    notification('of-closed', { incident_id: 'g-1' }),
    notification('nobody-took-it', { status: 'undeliverable', receipt: null }),
    notification('last-of-smtp', { channel: 'smtp' }),
    alert('over'),
    alert('standing', { status: 'firing' }),
  ]);
  await days(2);
  await commitAll(store.journal, [notification('young'), alert('over-lately')]);
  await store.reads.indexPending(1000);
  const health = await readChannelHealth(control);
  await days(9);
  expect(await idsOf('incident')).toEqual(['g-2', 'h-1', 'o-1', 'u-1', 'u-2']);
  expect(await idsOf('notification')).toEqual([
    'last-of-smtp',
    'nobody-took-it',
    'of-open',
    'young',
  ]);
  expect(await idsOf('alert')).toEqual(['over-lately', 'standing']);
  expect(await readChannelHealth(control)).toEqual(health);
  expect((await store.reads.get('retention', 'main'))?.['forgotten_notifications']).toBe(2);
  expect((await store.reads.get('retention', 'main'))?.['forgotten_alerts']).toBe(1);
  expect(await verifyJournal(store.journal)).toMatchObject({ problems: [] });
  const { tables } = proveTables(store.db, () => {});
  expect(tables.flatMap(({ problems }) => problems)).toEqual([]);
  // What was forgotten can still be looked back on.
  expect((await store.reads.stateAt('incident', 'g-1', 3))?.state).toMatchObject({
    status: 'closed',
  });
});

it('forgets nothing by a clock that jumps ahead by years, also over starts', async () => {
  await commitAll(store.journal, [notification('a'), notification('b'), notification('c')]);
  for (let jump = 0; jump < 4; jump += 1) {
    clock.jumpWall(3650 * dayMs);
    await startProcess();
    clock.advance(0);
    await settle();
  }
  expect(await idsOf('notification')).toEqual(['a', 'b', 'c']);
});

it('says of a sweep that keeps failing why, and makes the next an hour later', async () => {
  sweepsToFail = limits.retentionAttemptsMax;
  clock.advance(dayMs);
  // While it waits for its next attempt its row is there.
  for (let attempt = 0; attempt < limits.retentionAttemptsMax; attempt += 1) {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    clock.advance(60_000);
  }
  await settle();
  const failed = async () => (await store.reads.get('retention', 'main'))?.['last_error'] ?? null;
  expect(await failed()).toBe('the index is torn');
  expect(sweepsToFail).toBe(0);
  clock.advance(limits.retentionRetryMs);
  await settle();
  expect(await failed()).toBeNull();
});

it('forgets no more than a bound in one sweep, and the rest in the next ones', async () => {
  const count = limits.retentionRowsMax + 20;
  const many = Array.from({ length: count }, (_, index) => notification(`n${index}`));
  await commitAll(store.journal, many);
  await days(11);
  await days(1);
  expect(await idsOf('notification')).toHaveLength(1);
});

describe('what was asked for under a key', () => {
  const asked = async (key: string) => {
    const command = { name: 'mend', check: async () => undefined };
    const reply = runKeyed(control.actors, command, { key, by: 'ann', request: {} });
    await settle();
    return reply;
  };
  const plan = (id: string, status: 'executed' | 'drawn') =>
    stateTurn('plan', id, 1, { ...blank(planSchema, { plan_id: id, ...dated() }), status });
  const command = (id: string, status: 'done' | 'running') =>
    stateTurn('command', id, 1, {
      ...blank(commandSchema, { command_id: id, ...dated() }),
      status,
    });
  const idsLeft = (kind: string): readonly string[] =>
    store.db
      .prepare<[string], string>('SELECT id FROM actors WHERE kind = ? ORDER BY id')
      .pluck()
      .all(kind);
  const keysLeft = (): readonly string[] =>
    store.db
      .prepare<[], string>("SELECT key FROM answers WHERE key NOT LIKE '~%' ORDER BY key")
      .pluck()
      .all();

  it('is forgotten with its answer, and asked again it is a new request', async () => {
    expect(await asked('k')).toEqual({ body: { performed: 1 }, replayed: false });
    await commitAll(store.journal, [
      plan('carried-out', 'executed'),
      plan('open', 'drawn'),
      command('goes-on', 'running'),
    ]);
    // Somebody is still owed an answer, and one is no JSON: both stay.
    store.db.exec(`INSERT INTO answers (key, fingerprint, body, hash) VALUES
      ('owed', 'f', NULL, NULL), ('altered', 'f', '{', NULL)`);
    await days(5);
    expect(await asked('k')).toEqual({ body: { performed: 1 }, replayed: true });
    expect(await asked('later')).toMatchObject({ replayed: false });
    await days(6);
    expect(idsLeft('plan')).toEqual(['open']);
    expect(idsLeft('command')).toHaveLength(2);
    expect(keysLeft()).toEqual(['altered', 'command:mend:later', 'owed']);
    expect(await store.reads.get('retention', 'requests')).toMatchObject({
      forgotten_commands: 1,
      forgotten_plans: 1,
      forgotten_intakes: 0,
    });
    expect(await asked('k')).toEqual({ body: { performed: 3 }, replayed: false });
    store.db.exec("DELETE FROM answers WHERE key IN ('owed', 'altered')");
    expect(await verifyJournal(store.journal)).toMatchObject({ problems: [] });
    const { tables } = proveTables(store.db, () => {});
    expect(tables.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('stays where the clock jumps ahead by years', async () => {
    await asked('k');
    clock.jumpWall(3650 * dayMs);
    await startProcess();
    await days(1);
    expect(keysLeft()).toEqual(['command:mend:k']);
    expect(await asked('k')).toMatchObject({ replayed: true });
  });

  it('passes by one that is out of service', async () => {
    const ill = { ok: false, rejected: 'quarantined', detail: 'it is out of service' };
    const well = { ok: true, replayed: false, outcome: { accepted: true } };
    const sweep = createForgetRequests(() => ({
      actors: {
        ask: async ({ id }: { readonly id: string }) => (id === 'ill' ? ill : well),
      } as unknown as TestControl['actors'],
      aged: {
        ended: async ({ kind }) => ({ ids: kind === 'command' ? ['ill', 'well'] : [], next: null }),
        forgetAnswers: async () => ({ forgotten: 4, next: null }),
      },
    }));
    expect(await sweep(now(), new AbortController().signal)).toEqual({
      commands: 1,
      plans: 0,
      intakes: 0,
      answers: 4,
    });
  });

  it('fails, and does not pass it by, where a turn breaks', async () => {
    const broken = { ok: false, rejected: 'failed', detail: 'it broke' };
    const sweep = createForgetRequests(() => ({
      actors: { ask: async () => broken } as unknown as TestControl['actors'],
      aged: {
        ended: async () => ({ ids: ['a'], next: null }),
        forgetAnswers: async () => ({ forgotten: 0, next: null }),
      },
    }));
    await expect(sweep(now(), new AbortController().signal)).rejects.toThrow('command a: it broke');
  });

  it('keeps every answer while commands that are as old are left', async () => {
    const ids = Array.from({ length: limits.retentionRowsMax + 1 }, (_, index) => `${index}`);
    const sweep = createForgetRequests(() => ({
      actors: {
        ask: async () => ({ ok: true, replayed: false, outcome: { accepted: true } }),
      } as unknown as TestControl['actors'],
      aged: {
        ended: async ({ kind }) => ({ ids: kind === 'command' ? ids : [], next: null }),
        forgetAnswers: () => Promise.reject(new Error('the answers were looked through')),
      },
    }));
    expect(await sweep(now(), new AbortController().signal)).toEqual({
      commands: limits.retentionRowsMax,
      plans: 0,
      intakes: 0,
    });
  });
});
