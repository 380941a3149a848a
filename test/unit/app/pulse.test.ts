/** Whether a process does its work: stuck actors and samples that stay away are found, nothing else. */
import { expect, it } from 'vitest';
import type { InspectionEntry } from '../../../src/actors/runtime/inspection.ts';
import { createPulse } from '../../../src/app/process/pulse.ts';
import { createManualClock } from '../../../src/lib/clock.ts';

function hostWith(messages: () => number) {
  const listeners: ((entry: InspectionEntry) => void)[] = [];
  return {
    host: {
      stats: () => ({
        active: 1,
        messages: messages(),
        effects: 0,
        timers: 0,
        quarantined: [],
        readFaults: [],
      }),
      inspection: {
        subscribe(listener: (entry: InspectionEntry) => void) {
          listeners.push(listener);
          return () => {};
        },
      },
    },
    turn: () => {
      const entry = { kind: 'restart', at: '', actor: '', event: '', reason: '' } as const;
      for (const listener of listeners) listener(entry);
    },
  };
}

it('finds a host whose messages wait while no turn is taken, once a minute has passed', () => {
  const clock = createManualClock();
  const { host, turn } = hostWith(() => 3);
  const pulse = createPulse({ clock, hosts: { 'worker gate': host }, sampling: null });
  expect(pulse.findTrouble()).toBeNull();
  clock.advance(60_000);
  expect(pulse.findTrouble()).toBeNull();
  clock.advance(1);
  expect(pulse.findTrouble()).toBe(
    '3 messages wait in the worker gate and no turn was taken for 60 s',
  );
  turn();
  expect(pulse.findTrouble()).toBeNull();
});

it('lets a host rest that has nothing to do', () => {
  const clock = createManualClock();
  let messages = 0;
  const { host } = hostWith(() => messages);
  const pulse = createPulse({ clock, hosts: { gate: host }, sampling: null });
  clock.advance(3_600_000);
  expect(pulse.findTrouble()).toBeNull();
  messages = 1;
  clock.advance(60_000);
  expect(pulse.findTrouble()).toBeNull();
});

it.each([
  [5_000, 60_000],
  [60_000, 300_000],
])('finds samples that stay away (every %i ms) after %i ms', (intervalMs, limitMs) => {
  const clock = createManualClock();
  let ageMs: number | null = null;
  const pulse = createPulse({ clock, hosts: {}, sampling: { intervalMs, ageMs: () => ageMs } });
  clock.advance(limitMs);
  expect(pulse.findTrouble()).toBeNull();
  clock.advance(1);
  expect(pulse.findTrouble()).toContain('no telemetry sample for');
  ageMs = limitMs;
  expect(pulse.findTrouble()).toBeNull();
  ageMs = limitMs + 1;
  expect(pulse.findTrouble()).toContain(`one is due every ${intervalMs / 1000} s`);
});
