/** Random walks through one machine, each step checked against what must hold for every machine. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import { createDecide } from '../../src/actors/machine/decide.ts';
import type {
  ActorEvent,
  DurableAction,
  Stamped,
} from '../../src/actors/machine/durable-actions.ts';
import { createRestoring } from '../../src/actors/machine/restore.ts';
import type { MachineDecision, MachineSpec } from '../../src/actors/machine/spec.ts';
import type { WithStatus } from '../../src/actors/statechart/stored.ts';
import { machineStateOf } from '../machine-state.ts';
import { allowedTargets, type MachineModel } from '../models/table.ts';

/** One turn of a walk. */
export interface Step<State, Event extends ActorEvent> {
  readonly before: State;
  readonly event: Stamped<Event>;
  readonly after: State;
  readonly accepted: boolean;
  readonly actions: readonly DurableAction[];
}

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

/** The event as the runtime would stamp it at that position of the walk. */
export function stampAt<Event extends ActorEvent>(event: Event, index: number): Stamped<Event> {
  return {
    ...event,
    at: new Date(startMs + index * 60_000).toISOString(),
    by: 'tester',
    request_key: index % 3 === 0 ? null : `request-${index}`,
  };
}

/** Plays events from the first state and gives every turn. */
export function play<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  events: readonly Event[],
): readonly Step<State, Event>[] {
  const decide = createDecide(spec);
  let state = spec.initialState('p');
  return events.map((plain, index) => {
    const event = stampAt(plain, index);
    const decision = decide(state, event);
    const step = { before: state, event, ...pick(decision) };
    state = decision.state;
    return step;
  });
}

function pick<State>({ state, accepted, actions }: MachineDecision<State>) {
  return { after: state, accepted, actions };
}

/** What must hold of a turn of any machine. */
export function checkStep<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  model: MachineModel,
  step: Step<State, Event>,
): void {
  const { before, event, after, accepted, actions } = step;
  const targets = allowedTargets(model, before.status, event.type);
  if (!accepted) {
    expect(after).toBe(before);
    expect(actions).toEqual([]);
    const refusal = spec.explainRefusal(before, event);
    expect(refusal.code).toMatch(/^[a-z][a-z0-9_]+$/);
    expect(refusal.message).toMatch(/^\S.+[.]$/s);
    return;
  }
  expect(targets, `${before.status} --${event.type}--> ${after.status}`).toContain(after.status);
  const { restore } = createRestoring(spec);
  expect(restore(JSON.parse(JSON.stringify(after)), spec.stateVersion)).toEqual(after);
  const records = actions.filter((action) => action.type === 'record');
  for (const record of records) {
    expect(record.params.event_type).toMatch(/^[a-z_]+\.[a-z_]+$/);
  }
  if (after !== before) {
    expect(records.length, `${event.type} changed ${before.status} unrecorded`).toBeGreaterThan(0);
    expect(after).toMatchObject({ updated_at: event.at });
    expect(after).not.toMatchObject({ created_at: '' });
  }
  // What is stored and sent must be JSON, nothing lost.
  expect(JSON.parse(JSON.stringify({ after, actions }))).toEqual({ after, actions });
}

/** A step must be decided as XState's public call does, from the state as it was stored. */
export function checkAgainstPublicCall<
  State extends { readonly status: string },
  Event extends ActorEvent,
>(spec: MachineSpec<State, Event>, step: Step<State, Event>): void {
  const snapshot = toSnapshot(spec, step.before);
  const [next, executed] = transition(spec.machine, snapshot, step.event);
  const expected = toSnapshot(spec, step.after);
  expect(executed.map(({ type, params }) => ({ type, params }))).toEqual(step.actions);
  expect(next.value).toEqual(expected.value);
  expect(next.historyValue).toEqual(expected.historyValue);
  expect(next.context).toEqual(expected.context);
  expect(next !== snapshot || executed.length > 0).toBe(step.accepted);
}

/** A stored state as XState has it. */
function toSnapshot(
  { machine }: { readonly machine: AnyStateMachine },
  state: WithStatus,
): AnyMachineSnapshot {
  const { status: _status, machine_state: _machineState, ...context } = state;
  const { value, history } = machineStateOf(machine, state);
  const historyValue = Object.entries(history ?? {}).map(([id, ids]) => [
    id,
    ids.map((each) => machine.getStateNodeById(`#${each}`)),
  ]);
  return machine.resolveState({ value, context, historyValue: Object.fromEntries(historyValue) });
}

/** Puts the item's current run where an event says `current`. */
function aboutCurrentRun<State, Event extends object>(state: State, event: Event): Event {
  const of = state as { readonly current_run_id?: string | null };
  const run_id = of.current_run_id ?? 'none';
  if ('run_id' in event && event.run_id === 'current') return { ...event, run_id };
  if (!('callback' in event)) return event;
  const callback = event.callback as { readonly run_id: string };
  return callback.run_id === 'current' ? { ...event, callback: { ...callback, run_id } } : event;
}

/**
 * Random walks of a spec. At every eager step the first of a few candidate events that moves the
 * machine on is taken, otherwise whatever comes first: so walks go deep and still hold late,
 * repeated and unfitting events.
 */
export function walks<State extends { readonly status: string }, Event extends ActorEvent>(
  spec: MachineSpec<State, Event>,
  events: fc.Arbitrary<Event>,
  maxLength = 40,
): fc.Arbitrary<Event[]> {
  const step = fc.record({
    candidates: fc.array(events, { minLength: 1, maxLength: 4, size: 'max' }),
    eager: fc.constantFrom(true, true, true, false),
  });
  const decide = createDecide(spec);
  return fc.array(step, { minLength: 1, maxLength, size: 'max' }).map((steps) => {
    let state = spec.initialState('p');
    return steps.map(({ candidates, eager }, index) => {
      const fitting = candidates.map((event) => aboutCurrentRun(state, event));
      const movesOn = (event: Event): boolean =>
        decide(state, stampAt(event, index)).state.status !== state.status;
      const chosen = (eager ? fitting.find(movesOn) : undefined) ?? fitting[0]!;
      state = decide(state, stampAt(chosen, index)).state;
      return chosen;
    });
  });
}
