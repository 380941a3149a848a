/** Looking at workers in the background: what is stored, what is only remembered, and who goes first. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { changeBounds } from '../../../src/control/fleet/worker-sightings.ts';
import type { WorkerTarget } from '../../../src/control/fleet/workers.ts';
import { runPreflight, usualOptions } from '../../../src/control/workers/preflight.ts';
import { readWorkerHealth } from '../../../src/control/workers/worker-health.ts';
import { latestWorker, storedWorker } from '../../../src/control/workers/worker-state.ts';
import { createWorkerWatch, type WorkerWatch } from '../../../src/control/workers/worker-watch.ts';
import { limits } from '../../../src/domain/limits.ts';
import { workerGateService } from '../../../src/domain/product.ts';
import { toIsoTime } from '../../../src/lib/clock.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import type { WorkerClient } from '../../../src/worker-client/client.ts';
import { tokenFingerprint } from '../../../src/worker-wire/token-fingerprint.ts';
import { createTestControl } from '../../support/control-context.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

const intervalMs = 30_000;

/** A worker that answers as the test says, and notes how it was asked. */
class FakeWorker {
  liveRuns: string[] = [];
  gpuPct = 0;
  down = false;
  /** Set: health answers only when it is released or given up. */
  hold: Promise<void> | null = null;
  asked = 0;
  atOnce = 0;
  readonly world: DispatchWorld;
  constructor(world: DispatchWorld) {
    this.world = world;
  }

  async health(signal?: AbortSignal) {
    this.asked += 1;
    this.atOnce += 1;
    try {
      if (this.hold !== null) {
        const givenUp = new Promise<'given up'>((resolve) => {
          signal?.addEventListener('abort', () => resolve('given up'), { once: true });
        });
        if ((await Promise.race([this.hold, givenUp])) === 'given up')
          return { kind: 'unknown', error: String(signal?.reason), status: null };
      }
    } finally {
      this.atOnce -= 1;
    }
    if (this.down) return { kind: 'not_sent', error: 'ECONNREFUSED' };
    return ok({ ok: true, service: workerGateService, timestamp: this.world.time });
  }

  get client(): WorkerClient {
    return {
      health: (signal?: AbortSignal) => this.health(signal),
      listRuns: async () =>
        ok({
          runs: this.liveRuns.map((run_id) => ({ run_id, live: true })),
          live_count: this.liveRuns.length,
          callback_token_fingerprint: tokenFingerprint('callback-token-of-a-test'),
          timestamp: this.world.time,
        }),
      telemetry: async () =>
        ok({
          sample: {
            at: this.world.time,
            gpus: [{ index: 0, utilization_pct: this.gpuPct, compute_pids: [] }],
            problems: [],
            memory_available_mib: 8000,
          },
          timestamp: this.world.time,
        }),
      close: async () => {},
    } as unknown as WorkerClient;
  }
}
const ok = (value: object) => ({ kind: 'ok', value });

let world: DispatchWorld;
let watch: WorkerWatch;
beforeEach(async () => {
  world = new DispatchWorld();
  await world.start();
});
afterEach(async () => {
  await watch.stop();
  await world.close();
});

function target(name: string, client: WorkerClient, lane = `http://${name}`): WorkerTarget {
  const clientWith = () => client;
  return {
    name,
    url: lane,
    lane,
    role: 'worker',
    minMemoryAvailableMib: 1,
    evidenceKeyId: null,
    client,
    clientWith,
  };
}

function begin(targets: readonly WorkerTarget[]): ControlContext {
  const { reads, clock, host: actors } = world;
  const context = createTestControl({ reads, clock, actors, targets });
  watch = createWorkerWatch({
    context,
    intervalMs,
    onError: (error) => {
      throw error;
    },
  });
  watch.start();
  return context;
}

async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((done) => setImmediate(done));
}
/** Lets the time pass in steps short enough for every look to be made in its own. */
async function pass(ms: number, stepMs = 5_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    world.clock.advance(stepMs);
    await turns();
  }
}
const workerEvents = async () =>
  (await world.disk.eventsAfter(0, 10_000)).filter(
    ({ entity_type: type }) => type === 'worker_target',
  );

describe('a worker that stays as it is', () => {
  it('is fresh at all times and makes an event every ten minutes at most', async () => {
    const worker = new FakeWorker(world);
    const context = begin([target('a', worker.client)]);
    await pass(3_600_000);
    expect(worker.asked).toBeGreaterThan(100);
    const latest = await latestWorker(context, 'a');
    expect(world.clock.now() - Date.parse(latest!.observed_at!)).toBeLessThanOrEqual(intervalMs);
    expect((await workerEvents()).length).toBeLessThanOrEqual(
      1 + 3_600_000 / limits.workerRecordEveryMs,
    );
    // What is only remembered leaves log and store in agreement.
    expect((await verifyJournal(world.disk)).problems).toEqual([]);
  });

  it('is not written about again by the next process until it is time', async () => {
    const worker = new FakeWorker(world);
    begin([target('a', worker.client)]);
    await pass(10_000);
    await watch.stop();
    begin([target('a', worker.client)]);
    await pass(60_000);
    expect(await workerEvents()).toHaveLength(1);
  });
});

describe('a change', () => {
  it('is stored at once with its time, and ends when it is over', async () => {
    const worker = new FakeWorker(world);
    const context = begin([target('a', worker.client)]);
    await pass(60_000);
    worker.down = true;
    await pass(120_000);
    const lost = await storedWorker(context, 'a');
    expect(lost).toMatchObject({ status: 'unreachable' });
    expect(lost?.reason).toContain('ECONNREFUSED');
    const latest = await latestWorker(context, 'a');
    expect(latest?.since).toBe(lost?.since);
    expect(latest?.consecutive_failures).toBeGreaterThan(1);
    // The last answer keeps its own time.
    expect(Date.parse(latest!.observed_at!)).toBeLessThan(Date.parse(lost!.since!));
    worker.down = false;
    await pass(limits.workerRetryMsMax + intervalMs);
    expect(await storedWorker(context, 'a')).toMatchObject({ status: 'healthy', reason: null });
    expect((await workerEvents()).map(({ event_type: type }) => type)).toEqual([
      'worker_target.discovered',
      'worker_target.lost',
      'worker_target.recovered',
    ]);
  });

  it('makes a bounded number of events where it comes with every look', async () => {
    const worker = new FakeWorker(world);
    const context = begin([target('a', worker.client)]);
    for (let look = 0; look < 120; look += 1) {
      worker.down = look % 2 === 1;
      await pass(intervalMs);
    }
    const events = await workerEvents();
    const perHour = changeBounds.perWindow + 3_600_000 / limits.workerRecordEveryMs;
    expect(events.length).toBeLessThanOrEqual(2 * perHour);
    expect(events.some(({ payload }) => Number(payload['unrecorded']) > 0)).toBe(true);
    // What is shown is what was seen last, stored or not.
    expect((await latestWorker(context, 'a'))?.status).toBe(
      worker.down ? 'unreachable' : 'healthy',
    );
  });
});

describe('a worker at work', () => {
  async function runOn(lane: string): Promise<string> {
    await world.fill();
    const made = world.run('dispatch_one', null, {
      project_id: lane,
      dry_run: false,
      requested_by: 'test',
      force_preflight: false,
    });
    await world.settle(made);
    return (await world.claims())[0]!.runId;
  }

  it('is not called degraded for the run that it was given', async () => {
    const worker = new FakeWorker(world);
    worker.liveRuns = [await runOn('one')];
    worker.gpuPct = 97;
    const context = begin([target('one', worker.client)]);
    await pass(60_000);
    expect(await readWorkerHealth(context)).toMatchObject([
      { worker: { status: 'healthy' }, trouble: null },
    ]);
  });

  it('is called degraded for a run that nobody here gave it', async () => {
    const worker = new FakeWorker(world);
    worker.liveRuns = [await runOn('one'), 'a-stranger'];
    const context = begin([target('one', worker.client)]);
    await pass(60_000);
    const [health] = await readWorkerHealth(context);
    expect(health?.worker.status).toBe('degraded');
    expect(health?.trouble).toContain('a-stranger');
  });
});

describe('looks', () => {
  it('that somebody waits for do not wait for one in the background that hangs', async () => {
    const worker = new FakeWorker(world);
    worker.hold = new Promise(() => {});
    const context = begin([target('a', worker.client)]);
    await pass(5_000, 1_000);
    expect(worker.atOnce).toBe(1);
    worker.hold = null;
    const asked = context.workers.targets[0]!;
    const reply = await runPreflight(context, asked, usualOptions(asked, 0));
    expect(reply.ok).toBe(true);
    await turns();
    // The one that gave way says nothing: its silence is no news of the worker.
    expect((await latestWorker(context, 'a'))?.status).toBe('healthy');
  });

  it('in the background that hang are given up and count as no answer', async () => {
    const worker = new FakeWorker(world);
    worker.hold = new Promise(() => {});
    const context = begin([target('a', worker.client)]);
    await pass(limits.workerProbeMsMax + 2_000, 1_000);
    const latest = await latestWorker(context, 'a');
    expect(latest?.status).toBe('unreachable');
    expect(latest?.reason).toContain('no answer within 10 s');
  });

  it('of people at the same time share one', async () => {
    const worker = new FakeWorker(world);
    const context = begin([]);
    const asked = target('a', worker.client);
    await Promise.all([1, 2, 3].map(() => runPreflight(context, asked, usualOptions(asked, 0))));
    expect(worker.asked).toBe(1);
  });

  it('at an address with two names are made once for both', async () => {
    const worker = new FakeWorker(world);
    const lane = 'http://shared';
    const context = begin([target('a', worker.client, lane), target('b', worker.client, lane)]);
    await pass(5_000, 1_000);
    expect(worker.asked).toBe(1);
    expect(await latestWorker(context, 'b')).toMatchObject({ target: 'b', status: 'healthy' });
  });

  it('at fifty workers are bounded at once, and spread at the start', async () => {
    let release = (): void => {};
    const hold = new Promise<void>((done) => {
      release = done;
    });
    const fakes = Array.from({ length: 50 }, () => Object.assign(new FakeWorker(world), { hold }));
    begin(fakes.map((fake, index) => target(`w${index}`, fake.client)));
    await turns();
    const asking = (): number => fakes.filter(({ atOnce }) => atOnce > 0).length;
    expect(asking()).toBe(0);
    world.clock.advance(intervalMs - 25_000);
    await turns();
    expect(asking()).toBe(limits.workerProbesMax);
    release();
    await pass(intervalMs, 1_000);
    expect(fakes.every(({ asked }) => asked >= 1)).toBe(true);
  });

  it('stop with the watch, and nothing comes of those under way', async () => {
    const worker = new FakeWorker(world);
    worker.hold = new Promise(() => {});
    const context = begin([target('a', worker.client)]);
    await pass(2_000, 1_000);
    await watch.stop();
    expect(await latestWorker(context, 'a')).toBeUndefined();
    await pass(3_600_000, 600_000);
    expect(worker.asked).toBe(1);
  });
});

it('a sighting that was asked for earlier never replaces a later one', async () => {
  const worker = new FakeWorker(world);
  const context = begin([]);
  const { sightings } = context.workers;
  const asked = target('a', worker.client);
  await runPreflight(context, asked, usualOptions(asked, 0));
  const newest = sightings.last('a')!;
  const late = { worker: { ...newest.worker, status: 'unreachable' as const }, startedMs: -1 };
  expect(sightings.note('a', late)).toBe(false);
  expect(sightings.last('a')?.worker.status).toBe('healthy');
  expect(newest.worker.observed_at).toBe(toIsoTime(world.clock.now()));
});
