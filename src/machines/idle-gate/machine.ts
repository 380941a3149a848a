/**
 * The idle gate of one run: has everything the run started come to rest?
 *
 * | State             | Entered when | Waits for | Leaves by |
 * |-------------------|--------------|-----------|-----------|
 * | `warming`         | the gate is made | the first complete sample | any judged event |
 * | `busy`            | a signal does not hold | a quiet sample | any judged event |
 * | `quiet_candidate` | every signal holds over the window so far | the sustain time, then a fresh sample | any judged event |
 * | `sensor_unknown`  | a reading that a signal needs is missing, or no sample came | a complete sample | any judged event |
 * | `suspect_sensor`  | readings contradict each other | agreement, or twice the sustain time | any judged event |
 * | `idle`            | a fresh sample confirmed a long enough window | – | final |
 * | `timed_out`       | the longest wait has passed | – | final |
 *
 * All judgement is in `evaluation.ts`; the machine follows the outcome. It has no effects and no
 * delays of its own: time arrives with the samples, or as `TICK`.
 */
import { assign, setup } from 'xstate';
import type { IdleState } from '../../domain/statuses.ts';
import { createIdleMemory, type IdleGateInput, type IdleMemory, judge } from './evaluation.ts';
import type { IdleGateEvent } from './events.ts';

const base = setup({
  types: {
    context: {} as IdleMemory,
    events: {} as IdleGateEvent,
    input: {} as IdleGateInput,
  },
  actions: {
    judge: assign(({ context, event }) => judge(context, event)),
  },
  guards: {
    isWarming: ({ context }) => context.outcome === 'warming',
    isBusy: ({ context }) => context.outcome === 'busy',
    isQuiet: ({ context }) => context.outcome === 'quiet_candidate',
    isUnknown: ({ context }) => context.outcome === 'sensor_unknown',
    isSuspect: ({ context }) => context.outcome === 'suspect_sensor',
    isIdle: ({ context }) => context.outcome === 'idle',
    isTimedOut: ({ context }) => context.outcome === 'timed_out',
  },
});

const arrows = [
  { guard: 'isTimedOut', target: 'timed_out' },
  { guard: 'isIdle', target: 'idle' },
  { guard: 'isUnknown', target: 'sensor_unknown' },
  { guard: 'isSuspect', target: 'suspect_sensor' },
  { guard: 'isQuiet', target: 'quiet_candidate' },
  { guard: 'isBusy', target: 'busy' },
  { guard: 'isWarming', target: 'warming' },
] as const satisfies readonly { guard: string; target: IdleState }[];

/** Eventless arrows to wherever the outcome points, but not to the state itself. */
function followOutcome(from: IdleState): (typeof arrows)[number][] {
  return arrows.filter((arrow) => arrow.target !== from);
}

export const idleGateMachine = base.createMachine({
  id: 'idle_gate',
  context: ({ input }) => createIdleMemory(input),
  initial: 'warming',
  on: {
    SAMPLE: { actions: 'judge' },
    CONFIRM: { actions: 'judge' },
    TICK: { actions: 'judge' },
  },
  states: {
    warming: { always: followOutcome('warming') },
    busy: { always: followOutcome('busy') },
    quiet_candidate: { always: followOutcome('quiet_candidate') },
    sensor_unknown: { always: followOutcome('sensor_unknown') },
    suspect_sensor: { always: followOutcome('suspect_sensor') },
    idle: { type: 'final' },
    timed_out: { type: 'final' },
  },
});
