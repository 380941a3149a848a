/** Who asks a gate for its latest sample right after a start, before there is one. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import type { Sample } from '../../../src/sensing/sample.ts';
import type { Telemetry, TelemetryTick } from '../../../src/telemetry/telemetry-actor.ts';
import { createTelemetryWatcher } from '../../../src/worker/telemetry/telemetry-watcher.ts';

const sample = { at: '2026-01-01T00:00:00.000Z' } as Sample;

function setUp() {
  const clock = createManualClock();
  const listeners = new Set<(tick: TelemetryTick) => void>();
  let latest: Sample | null = null;
  const telemetry: Pick<Telemetry, 'watchRun' | 'latest' | 'history' | 'subscribe'> = {
    watchRun: () => {
      throw new Error('no run is watched here');
    },
    latest: () => latest,
    history: () => [],
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const { reader } = createTelemetryWatcher({
    telemetry,
    clock,
    maxWaitMs: 1,
    profileOf: () => {
      throw new Error('no run is watched here');
    },
  });
  const tick = (): void => {
    latest = sample;
    for (const listener of listeners) listener({ sample, runs: [] });
  };
  return { reader, clock, listeners, tick };
}

describe('the first sample', () => {
  it('is waited for, by all with one listener', async () => {
    const { reader, listeners, tick, clock } = setUp();
    const asked = [reader.latestOrFirst(), reader.latestOrFirst()];
    expect(reader.latest()).toBeNull();
    expect(listeners.size).toBe(1);
    tick();
    expect(await Promise.all(asked)).toEqual([sample, sample]);
    expect([listeners.size, clock.pendingCount]).toEqual([0, 0]);
    expect(await reader.latestOrFirst()).toBe(sample);
  });

  it('is waited for no longer than a moment: a sensor that hangs is said to tell nothing', async () => {
    const { reader, clock, listeners } = setUp();
    for (const _ of [1, 2]) {
      const asked = reader.latestOrFirst();
      clock.advance(2_000);
      expect(await asked).toBeNull();
    }
    expect(listeners.size).toBe(1);
  });
});
