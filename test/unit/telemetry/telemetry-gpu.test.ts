/** How the telemetry service asks its GPU source: any reading for the loop, a new one for a verdict. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTelemetry } from '../../../src/telemetry/telemetry-actor.ts';

function setUp() {
  const calls: string[] = [];
  let answer: (() => void) | undefined;
  const answered = (name: string) => async () => {
    calls.push(name);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { gpus: [], problems: [] };
  };
  const telemetry = createTelemetry({
    clock: createManualClock(),
    sampleIntervalMs: 5000,
    systemSampler: {
      read: async () => ({
        cpu_pct: 1,
        load1: 1,
        memory_total_mib: 1,
        memory_available_mib: 1,
        problems: [],
      }),
    },
    gpuSource: {
      read: answered('read'),
      readNow: answered('readNow'),
      close: async () => {
        calls.push('close');
        answer?.();
      },
    },
    processSource: {
      list: () => Promise.reject(new Error('nobody asks')),
      readStat: async () => undefined,
    },
  });
  return { telemetry, calls, answer: () => answer?.() };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('telemetry and its GPU source', () => {
  it('takes any reading for the loop, and one that begins later for who needs it', async () => {
    const { telemetry, calls, answer } = setUp();
    telemetry.start();
    await settle();
    const wanted = telemetry.sampleNow();
    await settle();
    expect(calls).toEqual(['read']);
    answer();
    await settle();
    expect(calls).toEqual(['read', 'readNow']);
    answer();
    expect((await wanted).gpus).toEqual([]);
    await telemetry.stop();
  });

  it('ends what the source has started, also while a reading is under way', async () => {
    const { telemetry, calls } = setUp();
    telemetry.start();
    await settle();
    await telemetry.stop();
    expect(calls).toEqual(['read', 'close']);
  });
});
