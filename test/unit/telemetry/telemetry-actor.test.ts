/** The sampling loop and the watches it feeds, on a clock that is moved by hand. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { defaultIdleProfile } from '../../../src/machines/idle-gate/profile.ts';
import type { IdleReceipt } from '../../../src/machines/idle-gate/receipt.ts';
import type { GpuReading } from '../../../src/sensing/gpu-source.ts';
import type { ListedProcess } from '../../../src/sensing/process-list.ts';
import { type Sample, sampleSchema } from '../../../src/sensing/sample.ts';
import type { SystemReading } from '../../../src/sensing/system-sampler.ts';
import type { RunWatchOwner, WatchRunOptions } from '../../../src/telemetry/run-watch.ts';
import { createTelemetry, type TelemetryOptions } from '../../../src/telemetry/telemetry-actor.ts';
import {
  fakeList,
  fakeProcess,
  identity,
  observerPid,
  rootProcess,
} from '../sensing/fake-processes.ts';

const quiet: SystemReading = {
  cpu_pct: 1,
  load1: 0.1,
  memory_total_mib: 100,
  memory_available_mib: 50,
  problems: [],
};
const intervalMs = 5000;

/** Lets everything that is ready run; nothing here waits for real time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(change: Partial<TelemetryOptions> = {}) {
  const clock = createManualClock();
  const world = {
    system: quiet,
    gpu: { gpus: [], problems: [] } as GpuReading,
    processes: [rootProcess] as ListedProcess[] | Error,
    listCount: 0,
    /** What a sample takes, ms of the manual clock. */
    costMs: 0,
    gate: Promise.resolve(),
  };
  const errors: unknown[] = [];
  const telemetry = createTelemetry({
    clock,
    sampleIntervalMs: intervalMs,
    systemSampler: {
      async read() {
        await world.gate;
        if (world.costMs > 0) clock.advance(world.costMs);
        return world.system;
      },
    },
    gpuSource: { read: async () => world.gpu },
    processSource: {
      async list() {
        world.listCount += 1;
        if (world.processes instanceof Error) throw world.processes;
        return fakeList(world.processes, { monotonicMs: clock.monotonic() });
      },
      readStat: async () => undefined,
    },
    observerPid,
    coreCount: 4,
    onCallbackError: (error) => errors.push(error),
    ...change,
  });
  const samples: Sample[] = [];
  telemetry.subscribe(({ sample }) => samples.push(sample));
  /** Passes `count` intervals, one at a time. */
  const pass = async (count = 1): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      clock.advance(intervalMs);
      await settle();
    }
  };
  return { clock, world, telemetry, samples, errors, pass };
}

function createOwner() {
  const facts: string[] = [];
  const receipts: IdleReceipt[] = [];
  const owner: RunWatchOwner = {
    onAgentExited: ({ tracking }) => facts.push(`exited, ${tracking.alive} alive`),
    onIdleChanged: ({ state }) => facts.push(state),
    onIdle: ({ receipt, tracking }) => {
      facts.push(`idle, ${tracking.alive} alive`);
      receipts.push(receipt);
    },
    onTimeout: ({ receipt }) => {
      facts.push('timed out');
      receipts.push(receipt);
    },
  };
  return { owner, facts, receipts };
}

const watchOptions = (
  owner: RunWatchOwner,
  change: Partial<WatchRunOptions> = {},
): WatchRunOptions => ({
  identity,
  owner,
  profile: { ...defaultIdleProfile, idle_sustain_sec: 30 },
  maxWaitMs: 600_000,
  ...change,
});

describe('the sampling loop', () => {
  it('samples at once, then every interval, and stops', async () => {
    const { telemetry, samples, clock, pass } = setUp();
    telemetry.start();
    telemetry.start();
    await settle();
    expect(samples).toHaveLength(1);
    await pass(2);
    expect(samples.map((sample) => sample.monotonic_ms)).toEqual([0, 5000, 10_000]);
    expect(sampleSchema.parse(samples[0])).toMatchObject({
      health: 'ok',
      gpus: [],
      processes: { alive: 0 },
    });
    await telemetry.stop();
    expect(clock.pendingCount).toBe(0);
    await pass(2);
    expect(samples).toHaveLength(3);
  });

  it('keeps its rhythm when a sample takes time, and counts a late one without crowding the next', async () => {
    const { telemetry, samples, world, pass } = setUp();
    world.costMs = 1000;
    telemetry.start();
    await settle();
    await pass(2);
    world.costMs = 7000;
    await pass();
    world.costMs = 0;
    await pass(2);
    expect(telemetry.status().late_ticks).toBe(1);
    const times = samples.map((sample) => sample.monotonic_ms);
    expect(new Set(times).size).toBe(times.length);
  });

  it('never has two samples under way, and shares the next one among all who ask meanwhile', async () => {
    const { telemetry, world } = setUp();
    let open = (): void => {};
    world.gate = new Promise((resolve) => {
      open = resolve;
    });
    telemetry.start();
    await settle();
    const asked = [telemetry.sampleNow(), telemetry.sampleNow()];
    await settle();
    expect(telemetry.status().samples).toBe(0);
    open();
    const [first, second] = await Promise.all(asked);
    expect(first).toBe(second);
    expect(telemetry.status().samples).toBe(2);
  });

  it('keeps only so many samples, and goes on after a subscriber or a sampler threw', async () => {
    const { telemetry, errors, samples, world, pass } = setUp({ historySize: 2 });
    telemetry.subscribe(() => {
      throw new Error('subscriber');
    });
    telemetry.start();
    await settle();
    world.gate = Promise.reject(new Error('sampler'));
    world.gate.catch(() => {});
    await pass();
    world.gate = Promise.resolve();
    await pass(2);
    expect(errors.map(String)).toEqual([
      'Error: subscriber',
      'Error: sampler',
      'Error: subscriber',
      'Error: subscriber',
    ]);
    expect(telemetry.history()).toEqual(samples.slice(-2));
    expect(telemetry.history(1)).toEqual(samples.slice(-1));
    expect(telemetry.history(0)).toEqual([]);
    expect(telemetry.latest()).toEqual(samples.at(-1));
  });

  it('says what it does not know', async () => {
    const { telemetry, world } = setUp();
    world.gpu = { gpus: null, problems: ['gpus: late'] };
    world.processes = new Error('EMFILE');
    telemetry.watchRun(watchOptions(createOwner().owner));
    expect(await telemetry.sampleNow()).toMatchObject({
      gpus: null,
      processes: { alive: null, cpu_pct: null, rss_mib: null },
      health: 'partial',
      problems: [
        'gpus: late',
        expect.stringMatching(
          /^processes: the process table cannot be read: .* too many files open \(EMFILE\): /,
        ),
      ],
    });
  });

  it('lists processes only while a run is watched, once for all of them', async () => {
    const { telemetry, world, pass } = setUp();
    telemetry.start();
    await settle();
    expect(world.listCount).toBe(0);
    const watches = ['alpha-1', 'alpha-2'].map((runId) =>
      telemetry.watchRun(watchOptions(createOwner().owner, { identity: { ...identity, runId } })),
    );
    await pass();
    expect(world.listCount).toBe(1);
    expect(telemetry.latest()!.processes.alive).toBe(1);
    for (const watch of watches) watch.stop();
    await pass();
    expect(world.listCount).toBe(1);
  });
});

describe('a watched run', () => {
  it('is followed from its agent over its descendants to a confirmed verdict', async () => {
    const { telemetry, world, pass } = setUp();
    const { owner, facts, receipts } = createOwner();
    telemetry.watchRun(watchOptions(owner));
    telemetry.start();
    await settle();
    await pass(200);
    expect(facts).toEqual(['busy']);
    world.processes = [fakeProcess(101, { groupId: 100, sessionId: 100 })];
    await pass(3);
    expect(facts).toEqual(['busy', 'exited, 1 alive']);
    world.processes = [];
    await pass(6);
    expect(facts.slice(2)).toEqual(['quiet_candidate']);
    const samplesBefore = telemetry.status().samples;
    await pass();
    // The seventh quiet sample makes it due; the fresh one has no time of its own on this clock.
    expect(telemetry.status().samples).toBe(samplesBefore + 2);
    await pass();
    expect(facts.slice(2)).toEqual(['quiet_candidate']);
    world.costMs = 10;
    await pass();
    expect(facts.slice(3)).toEqual(['idle, 0 alive']);
    expect(receipts[0]).toMatchObject({
      verdict: 'idle',
      sensor_health: { unknown: 0 },
      require_no_process: true,
    });
    expect(receipts[0]!.window.duration_ms).toBeGreaterThanOrEqual(30_000);
    expect(telemetry.status().watched_runs).toBe(0);
  });

  it('is not idle when the fresh sample finds a process again', async () => {
    const { telemetry, world, pass } = setUp();
    const { owner, facts } = createOwner();
    telemetry.watchRun(watchOptions(owner, { agentExited: true }));
    world.processes = [];
    world.costMs = 10;
    telemetry.start();
    await settle();
    await pass(5);
    // The regular sample sees nothing; before the fresh one, something of the run has come back.
    telemetry.subscribe(() => {
      world.processes = [fakeProcess(102, { runId: identity.runId })];
    });
    await pass();
    expect(telemetry.status().samples).toBe(8);
    expect(facts).toEqual(['quiet_candidate', 'busy']);
  });

  it('times out in silence: a sampler that hangs cannot keep a run forever', async () => {
    const { telemetry, world, clock } = setUp();
    const { owner, facts, receipts } = createOwner();
    telemetry.watchRun(watchOptions(owner, { agentExited: true }));
    world.gate = new Promise(() => {});
    telemetry.start();
    clock.advance(599_999);
    expect(facts).toEqual([]);
    clock.advance(1);
    expect(facts).toEqual(['timed out']);
    expect(receipts[0]).toMatchObject({ verdict: 'timed_out', window: { samples: 0 } });
  });

  it('times out when the process table stays unreadable, though the exit was never seen', async () => {
    const { telemetry, world, pass } = setUp();
    const { owner, facts } = createOwner();
    telemetry.watchRun(watchOptions(owner, { maxWaitMs: 60_000 }));
    world.processes = new Error('EACCES');
    telemetry.start();
    await settle();
    await pass(13);
    expect(facts).toEqual(['warming', 'sensor_unknown', 'timed out']);
  });

  it('starts no wait over when only one listing failed while the agent ran', async () => {
    const { telemetry, world, pass } = setUp();
    const { owner, facts } = createOwner();
    telemetry.watchRun(watchOptions(owner, { maxWaitMs: 60_000 }));
    telemetry.start();
    await settle();
    world.processes = new Error('EMFILE');
    await pass();
    world.processes = [rootProcess];
    await pass(30);
    expect(facts).toEqual(['busy', 'warming', 'busy']);
  });

  it('after a restart counts the earlier wait, begins with an empty window and tells no second exit', async () => {
    const { telemetry, world, pass } = setUp();
    const { owner, facts, receipts } = createOwner();
    world.processes = [];
    telemetry.watchRun(watchOptions(owner, { agentExited: true, waitedMs: 580_000 }));
    telemetry.start();
    await settle();
    await pass(4);
    expect(facts).toEqual(['quiet_candidate', 'timed out']);
    expect(receipts[0]!.waited_ms).toBe(600_000);
  });

  it('survives an owner that throws, and stops without a verdict when told', async () => {
    const { telemetry, world, errors, pass, clock } = setUp();
    const { owner, facts } = createOwner();
    const watch = telemetry.watchRun(
      watchOptions({
        ...owner,
        onAgentExited: () => {
          throw new Error('owner');
        },
      }),
    );
    world.processes = [];
    telemetry.start();
    await settle();
    expect(errors.map(String)).toEqual(['Error: owner']);
    watch.stop();
    await pass(10);
    expect(facts).toEqual(['quiet_candidate']);
    await telemetry.stop();
    expect(clock.pendingCount).toBe(0);
  });
});
