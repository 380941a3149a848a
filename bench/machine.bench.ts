/**
 * Turns a second without storage, against `machine.transition` with a kept scope on the same
 * machine and events.
 */
import { type AnyActorScope, createActor } from 'xstate';
import type { Journal } from '../src/store/ports/journal.ts';
import { createMemoryJournal } from '../test/support/memory-journal.ts';
import { jobEvents, jobMachine } from './support/job-actor.ts';
import { compared, perSecond, printResults, startJobHost } from './support/measure.ts';

const durationMs = 3000;

function bareTransitions(): number {
  const self = createActor(jobMachine);
  const noop = (): void => {};
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: noop,
    defer: noop,
    stopChild: noop,
    emit: noop,
    actionExecutor: noop,
  } as unknown as AnyActorScope;
  const at = new Date(0).toISOString();
  const events = jobEvents.map((event) => ({ ...event, at, by: 'bench', request_key: null }));
  let snapshot = self.getSnapshot();
  let turns = 0;
  const startMs = performance.now();
  while (performance.now() - startMs < durationMs) {
    for (let round = 0; round < 300; round += 1) {
      snapshot = jobMachine.transition(snapshot, events[round % 3]!, scope as never);
    }
    turns += 300;
  }
  return turns / ((performance.now() - startMs) / 1000);
}

/** Accepts every batch and keeps nothing. */
function createNullJournal(): Journal {
  let eventId = 0;
  return {
    ...createMemoryJournal(),
    load: () => Promise.resolve(undefined),
    commit: (turns) =>
      Promise.resolve({
        ok: true,
        turns: turns.map((turn) => ({
          eventIds: turn.events.map(() => (eventId += 1)),
          answers: [],
        })),
      }),
  };
}

const host = await startJobHost(createNullJournal());
const value = await perSecond(256, durationMs, (lane, round) =>
  host.ask({ kind: 'job', id: `job-${lane}` }, jobEvents[round % 3]!),
);
await host.drain(1000);
printResults([
  compared(
    'turns without storage, 256 actors',
    value,
    'turns/s',
    { name: 'machine.transition, kept scope', value: bareTransitions() },
    0.5,
  ),
]);
