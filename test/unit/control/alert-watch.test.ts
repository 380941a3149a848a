/** The alert watch in its host: over a death in the middle of an evaluation, and a clock that jumps. */
import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { MachineSpec } from '../../../src/actors/machine/spec.ts';
import type { ActorState } from '../../../src/actors/runtime/definition.ts';
import { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createMachineActor } from '../../../src/actors/runtime/machine-actor.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { alertWatchSpec } from '../../../src/machines/alert-watch/spec.ts';
import { createCrashableJournal } from '../../../src/simulation/crashable-journal.ts';

const watch = createMachineActor(alertWatchSpec as unknown as MachineSpec<ActorState, never>);
const address = { kind: 'alert_watch', id: 'main' };
const found = { pending: 0, firing: 0, suppressed: 0, incidents: 0 };
const dayMs = 86_400_000;

function createWorld() {
  const disk = createMemoryJournal({ hashed: false });
  const clock = createManualClock();
  let journal = createCrashableJournal(disk);
  let starts = 0;
  let checks = 0;
  let answers = true;
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
  };
  return {
    clock,
    log: disk.log,
    settle,
    checks: () => checks,
    /** From now on an evaluation hangs, as one does when its process dies. */
    hang: () => {
      answers = false;
    },
    /** A new process; the one before is dead. */
    async start(): Promise<void> {
      journal.die();
      journal = createCrashableJournal(disk);
      starts += 1;
      answers = true;
      const host = new ActorHost({
        journal,
        definitions: new Map([[watch.kind, watch]]),
        effects: {
          'alerts.check': {
            run: async () => {
              checks += 1;
              return answers
                ? ({ type: 'CHECKED', found, due_ms: null } as never)
                : new Promise<never>(() => {});
            },
          },
        },
        clock,
        entropy: createSeededEntropy(starts),
        onStoreFault: (error) => {
          throw error;
        },
      });
      await host.start();
      await host.ask(address, { type: 'START', interval_ms: 60_000 } as never);
      // What is overdue comes with the next moment.
      clock.advance(0);
      await settle();
    },
  };
}

it('evaluates at each start and once an interval, and again after a death in the middle', async () => {
  const world = createWorld();
  await world.start();
  expect(world.checks()).toBe(1);
  world.hang();
  world.clock.advance(60_000);
  await world.settle();
  expect(world.checks()).toBe(2);
  // The look that was cut off, and the one of the start.
  await world.start();
  expect(world.checks()).toBe(4);
  world.clock.advance(59_999);
  await world.settle();
  expect(world.checks()).toBe(4);
  world.clock.advance(1);
  await world.settle();
  expect(world.checks()).toBe(5);
});

it('writes nothing in a day in which nothing changes', async () => {
  const world = createWorld();
  await world.start();
  const { length } = world.log;
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    world.clock.advance(60_000);
    await world.settle();
  }
  expect(world.checks()).toBe(1 + 24 * 60);
  expect(world.log.slice(length)).toEqual([]);
});

it('makes up for a day without the service, or a clock that jumps by one, with one check', async () => {
  const world = createWorld();
  await world.start();
  world.clock.jumpWall(dayMs);
  await world.start();
  expect(world.checks()).toBe(2);
  world.clock.jumpWall(-dayMs);
  await world.start();
  expect(world.checks()).toBe(3);
  world.clock.advance(60_000);
  await world.settle();
  expect(world.checks()).toBe(4);
});
