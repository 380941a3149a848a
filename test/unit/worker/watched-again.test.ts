/** What a watch begins with that is made again after a restart of the gate. */
import { expect, it } from 'vitest';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { initialGateRun } from '../../../src/machines/gate-run/context.ts';
import { defaultIdleProfile } from '../../../src/machines/idle-gate/profile.ts';
import type { WatchRunOptions } from '../../../src/telemetry/run-watch.ts';
import { createTelemetryWatcher } from '../../../src/worker/telemetry/telemetry-watcher.ts';

const minuteMs = 60_000;
const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['a minute', 1, 1],
  ['all of the longest wait but a minute', 59, 48],
  ['two days without a gate', 2880, 48],
  ['a clock that was set back since', -30, 0],
])('counts the waiting before it, and leaves time to see quiet: %s', (_, minutes, expected) => {
  const watched: WatchRunOptions[] = [];
  const telemetry = {
    watchRun(run: WatchRunOptions) {
      watched.push(run);
      return { identity: run.identity } as never;
    },
    latest: () => null,
    history: () => [],
    subscribe: () => () => undefined,
  };
  const { watcher } = createTelemetryWatcher({
    telemetry,
    profileOf: () => defaultIdleProfile,
    maxWaitMs: 60 * minuteMs,
    clock: createManualClock(now),
  });
  const agent_exited_at = toIsoTime(now - minutes * minuteMs);
  const run = { ...initialGateRun('r'), status: 'quieting' as const, agent_exited_at };
  watcher.watch(run, '/nowhere', () => undefined);
  expect(watched[0]?.waitedMs).toBe(expected * minuteMs);
});
