/** Route observability: nothing when off; bounded, truthful and silent about contents when on. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { LineLog } from '../../../src/lib/line-log.ts';
import { createRouteObservability } from '../../../src/metrics/route-observability.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-lines-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const path = () => join(dir, 'routes.jsonl');
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

const mib = 1024 * 1024;
const create = (more: Partial<Parameters<typeof createRouteObservability>[0]> = {}) =>
  createRouteObservability({
    enabled: true,
    logPath: path(),
    slowMs: 100,
    memoryWarnRssMib: 0,
    clock: createManualClock(),
    readMemory: () => ({ rss: 200 * mib, heapTotal: 3, heapUsed: 2, external: 1, arrayBuffers: 0 }),
    ...more,
  });
const finished = (durationMs: number, more: object = {}) => ({
  method: 'GET',
  routeId: 'queue.list',
  status: 200,
  durationMs,
  cached: false,
  ...more,
});

describe('switched off', () => {
  it('keeps nothing and makes no file', async () => {
    const off = create({ enabled: false });
    off.observe(finished(5));
    await off.close();
    expect(off.health()).toMatchObject({ enabled: false, routes: [], log: null, since: null });
    expect(() => readFileSync(path())).toThrow('ENOENT');
  });
});

describe('a line per request', () => {
  it('tells route, method, status and time, and marks slow ones', async () => {
    const on = create();
    on.observe(finished(99.12345));
    on.observe(finished(100, { method: 'BREW', status: 503, routeId: null }));
    await on.close();
    expect(linesOf(path()).map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        at: '2026-01-01T00:00:00.000Z',
        route: 'queue.list',
        method: 'GET',
        status: 200,
        duration_ms: 99.123,
        slow: false,
        cached: false,
      },
      expect.objectContaining({ route: 'none', method: 'OTHER', status: 503, slow: true }),
    ]);
    expect(on.health().log).toMatchObject({ written_lines: 2, dropped_lines: 0, state: 'closed' });
  });
});

describe('the report of a route', () => {
  it('counts everything and ranks the last requests', async () => {
    const on = create({ limits: { windowRequestsMax: 100 } });
    for (let index = 0; index < 50; index += 1) on.observe(finished(10_000, { status: 500 }));
    for (let index = 100; index >= 1; index -= 1) on.observe(finished(index));
    on.observe(finished(1, { routeId: 'healthz', status: 404 }));
    const { routes } = on.health();
    expect(routes.map(({ route }) => route)).toEqual(['healthz', 'queue.list']);
    expect(routes[1]).toMatchObject({
      count: 150,
      errors: 50,
      refusals: 0,
      slow: 51,
      window: { requests: 100, p50_ms: 50, p95_ms: 95, p99_ms: 99, max_ms: 100 },
    });
    expect(routes[0]).toMatchObject({ count: 1, refusals: 1, window: { p50_ms: 1, max_ms: 1 } });
    await on.close();
  });
});

describe('memory', () => {
  it.each([
    [0, 'no_threshold'],
    [200, 'ok'],
    [199, 'warning'],
  ])('with a threshold of %i MiB says %s', (memoryWarnRssMib, status) => {
    const { memory } = create({ memoryWarnRssMib, enabled: false });
    expect(memory()).toMatchObject({ status, rss_mib: 200, warn_rss_mib: memoryWarnRssMib });
  });
});

describe('the line log', () => {
  it('drops and counts what does not fit into its queue, and never what did', async () => {
    const log = new LineLog({ path: path(), fileBytesMax: 1e6, queueCharsMax: 30 });
    // The first is taken by the write under way; of the others three fit.
    const taken = Array.from({ length: 10 }, (_, index) => log.write(`line-${index}xx`));
    expect(taken.filter(Boolean).length).toBeLessThan(10);
    await log.close();
    const { written_lines: written, dropped_lines: dropped } = log.state();
    expect(written + dropped).toBe(10);
    expect(linesOf(path())).toHaveLength(written);
    expect(log.write('late')).toBe(false);
  });

  it('puts the file aside before it grows past its size, keeping one', async () => {
    const log = new LineLog({ path: path(), fileBytesMax: 100, queueCharsMax: 1000 });
    for (let index = 0; index < 30; index += 1) {
      log.write(`${index}`.padStart(19, '.'));
      await drained(log);
    }
    await log.close();
    expect(log.state()).toMatchObject({ written_lines: 30, rotations: 5, file_bytes: 100 });
    expect(linesOf(path())).toHaveLength(5);
    expect(linesOf(`${path()}.1`)).toHaveLength(5);
  });

  it('says that it fails, and goes on once it can', async () => {
    const file = join(dir, 'later', 'routes.jsonl');
    const log = new LineLog({ path: file, fileBytesMax: 1e6, queueCharsMax: 1000 });
    log.write('lost');
    await drained(log);
    expect(log.state()).toMatchObject({
      state: 'failing',
      last_error: expect.stringContaining('it is not there (ENOENT)'),
      dropped_lines: 1,
    });
    mkdirSync(join(dir, 'later'));
    log.write('kept');
    await drained(log);
    expect(log.state()).toMatchObject({ state: 'ok', last_error: null, written_lines: 1 });
    await log.close();
    expect(linesOf(file)).toEqual(['kept']);
  });
});

/** Waits for the write under way; the log itself is not closed by it. */
async function drained(log: LineLog): Promise<void> {
  const before = log.state();
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = log.state();
    const done = now.written_lines + now.dropped_lines;
    if (now.queued_lines === 0 && done > before.written_lines + before.dropped_lines) return;
  }
}
