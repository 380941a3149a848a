/** What each watch and each follower sees of one sampling loop, whatever comes in between. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clock, createManualClock } from '../../../src/lib/clock.ts';
import { defaultIdleProfile } from '../../../src/machines/idle-gate/profile.ts';
import type { ProcessList } from '../../../src/sensing/process-list.ts';
import type { RunWatch } from '../../../src/telemetry/run-watch.ts';
import { createTelemetry, type TelemetryTick } from '../../../src/telemetry/telemetry-actor.ts';
import {
  fakeList,
  fakeProcess,
  identity,
  observerPid,
  rootProcess,
} from '../sensing/fake-processes.ts';

const intervalMs = 5000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const reading = {
  load1: 0,
  memory_total_mib: 100,
  memory_available_mib: 50,
  problems: [],
};

function setUp(change: { clock?: Clock } = {}) {
  const manual = createManualClock();
  const clock = change.clock ?? manual;
  const world = {
    /** Ends the readings under way; null: they end by themselves. */
    held: null as Promise<void> | null,
    fails: false,
    readings: 0,
    list: (): ProcessList => fakeList([rootProcess], { monotonicMs: clock.monotonic() }),
  };
  const errors: unknown[] = [];
  const telemetry = createTelemetry({
    clock,
    sampleIntervalMs: intervalMs,
    systemSampler: {
      async read() {
        world.readings += 1;
        const number = world.readings;
        await world.held;
        if (world.fails) throw new Error('sampler');
        // The number of the reading stands in for the load, so that each can be told.
        return { cpu_pct: number % 101, ...reading };
      },
    },
    gpuSource: { read: async () => ({ gpus: [], problems: [] }) },
    processSource: { list: async () => world.list(), readStat: async () => undefined },
    observerPid,
    coreCount: 4,
    onCallbackError: (error) => errors.push(error),
  });
  const facts: string[] = [];
  const watch = (runId: string): RunWatch =>
    telemetry.watchRun({
      identity: { ...identity, runId },
      profile: { ...defaultIdleProfile, idle_sustain_sec: 30 },
      maxWaitMs: 600_000,
      owner: {
        onAgentExited: () => facts.push(`${runId} exited`),
        onIdleChanged: () => {},
        onIdle: () => facts.push(`${runId} idle`),
        onTimeout: () => facts.push(`${runId} timed out`),
      },
    });
  const ticks: TelemetryTick[] = [];
  telemetry.subscribe((tick) => ticks.push(tick));
  return { clock: manual, world, telemetry, watch, ticks, errors, facts };
}

describe('a watch', () => {
  it('is not shown a reading that began before it, in which its processes may not be yet', async () => {
    const { world, telemetry, watch, ticks, facts, clock } = setUp();
    watch('r1');
    let release = (): void => {};
    world.held = new Promise((resolve) => {
      release = resolve;
    });
    // Listed before the second run's agent is started.
    const early = fakeList([], { monotonicMs: 0 });
    const both = world.list;
    world.list = () => early;
    telemetry.start();
    await settle();
    const second = watch('r2');
    world.list = both;
    world.held = null;
    release();
    await settle();
    expect(ticks.map(({ runs }) => runs.map(({ runId }) => runId))).toEqual([['r1']]);
    expect(facts).toEqual(['r1 exited']);
    clock.advance(intervalMs);
    await settle();
    expect(ticks.at(-1)!.runs.map(({ runId }) => runId)).toEqual(['r1', 'r2']);
    expect(second.current().agent_exited).toBe(false);
  });

  it('sees every sample of the loop after its start exactly once and in order', async () => {
    const actions = fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('tick' as const) },
        fc.constantFrom('add', 'remove', 'fail', 'fresh', 'throw', 'restart', 'late' as const),
      ),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const { clock, world, telemetry, watch, ticks, errors } = setUp();
        const watches = new Map<string, RunWatch>();
        const expected = new Map<string, (number | null)[]>();
        const seen = new Map<string, (number | null)[]>();
        let next = 0;
        let taken = 0;
        const account = (): void => {
          for (const { sample, runs } of ticks.slice(taken)) {
            for (const runId of watches.keys()) expected.get(runId)!.push(sample.cpu_pct);
            for (const run of runs) {
              seen.set(run.runId, [...(seen.get(run.runId) ?? []), run.sample.cpu_pct]);
            }
          }
          taken = ticks.length;
        };
        telemetry.start();
        await settle();
        account();
        for (const step of steps) {
          if (step === 'add') {
            const runId = `r${next}`;
            next += 1;
            watches.set(runId, watch(runId));
            expected.set(runId, []);
          } else if (step === 'remove') {
            const [runId] = watches.keys();
            if (runId === undefined) continue;
            watches.get(runId)!.stop();
            watches.delete(runId);
          } else if (step === 'fresh') {
            await telemetry.sampleNow();
          } else if (step === 'throw') {
            const end = telemetry.subscribe(() => {
              end();
              throw new Error('follower');
            });
          } else if (step === 'restart') {
            const ended = [...watches.values()];
            await telemetry.stop();
            for (const each of ended) each.stop();
            watches.clear();
            telemetry.start();
            await settle();
            account();
          } else {
            world.fails = step === 'fail';
            clock.advance(step === 'late' ? 3 * intervalMs : intervalMs);
            await settle();
            await settle();
            world.fails = false;
            account();
          }
        }
        await telemetry.stop();
        for (const [runId, samples] of expected) expect(seen.get(runId) ?? []).toEqual(samples);
        for (const samples of seen.values()) expect(new Set(samples).size).toBe(samples.length);
        expect(errors.map(String).every((each) => /sampler|follower/.test(each))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the loop', () => {
  it('runs once, also when it was stopped and started within a reading', async () => {
    const { world, telemetry, ticks, clock } = setUp();
    let release = (): void => {};
    world.held = new Promise((resolve) => {
      release = resolve;
    });
    telemetry.start();
    await settle();
    const stopped = telemetry.stop();
    telemetry.start();
    world.held = null;
    release();
    await stopped;
    await settle();
    expect(ticks).toHaveLength(1);
    clock.advance(intervalMs);
    await settle();
    expect(ticks).toHaveLength(2);
    expect(clock.pendingCount).toBe(1);
  });

  it('goes on at its pace when time has gone back', async () => {
    const manual = createManualClock();
    let backMs = 0;
    const clock = { ...manual, monotonic: () => manual.monotonic() - backMs };
    const { telemetry, ticks } = setUp({ clock });
    telemetry.start();
    await settle();
    manual.advance(intervalMs - 1);
    backMs = 3_600_000;
    for (let turn = 0; turn < 3; turn += 1) {
      manual.advance(intervalMs);
      await settle();
    }
    expect(ticks.length).toBeGreaterThanOrEqual(3);
  });

  it('tells what its samples took', async () => {
    const { telemetry, clock } = setUp();
    telemetry.start();
    await settle();
    clock.advance(intervalMs);
    await settle();
    const count = telemetry.durations('x').find(({ metricName }) => metricName === 'x_count');
    expect(count?.value).toBe(2);
  });

  it('is shown to several runs at once, each with its own processes', async () => {
    const { world, telemetry, watch, ticks } = setUp();
    world.list = () =>
      fakeList([rootProcess, fakeProcess(200, { runId: 'r2' }), fakeProcess(201, { runId: 'r2' })]);
    watch('r1');
    telemetry.watchRun({
      identity: {
        ...identity,
        runId: 'r2',
        projectDir: '/projects/beta',
        rootPid: 200,
        groupId: 200,
        rootStartTicks: 1200,
      },
      profile: defaultIdleProfile,
      maxWaitMs: 1000,
      owner: { onAgentExited() {}, onIdleChanged() {}, onIdle() {}, onTimeout() {} },
    });
    telemetry.start();
    await settle();
    const [tick] = ticks;
    expect(tick!.runs.map(({ runId, sample }) => [runId, sample.processes.alive])).toEqual([
      ['r1', 1],
      ['r2', 2],
    ]);
    expect(tick!.sample.processes.alive).toBe(3);
  });
});
