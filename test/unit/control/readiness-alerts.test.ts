/**
 * Every check of readiness, on a real store: what makes it fail raises an alert that fires, and what mends
 * it clears that. A check without a case does not compile, and one that raises none says why.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { checkAlerts } from '../../../src/control/alerts/alerts.ts';
import {
  type ReadinessCheckName,
  readinessCheckNames,
  readReadiness,
} from '../../../src/control/readiness/readiness.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock, type ManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertSpec } from '../../../src/machines/alert/spec.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { createTestControl, healthyWorker, wellVitals } from '../../support/control-context.ts';
import {
  keeperOf,
  type ReadinessCase,
  readinessCases,
  type Scene,
  wellScene,
} from '../../support/readiness-scenes.ts';
import { openTestStore, someTime, type TestStore } from '../../support/store-fixtures.ts';

const definitions = new Map(
  [alertSpec, incidentSpec].map((spec) => {
    const actor = createMachineActor(spec as unknown as MachineSpec<ActorState, never>);
    return [actor.kind, actor] as const;
  }),
);
let store: TestStore;
let clock: ManualClock;
let host: ActorHost;
let keep: ReturnType<typeof keeperOf>;

beforeEach(async () => {
  store = openTestStore();
  clock = createManualClock();
  keep = keeperOf(store);
  host = new ActorHost({
    journal: store.journal,
    definitions,
    effects: {},
    clock,
    entropy: createSeededEntropy(1),
    onStoreFault: (error) => {
      throw error;
    },
  });
  await host.start();
  const watch = {
    status: 'watching',
    interval_ms: 60_000,
    started_at: someTime,
    last_found: null,
    last_error: null,
    created_at: someTime,
    updated_at: someTime,
  };
  await keep([
    ['worker_target', 'default', healthyWorker(someTime)],
    ['alert_watch', 'main', watch],
  ]);
});
afterEach(async () => {
  await host.drain(0);
  await store.journal.close();
});

async function evaluate({ stored = [], vitals, ...options }: Scene) {
  await keep(stored);
  const context = createTestControl({
    ...options,
    vitals: { alertsCheckedAt: () => toIsoTime(clock.now()), ...vitals },
    reads: store.reads,
    clock,
    actors: { ask: (...args) => host.ask(...args), recall: async () => undefined },
  });
  const by = { dry_run: false, force_notify: false, refresh_worker: false, requested_by: 'test' };
  const { checks } = await readReadiness(context, { refreshWorker: false });
  return { checks, alerts: await checkAlerts(context, by) };
}

describe('a check of readiness', () => {
  it('has a case each', () => {
    expect(Object.keys(readinessCases).sort()).toEqual([...readinessCheckNames].sort());
  });

  const all = Object.entries(readinessCases) as [ReadinessCheckName, ReadinessCase][];
  const told = all.filter(([, { silent }]) => silent === undefined);
  const silent = all.filter(([, { silent: why }]) => why !== undefined);

  it.each(told)('%s raises an alert that fires, and clears it', async (name, { fails, mended }) => {
    const fingerprint = `readiness:${name}`;
    const stands = async (scene: Scene) =>
      (await evaluate(scene)).alerts.alerts.find((alert) => alert.fingerprint === fingerprint);
    expect(await stands(wellScene)).toBeUndefined();
    expect(await stands(fails)).toMatchObject({
      message: expect.stringContaining(name.replaceAll('_', ' ')),
      // Read on a phone, too: the address of a route is no deed.
      suggested_action: expect.not.stringContaining('/control/'),
    });
    clock.advance(Math.max(limits.alertReadinessForMs, wellVitals.alerts.unreachableAfterMs));
    const { stored: _stored, ...stillFails } = fails;
    expect(await stands(stillFails)).toMatchObject({ status: 'firing' });
    const { alerts, checks } = await evaluate(mended);
    expect(alerts.resolved.map((alert) => alert.fingerprint)).toContain(fingerprint);
    expect(checks.find((check) => check.name === name)).toMatchObject({ ok: true });
    expect(await store.reads.countByStatus('alert')).not.toHaveProperty('firing');
  });

  it.each(silent)('%s raises none, for a reason', async (name, { fails, mended }) => {
    const { checks, alerts } = await evaluate(fails);
    expect(checks.find((check) => check.name === name)).toMatchObject({ ok: false });
    expect(alerts.alerts.map(({ fingerprint }) => fingerprint)).not.toContain(`readiness:${name}`);
    const after = await evaluate(mended);
    expect(after.checks.find((check) => check.name === name)).toMatchObject({ ok: true });
  });

  it('of a disk grows as grave as a store that refuses once any write may be refused', async () => {
    const severityAt = async (free_mib: number) => {
      const space = () => ({ ...wellVitals.space()!, free_mib });
      const { alerts } = await evaluate({ vitals: { space } });
      return alerts.alerts.find(({ fingerprint }) => fingerprint === 'readiness:disk_free')
        ?.severity;
    };
    expect(await severityAt(900)).toBe('warn');
    expect(await severityAt(63)).toBe('critical');
    expect(await severityAt(900)).toBe('warn');
  });
});
