/** Evaluating alerts on a real store: what explains what, what a restart changes, who is told. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { readAlertPage, readIncidentPage } from '../../../src/control/alerts/alert-view.ts';
import { checkAlerts } from '../../../src/control/alerts/alerts.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import {
  createTestControl,
  healthyWorker,
  type TestControl,
  testLane,
} from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  openTestStore,
  queueTurn,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const minute = 60_000;
const definitions = new Map(
  [alertSpec, incidentSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);

let store: TestStore;
let clock: ManualClock;
let control: TestControl;
let workerVersion: number;
const hosts: ActorHost[] = [];

/** A process on the store; one that was there before is gone. */
async function startProcess(): Promise<void> {
  await hosts.at(-1)?.drain(0);
  const host = new ActorHost({
    journal: store.journal,
    definitions,
    effects: {},
    clock,
    entropy: createSeededEntropy(hosts.length + 1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  hosts.push(host);
  await host.start();
  control = createTestControl({
    reads: store.reads,
    clock,
    actors: { ask: (...args) => host.ask(...args), recall: async () => undefined },
  });
}

beforeEach(async () => {
  store = openTestStore();
  clock = createManualClock();
  workerVersion = 0;
  await startProcess();
});
afterEach(async () => {
  await hosts.splice(0).at(-1)?.drain(0);
  await store.journal.close();
});

async function seeWorker(change: Parameters<typeof healthyWorker>[1]): Promise<void> {
  workerVersion += 1;
  const at = toIsoTime(clock.now());
  const worker = healthyWorker(at, { since: at, ...change });
  await commitAll(store.journal, [stateTurn('worker_target', 'default', workerVersion, worker)]);
}
const lostRun = () =>
  commitAll(store.journal, [
    queueTurn('a', {
      status: 'reconciling',
      lane: testLane,
      current_run_id: 'a-1',
      last_dispatch_at: someTime,
    }),
  ]);
const check = async (change: object = {}) => {
  const reply = await checkAlerts(control, {
    dry_run: false,
    force_notify: false,
    refresh_worker: false,
    requested_by: 'test',
    ...change,
  });
  const about = reply.alerts.filter(({ alert_kind: kind }) => kind !== 'readiness');
  return {
    reply,
    statuses: Object.fromEntries(about.map((alert) => [alert.alert_kind, alert.status])),
  };
};

describe('evaluating the alerts', () => {
  it('changes nothing in a dry run', async () => {
    await seeWorker({ status: 'unreachable', reason: 'no route' });
    const before = await store.reads.head();
    const { statuses, reply } = await check({ dry_run: true });
    expect(statuses).toEqual({ worker_unreachable: 'pending' });
    expect(reply).toMatchObject({ dry_run: true, notified: false });
    expect(await store.reads.head()).toBe(before);
  });

  it('lets a worker that does not answer explain its runs, over a restart, until it is back', async () => {
    await lostRun();
    await seeWorker({ status: 'unreachable', reason: 'no route' });
    expect((await check()).statuses).toEqual({
      worker_unreachable: 'pending',
      stale_item: 'suppressed',
    });
    clock.advance(6 * minute);
    await startProcess();
    const { statuses, reply } = await check();
    expect(statuses).toEqual({ worker_unreachable: 'firing', stale_item: 'suppressed' });
    expect(reply.alerts.find(({ alert_kind: kind }) => kind === 'stale_item')).toMatchObject({
      suppressed_by: 'worker_unreachable:default',
      notification: { due: false, reason: 'suppressed' },
    });
    // Back, and the run is still lost: one more check, then that is said.
    clock.advance(minute);
    await seeWorker({});
    expect((await check()).statuses).toEqual({ stale_item: 'pending' });
    clock.advance(minute);
    await seeWorker({});
    expect((await check()).statuses).toEqual({ stale_item: 'firing' });
  });

  it('lets a store that takes no writes explain everything but itself', async () => {
    await lostRun();
    await seeWorker({});
    const writeTrouble = () => 'disk full';
    control = { ...control, vitals: { ...control.vitals, writeTrouble } };
    const { reply } = await check();
    const by = Object.fromEntries(
      reply.alerts.map((alert) => [alert.fingerprint, alert.suppressed_by]),
    );
    expect(by).toMatchObject({
      'readiness:store_writable': null,
      'stale_item:a/a-1': 'readiness:store_writable',
    });
  });

  it('does not call over what only a silent worker could tell', async () => {
    const parked = {
      observation: {
        reply: {
          checks: [
            { name: 'worker_callbacks_delivered', ok: false, detail: 'd', data: { parked: 1 } },
          ],
        },
      },
    };
    await seeWorker(parked);
    expect((await check()).statuses).toEqual({ callback_undeliverable: 'firing' });
    await seeWorker({ ...parked, status: 'unreachable', reason: 'no route' });
    expect((await check()).statuses).toEqual({
      callback_undeliverable: 'suppressed',
      worker_unreachable: 'pending',
    });
    await seeWorker({});
    const { reply } = await check();
    const over = reply.resolved.map(({ alert_kind: kind }) => kind);
    expect(over).toEqual(expect.arrayContaining(['callback_undeliverable', 'worker_unreachable']));
  });

  it('opens one incident for one cause, shows it beside its alerts, and none for information', async () => {
    await seeWorker({ status: 'unreachable', reason: 'no route' });
    await check();
    clock.advance(6 * minute);
    await check();
    const incidents = await readIncidentPage(control, listQuery());
    expect(incidents.rows).toMatchObject([
      {
        status: 'opening',
        group_key: 'worker:default',
        title: 'Worker default does not answer',
        channels: [],
      },
    ]);
    expect(incidents.rows[0]).not.toHaveProperty('cooldown_ms');
    const { rows } = await readAlertPage(control, listQuery({ filters: { status: 'firing' } }));
    expect(rows).toMatchObject([
      { fingerprint: 'worker_unreachable:default', incident_id: incidents.rows[0]!['incident_id'] },
    ]);
  });

  it('says why nobody is told where no channel is configured', async () => {
    await seeWorker({});
    await lostRun();
    const { reply } = await check({ force_notify: true });
    const stale = reply.alerts.find(({ alert_kind: kind }) => kind === 'stale_item');
    expect(stale?.notification).toEqual({ due: false, reason: 'no_channel', until: null });
    expect(reply.notification_reason).toContain('no channel is configured');
  });
});
