/**
 * The idle gate of one run: has everything the run started come to rest?
 *
 * | State | Entered when | Waits for | Leaves by |
 * |---|---|---|---|
 * | `warming` | the gate is made | the first complete sample | any later sample |
 * | `busy` | a signal does not hold, or evidence speaks against quiet | a quiet sample | any sample |
 * | `blind` | a reading that a signal needs is missing, or samples stay away | a complete sample | any sample |
 * | `quiet.gathering` | every signal holds over the window so far | the sustain time | a window that is long enough |
 * | `quiet.confirming` | the window is long enough, and no evidence holds it back | a fresh sample | `CONFIRM`, or any sample |
 * | `suspicious.ghost` | a GPU reads busy, and nobody is on it | readings that agree | any sample |
 * | `suspicious.gathering`, `.confirming` | as in `quiet`, but readings in the window contradict each other | twice the sustain time, then a fresh sample | as in `quiet` |
 * | `idle` | a fresh sample agreed with a window that is long enough | – | final |
 * | `timed_out` | the longest wait has passed | – | final |
 *
 * `watching` holds all but the verdicts: what a sample shows leads to the same place from wherever
 * the gate is, and its arrows, in their order, are the contract. The context is the window. There
 * are no effects and no delays: time arrives with the samples, or as `TICK`. Readers know a state by
 * its `meta.status`, and that a fresh sample is wanted by the tag `confirmation_due`.
 */
import { and, assign, not, setup } from 'xstate';
import type { IdleState } from '../../domain/statuses.ts';
import { idleGuards } from './guards.ts';
import {
  breakWindow,
  confirmWindow,
  createIdleMemory,
  growWindow,
  type IdleGateInput,
  type IdleMemory,
  loseSight,
  noteSilence,
  noteStale,
  noteTime,
} from './memory.ts';
import type { ReadEvent } from './reading.ts';

const base = setup({
  types: {
    context: {} as IdleMemory,
    events: {} as ReadEvent,
    input: {} as IdleGateInput,
    meta: {} as { readonly status: IdleState },
    tags: {} as 'confirmation_due',
  },
  guards: {
    ...idleGuards,
    firstSampleIncomplete: and(['isFirstSample', 'sensorsMissing']),
    sampleIsStale: not('sampleIsFresh'),
    verdictIsDue: and(['windowLongEnough', not('evidenceHoldsBack')]),
    freshSampleAgrees: and([
      not('waitedTooLong'),
      'sampleIsFresh',
      not('sensorsMissing'),
      not('signalBroken'),
      'sampleIsQuiet',
      'verdictStaysDue',
    ]),
  },
  actions: {
    noteTime: assign(({ context, event }) => noteTime(context, event)),
    noteSilence: assign(({ context, event }) => noteSilence(context, event)),
    noteStale: assign(({ context }) => noteStale(context)),
    loseSight: assign(({ context, event }) => loseSight(context, event)),
    breakWindow: assign(({ context, event }) => breakWindow(context, event)),
    growWindow: assign(({ context, event }) => growWindow(context, event)),
    confirmWindow: assign(({ context, event }) => confirmWindow(context, event)),
  },
});

/** What a sample shows, the strongest first. */
const judgement = [
  { guard: 'firstSampleIncomplete', target: '.warming', actions: 'loseSight' },
  { guard: 'sensorsMissing', target: '.blind', actions: 'loseSight' },
  { guard: 'onlyGhostIsBusy', target: '.suspicious.ghost', actions: 'breakWindow' },
  { guard: 'signalBroken', target: '.busy', actions: 'breakWindow' },
  { guard: 'evidenceSpeaksAgainst', target: '.busy', actions: 'growWindow' },
  { guard: 'sampleRepeats', actions: 'growWindow' },
  { guard: 'readingsDoubted', target: '.suspicious', actions: 'growWindow' },
  { target: '.quiet', actions: 'growWindow' },
] as const;

const giveUp = { guard: 'waitedTooLong', target: '#timed_out', actions: 'noteTime' } as const;

const gathering = base.createStateConfig({
  description: 'The window is not long enough yet, or evidence holds the verdict back.',
  always: { guard: 'verdictIsDue', target: 'confirming' },
});

const confirming = base.createStateConfig({
  description: 'The window is long enough: a fresh sample decides.',
  tags: 'confirmation_due',
  on: { CONFIRM: { guard: 'freshSampleAgrees', target: '#idle', actions: 'confirmWindow' } },
});

/** The statechart of the table above; `gate.ts` drives it, with events that were read before. */
export const idleGateMachine = base.createMachine({
  id: 'idle_gate',
  context: ({ input }) => createIdleMemory(input),
  initial: 'watching',
  states: {
    watching: {
      description: 'No verdict yet.',
      initial: 'warming',
      on: {
        SAMPLE: [giveUp, ...judgement],
        CONFIRM: [giveUp, { guard: 'sampleIsStale', actions: 'noteStale' }, ...judgement],
        TICK: [
          giveUp,
          { guard: 'samplesStayAway', target: '.blind', actions: 'noteSilence' },
          { actions: 'noteTime' },
        ],
      },
      states: {
        warming: {
          description: 'No complete sample yet.',
          meta: { status: 'warming' },
        },
        busy: {
          description: 'A signal does not hold, or evidence speaks against quiet.',
          meta: { status: 'busy' },
        },
        blind: {
          description: 'A reading that is needed is missing, or samples stay away.',
          meta: { status: 'sensor_unknown' },
        },
        quiet: {
          description: 'Every signal holds over the window so far.',
          meta: { status: 'quiet_candidate' },
          initial: 'gathering',
          states: { gathering, confirming },
        },
        suspicious: {
          description: 'Readings contradict each other: quiet must last twice as long.',
          meta: { status: 'suspect_sensor' },
          initial: 'gathering',
          states: {
            ghost: { description: 'A GPU reads busy, and nobody is on it.' },
            gathering,
            confirming,
          },
        },
      },
    },
    idle: {
      id: 'idle',
      type: 'final',
      description: 'A fresh sample agreed with a window that is long enough.',
      meta: { status: 'idle' },
    },
    timed_out: {
      id: 'timed_out',
      type: 'final',
      description: 'The longest wait has passed.',
      meta: { status: 'timed_out' },
    },
  },
});
