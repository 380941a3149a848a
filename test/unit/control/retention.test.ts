/** Forgetting what was told long ago, on a real store: what goes, what stays, and that the store is sound after. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { readChannelHealth } from '../../../src/control/notify/channel-health.ts';
import { createRetentionSweep, startRetention } from '../../../src/control/notify/retention.ts';
import { blank } from '../../../src/domain/blank.ts';
import { limits } from '../../../src/domain/limits.ts';
import {
  type Alert,
  alertSchema,
  type Incident,
  incidentSchema,
  type Notification,
  notificationSchema,
} from '../../../src/domain/records.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { notificationSpec } from '../../../src/machines/notification/spec.ts';
import { retentionSpec } from '../../../src/machines/retention/spec.ts';
import { proveTables } from '../../../src/store/sqlite/proof/tables.ts';
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
  [alertSpec, incidentSpec, notificationSpec, retentionSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);

let store: TestStore;
let clock: ManualClock;
let control: TestControl;
let host: ActorHost | undefined;
let starts = 0;

async function startProcess(): Promise<void> {
  await host?.drain(0);
  starts += 1;
  host = new ActorHost({
    journal: store.journal,
    definitions,
    effects: { 'retention.sweep': createRetentionSweep(() => control) },
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
  await startRetention(control, keepMs);
  await settle();
}

beforeEach(async () => {
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

it('forgets no more than a bound in one sweep, and the rest in the next ones', async () => {
  const count = limits.retentionRowsMax + 20;
  const many = Array.from({ length: count }, (_, index) => notification(`n${index}`));
  await commitAll(store.journal, many);
  await days(11);
  await days(1);
  expect(await idsOf('notification')).toHaveLength(1);
});
