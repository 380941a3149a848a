/** Streams of live samples: numbers, gaps, and readers that wait. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { toSample, unknownProcesses } from '../../../src/sensing/sample.ts';
import {
  createRunStreams,
  type RunStreamQuery,
  runStreamLimits,
} from '../../../src/telemetry/run-streams.ts';

const sample = toSample(
  {
    at: '2026-01-01T00:00:00.000Z',
    monotonic_ms: 0,
    cpu_pct: 1,
    load1: 0,
    memory_total_mib: 1,
    memory_available_mib: 1,
    gpus: [],
    processes: unknownProcesses,
  },
  [],
);
const watch = {
  state: 'busy',
  agent_exited: false,
  window_progress_ms: 0,
  required_ms: 1000,
  reasons: [],
} as const;
const query = (change: Partial<RunStreamQuery> = {}): RunStreamQuery => ({
  since: null,
  streamId: null,
  limit: 10,
  waitMs: 0,
  expected: false,
  signal: new AbortController().signal,
  ...change,
});

function setUp() {
  const clock = createManualClock();
  const streams = createRunStreams({ clock, streamId: 'boot-1' });
  const take = (runId: string, count = 1): void => {
    for (let turn = 0; turn < count; turn += 1) {
      streams.take({ sample, runs: [{ runId, sample, watch }] });
    }
  };
  const numbers = async (runId: string, change: Partial<RunStreamQuery> = {}) => {
    const page = await streams.read(runId, query(change));
    return { seqs: page.entries.map(({ seq }) => seq), gap: page.gap, next: page.next };
  };
  return { clock, streams, take, numbers };
}

describe('reading', () => {
  it('begins with the newest, then goes on in order without a gap or a repeat', async () => {
    const { streams, take, numbers } = setUp();
    streams.open('r1');
    take('r1', 5);
    expect(await numbers('r1', { limit: 2 })).toEqual({ seqs: [4, 5], gap: false, next: 5 });
    expect(await numbers('r1', { since: 5 })).toEqual({ seqs: [], gap: false, next: 5 });
    take('r1', 3);
    expect(await numbers('r1', { since: 5, limit: 2 })).toEqual({
      seqs: [6, 7],
      gap: false,
      next: 7,
    });
    expect(await numbers('r1', { since: 7, limit: 2 })).toEqual({ seqs: [8], gap: false, next: 8 });
  });

  it('tells of a gap: a ring that has moved on, another stream, a number that never was', async () => {
    const { streams, take, numbers } = setUp();
    streams.open('r1');
    take('r1', runStreamLimits.samplesPerRunMax + 3);
    expect(await numbers('r1', { since: 3, limit: 1 })).toEqual({ seqs: [4], gap: false, next: 4 });
    expect(await numbers('r1', { since: 2, limit: 1 })).toEqual({ seqs: [4], gap: true, next: 4 });
    const foreign = { since: 5, streamId: 'boot-0', limit: 1 };
    expect(await numbers('r1', foreign)).toEqual({ seqs: [4], gap: true, next: 4 });
    expect(await numbers('r1', { since: 9999, limit: 1 })).toMatchObject({ seqs: [4], gap: true });
  });

  it('keeps only so many runs, and those that are watched before all', async () => {
    const { streams, take, numbers } = setUp();
    streams.open('live');
    take('live');
    for (let run = 0; run < runStreamLimits.runsMax + 2; run += 1) {
      streams.open(`old-${run}`);
      take(`old-${run}`);
      streams.end(`old-${run}`);
    }
    expect((await numbers('live')).seqs).toEqual([1]);
    expect((await numbers('old-0')).seqs).toEqual([]);
    expect((await numbers(`old-${runStreamLimits.runsMax + 1}`)).seqs).toEqual([1]);
  });
});

describe('waiting', () => {
  it('ends with the next sample of that run', async () => {
    const { clock, streams, take } = setUp();
    streams.open('r1');
    streams.open('r2');
    const asked = streams.read('r1', query({ waitMs: 1000 }));
    take('r2');
    expect(streams.waiting).toBe(1);
    take('r1');
    expect((await asked).entries.map(({ seq }) => seq)).toEqual([1]);
    expect(streams.waiting).toBe(0);
    expect(clock.pendingCount).toBe(0);
  });

  it('ends with the time, with the client, with the run, and with the stream', async () => {
    const { clock, streams } = setUp();
    streams.open('r1');
    const client = new AbortController();
    const timed = streams.read('r1', query({ waitMs: 500 }));
    clock.advance(500);
    expect(await timed).toMatchObject({ entries: [], watched: true });
    const left = streams.read('r1', query({ waitMs: 500, signal: client.signal }));
    client.abort();
    expect((await left).entries).toEqual([]);
    const ended = streams.read('r1', query({ waitMs: 500 }));
    streams.end('r1');
    expect(await ended).toMatchObject({ entries: [], watched: false });
    streams.open('r1');
    const closed = streams.read('r1', query({ waitMs: 500 }));
    streams.close();
    expect((await closed).entries).toEqual([]);
    expect(await streams.read('r1', query({ waitMs: 500 }))).toMatchObject({ entries: [] });
    expect(clock.pendingCount).toBe(0);
  });

  it('begins before a run is watched when that is expected, and not otherwise', async () => {
    const { streams, take } = setUp();
    expect(await streams.read('r1', query({ waitMs: 500 }))).toMatchObject({ entries: [] });
    const asked = streams.read('r1', query({ waitMs: 500, expected: true }));
    streams.open('r1');
    take('r1');
    expect((await asked).entries).toHaveLength(1);
  });

  it('is refused in words when too many wait', async () => {
    const { streams } = setUp();
    streams.open('r1');
    const { waitersMax } = runStreamLimits;
    const waiting = Array.from({ length: waitersMax }, () =>
      streams.read('r1', query({ waitMs: 500 })),
    );
    await expect(streams.read('r1', query({ waitMs: 500 }))).rejects.toMatchObject({
      code: 'overloaded',
    });
    streams.close();
    expect(await Promise.all(waiting)).toHaveLength(waitersMax);
  });
});
