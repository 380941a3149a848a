/** Telemetry whose actors fail, or cannot keep up: what was known goes on being known. */
import { describe, expect, it } from 'vitest';
import { VolatileHost } from '../../../src/actors/volatile/host.ts';
import type { EffectContext } from '../../../src/actors/volatile/kind.ts';
import type { VolatileReply } from '../../../src/actors/volatile/message.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { defaultIdleProfile } from '../../../src/machines/idle-gate/profile.ts';
import { emptyRest } from '../../../src/machines/idle-gate/rest.ts';
import type { GpuReading } from '../../../src/sensing/gpu-source.ts';
import { createRunWatchKind } from '../../../src/telemetry/run-watch.ts';
import { createTelemetry } from '../../../src/telemetry/telemetry-actor.ts';
import { createWatchedRuns } from '../../../src/telemetry/watched-runs.ts';
import { fakeList, identity, observerPid } from '../sensing/fake-processes.ts';

const intervalMs = 5000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const machine = {
  cpu_pct: 1,
  load1: 0,
  memory_total_mib: 100,
  memory_available_mib: 50,
  problems: [],
};

function setUp() {
  const clock = createManualClock();
  const failures: string[] = [];
  const errors: string[] = [];
  const world = { gpu: { gpus: [], problems: [] } as GpuReading };
  const host = new VolatileHost({
    clock,
    onFailure: ({ actor, led_to: ledTo }) => failures.push(`${actor} ${ledTo}`),
  });
  const telemetry = createTelemetry({
    clock,
    host,
    sampleIntervalMs: intervalMs,
    systemSampler: { read: async () => machine },
    gpuSource: { read: async () => world.gpu },
    processSource: {
      list: async () => fakeList([], { monotonicMs: clock.monotonic() }),
      readStat: async () => undefined,
    },
    observerPid,
    coreCount: 4,
    onCallbackError: (error) => errors.push(String(error)),
  });
  const pass = async (count = 1): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      clock.advance(intervalMs);
      await settle();
    }
  };
  const facts: string[] = [];
  const owner = {
    onAgentExited: () => void facts.push('exited'),
    onIdleChanged: ({ state }: { state: string }) => void facts.push(state),
    onIdle: () => void facts.push('idle'),
    onTimeout: () => void facts.push('timed out'),
  };
  return { clock, host, telemetry, world, failures, errors, pass, facts, owner };
}

/** A profile that cannot be read as often as told. */
function brittleProfile(failing: { times: number }) {
  return {
    ...defaultIdleProfile,
    get idle_sustain_sec() {
      if (failing.times === 0) return 3600;
      failing.times -= 1;
      throw new Error('profile');
    },
  };
}

describe('a run watch that fails', () => {
  it('goes on with an empty window, tells no second exit and is still ended by the longest wait', async () => {
    const { telemetry, pass, facts, owner, failures } = setUp();
    const failing = { times: 0 };
    const profile = brittleProfile(failing);
    const watch = telemetry.watchRun({ identity, owner, profile, maxWaitMs: 60_000 });
    telemetry.start();
    await settle();
    await pass(3);
    expect(facts).toEqual(['exited', 'quiet_candidate']);
    failing.times = 1;
    await pass();
    expect(failures).toEqual(['run_watch/alpha-1 restart']);
    expect(watch.current()).toMatchObject({ agent_exited: true, state: 'warming' });
    await pass(7);
    expect(facts).toEqual(['exited', 'quiet_candidate']);
    await pass();
    expect(facts).toEqual(['exited', 'quiet_candidate', 'timed out']);
  });

  it('again and again is given up: its owner hears that it has stopped, the loop goes on', async () => {
    const { telemetry, pass, owner, failures } = setUp();
    let stops = 0;
    const failing = { times: 0 };
    telemetry.watchRun({
      identity,
      owner,
      profile: brittleProfile(failing),
      maxWaitMs: 60_000,
      onStop: () => {
        stops += 1;
      },
    });
    telemetry.start();
    await settle();
    failing.times = 1000;
    await pass();
    expect(failures.at(-1)).toBe('run_watch/alpha-1 stop');
    expect(stops).toBe(1);
    expect(telemetry.status().watched_runs).toBe(0);
    await pass();
    expect(telemetry.history()).toHaveLength(3);
  });
});

describe('a sampler that fails', () => {
  it('misses that sample and keeps its counts, its rhythm and the watches', async () => {
    const { telemetry, world, pass, failures, facts, owner } = setUp();
    telemetry.watchRun({ identity, owner, profile: defaultIdleProfile, maxWaitMs: 600_000 });
    telemetry.start();
    await settle();
    world.gpu = { gpus: [null as never], problems: [] };
    const asked = telemetry.sampleNow();
    await expect(asked).rejects.toThrow('the sampler is failed');
    await pass(3);
    world.gpu = { gpus: [], problems: [] };
    await pass();
    expect(new Set(failures)).toEqual(new Set(['sampler/machine restart']));
    expect(telemetry.status()).toMatchObject({ running: true, samples: 2, watched_runs: 1 });
    expect(telemetry.history().map((sample) => sample.monotonic_ms)).toEqual([0, 20_000]);
    expect(facts[0]).toBe('exited');
    await telemetry.stop();
  });
});

describe('a run watch that is slow', () => {
  function setUpShow() {
    const clock = createManualClock();
    const errors: string[] = [];
    const onError = (error: unknown): void => void errors.push(String(error));
    const host = new VolatileHost({ clock });
    const shared = { clock, sampleIntervalMs: intervalMs, onError };
    const runs = createWatchedRuns({
      ...shared,
      host,
      kind: createRunWatchKind({
        ...shared,
        coreCount: 4,
        takeReading: () => Promise.reject(new Error('none')),
      }),
      cut: { coreCount: 4, observerPid },
      begin: () => ({ firstReading: 1, rest: emptyRest }),
    });
    for (const runId of ['r1', 'r2']) {
      runs.watch({
        identity: { ...identity, runId },
        profile: defaultIdleProfile,
        maxWaitMs: 1000,
        owner: { onAgentExited() {}, onIdleChanged() {}, onIdle() {}, onTimeout() {} },
      });
    }
    const reading = {
      number: 1,
      system: machine,
      gpu: { gpus: [], problems: [] },
      list: null,
      earlier: null,
      processProblem: null,
      at: '2026-01-01T00:00:00.000Z',
      monotonicMs: 0,
    };
    /** Shows the reading with `r1` answered by `reply` and the others for real. */
    const show = (reply: Promise<VolatileReply>) =>
      runs.show(reading, {
        ask: (to, event, options) => (to.id === 'r1' ? reply : host.ask(to, event, options)),
      } as EffectContext);
    return { clock, errors, show };
  }

  it('skips a sample and that is said; the others have theirs', async () => {
    const { show, errors } = setUpShow();
    const ticks = await show(Promise.resolve({ ok: false, rejected: 'coalesced' }));
    expect(ticks.map(({ runId }) => runId)).toEqual(['r2']);
    expect(errors).toEqual(['Error: the watch of run r1 was too slow and skipped a sample']);
  });

  it('holds the sample up for an interval at most', async () => {
    const { show, clock } = setUpShow();
    let ticks: readonly { runId: string }[] | undefined;
    const shown = show(new Promise(() => {})).then((result) => {
      ticks = result;
    });
    await settle();
    expect(ticks).toBeUndefined();
    clock.advance(intervalMs);
    await shown;
    expect(ticks?.map(({ runId }) => runId)).toEqual(['r2']);
  });
});
