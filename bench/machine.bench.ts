/**
 * Decisions and turns a second without storage, against `machine.transition` with a kept scope on
 * the same machine and events.
 */
import { type AnyActorScope, type AnyStateMachine, createActor } from 'xstate';
import { createMemoryJournal } from '../src/actors/journal/memory.ts';
import type { Journal } from '../src/actors/journal/port.ts';
import { createDecide } from '../src/actors/machine/decide.ts';
import type { ActorEvent, Stamped } from '../src/actors/machine/durable-actions.ts';
import type { MachineSpec } from '../src/actors/machine/spec.ts';
import { queueItemSpec } from '../src/machines/queue-item/spec.ts';
import { jobEvents, jobSpec } from './support/job-actor.ts';
import { compared, perSecond, printResults, type Result, startJobHost } from './support/measure.ts';
import { queueItemLife } from './support/queue-item-life.ts';

const durationMs = 2000;
/** Measured in turns, so that both meet the same moments of a busy machine. */
const slices = 10;
const stamp = { at: new Date(0).toISOString(), by: 'bench', request_key: null };

/** A loop that takes a machine once through its events; answers how many those were. */
type Life = () => number;

function bareLife(machine: AnyStateMachine, events: readonly object[]): Life {
  const self = createActor(machine);
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
  const first = self.getSnapshot();
  return () => {
    let snapshot = first;
    for (const event of events) snapshot = machine.transition(snapshot, event, scope);
    return events.length;
  };
}

function decidedLife<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  events: readonly Stamped<Event>[],
): Life {
  const decide = createDecide(spec);
  const first = spec.initialState('p');
  return () => {
    let state = first;
    for (const event of events) state = decide(state, event).state;
    return events.length;
  };
}

/** Events a second of both, in alternating slices. */
function race(ours: Life, theirs: Life): { readonly ours: number; readonly theirs: number } {
  const taken = { ours: 0, theirs: 0 };
  const spentMs = { ours: 0, theirs: 0 };
  for (let slice = 0; slice < 2 * slices; slice += 1) {
    const who = slice % 2 === 0 ? 'ours' : 'theirs';
    const life = who === 'ours' ? ours : theirs;
    const startMs = performance.now();
    while (performance.now() - startMs < durationMs / slices) {
      for (let round = 0; round < 100; round += 1) taken[who] += life();
    }
    spentMs[who] += performance.now() - startMs;
  }
  return {
    ours: taken.ours / (spentMs.ours / 1000),
    theirs: taken.theirs / (spentMs.theirs / 1000),
  };
}

function decisions<State extends { readonly status: string }, Event extends ActorEvent>(
  name: string,
  spec: MachineSpec<State, Event>,
  plain: readonly Event[],
): Result {
  const events = plain.map((event) => ({ ...event, ...stamp }));
  const { ours, theirs } = race(decidedLife(spec, events), bareLife(spec.machine, events));
  const baseline = { name: 'machine.transition, kept scope', value: theirs };
  return compared(name, ours, 'decisions/s', baseline, 1);
}

/** Accepts every batch and keeps nothing. */
function createNullJournal(): Journal {
  let eventId = 0;
  return {
    ...createMemoryJournal(),
    load: () => Promise.resolve(undefined),
    commit: (turns) =>
      Promise.resolve(
        turns.map((turn) => ({
          ok: true as const,
          eventIds: turn.events.map(() => (eventId += 1)),
          answers: [],
          effectSequences: [],
        })),
      ),
  };
}

const ofJob = decisions('decisions of a flat job', jobSpec, jobEvents);
const ofItem = decisions('decisions of a queue item, one run long', queueItemSpec, queueItemLife);
const host = await startJobHost(createNullJournal());
const turns = await perSecond(256, durationMs, (lane, round) =>
  host.ask({ kind: 'job', id: `job-${lane}` }, jobEvents[round % 3]!),
);
await host.drain(1000);
printResults([
  ofJob,
  ofItem,
  compared('turns without storage, 256 actors', turns, 'turns/s', ofJob.baseline!, 1),
]);
