/**
 * The replication of one paper: its experiment is done again by a project of its own, and what that brings is
 * held against the first run.
 *
 * | Status | Entered when | Waits for | Leaves by |
 * |--------|--------------|-----------|-----------|
 * | `new` | never stored | `REQUEST` | `REQUEST`, or `IMPOSSIBLE` where nothing can be compared |
 * | `waiting` | the project was made, in the same turn | the end of its run | `RUN_ENDED`; one that a person must look at leaves it waiting |
 * | `comparing` | that run is over, with its evidence | the comparison | `COMPARED`, `COMPARE_FAILED` |
 * | `agreed` | the second run agrees by the written rule | nothing | never by itself; `REQUEST` of the next one |
 * | `disagreed` | it does not agree; a person is asked | a person | `REQUEST` of the next one |
 * | `failed` | it came to no result; a person is asked | a person | `REQUEST` of the next one, or the run after all |
 *
 * A request has the number of the one that it asks for, so one that is made again starts nothing. What is heard
 * of an earlier one changes nothing.
 */
import { setup } from 'xstate';
import type { Stamped } from '../../actors/machine/durable-actions.ts';
import { blank } from '../../domain/blank.ts';
import { type Replication, replicationSchema } from '../../domain/records.ts';
import { createKit, type Distinct, performer, telling } from '../kit.ts';
import type { PaperEvent } from '../paper/events.ts';
import type { PaperReviewEvent } from '../paper-review/events.ts';
import type { ProjectEvent } from '../project/events.ts';
import type { ReplicationEffects } from './effects.ts';
import type { ReplicationEvent } from './events.ts';

type Context = Omit<Replication, 'status'>;
type MachineEvent = Stamped<Distinct<ReplicationEvent>>;
type EventOf<Type extends MachineEvent['type']> = Extract<MachineEvent, { type: Type }>;
const kit = createKit<Context, MachineEvent>();
const perform = performer<ReplicationEffects>();

/** A paper whose experiment was never done again; the id is the paper's. */
export const initialReplication = (id: string): Replication =>
  blank(replicationSchema, { paper_id: id });
const { status: _status, ...initialContext } = initialReplication('');

/** Publication automation shows it in its checklist, and ranks by that. */
const askEvaluation = kit.tell(({ context }) =>
  telling<PaperReviewEvent>({ kind: 'paper_review', id: context.paper_id }, { type: 'EVALUATE' }),
);
/** Stands after the change that says what is wrong. */
const askPerson = kit.tell(({ context }) =>
  telling<PaperEvent>(
    { kind: 'paper', id: context.paper_id },
    {
      type: 'REQUEST_HUMAN_REVIEW',
      reason: `replication: ${context.last_error ?? context.comparison?.text ?? ''}`,
    },
  ),
);

const whatOf = ({ context }: { readonly context: Context }) => ({
  number: context.number,
  run_id: context.run_id,
  child_project_id: context.child_project_id,
  child_run_id: context.child_run_id,
});

const requested = {
  guard: 'isNext',
  target: 'waiting',
  actions: [
    kit.change<EventOf<'REQUEST'>>(({ event }) => ({
      paper_id: event.paper_id,
      project_id: event.project_id,
      run_id: event.run_id,
      number: event.number,
      requested_by: event.by,
      child_project_id: event.child.project_id,
      child_run_id: null,
      seed: event.seed,
      machine_target: event.machine_target,
      comparison: null,
      last_error: null,
      ended_at: null,
    })),
    kit.record<EventOf<'REQUEST'>>('replication.requested', ({ context, event }) => ({
      ...whatOf({ context }),
      seed: event.seed,
      machine_target: event.machine_target,
    })),
    kit.tell<EventOf<'REQUEST'>>(({ event }) =>
      telling<ProjectEvent>({ kind: 'project', id: event.child.project_id }, event.child),
    ),
    askEvaluation,
    kit.reply<EventOf<'REQUEST'>>(({ context }) => ({
      paper_id: context.paper_id,
      ...whatOf({ context }),
    })),
  ],
} as const;

type Failed = EventOf<'IMPOSSIBLE' | 'RUN_ENDED' | 'COMPARE_FAILED' | 'EFFECT_FAILED'>;
const reasonOf = (event: Failed): string => {
  if (event.type === 'EFFECT_FAILED') return event.error;
  if (event.type === 'RUN_ENDED')
    return `its run was canceled${event.reason === null ? '' : `: ${event.reason}`}`;
  return event.reason;
};
const failed = [
  kit.change<Failed>(({ event }) => ({ last_error: reasonOf(event), ended_at: event.at })),
  kit.record<Failed>('replication.failed', ({ context, event }) => ({
    ...whatOf({ context }),
    reason: reasonOf(event),
  })),
  askPerson,
  askEvaluation,
] as const;

const compare = [
  kit.change<EventOf<'RUN_ENDED'>>(({ event }) => ({
    child_run_id: event.run_id,
    last_error: null,
    ended_at: null,
  })),
  kit.record<EventOf<'RUN_ENDED'>>('replication.run_ended', whatOf),
  kit.perform<EventOf<'RUN_ENDED'>>(({ context }) =>
    perform('replication.compare', {
      paper_id: context.paper_id,
      project_id: context.project_id,
      run_id: context.run_id,
      number: context.number,
      child_project_id: context.child_project_id ?? '',
      child_run_id: context.child_run_id ?? '',
    }),
  ),
] as const;

const compared = (eventType: string) => [
  kit.change<EventOf<'COMPARED'>>(({ event }) => ({
    comparison: event.comparison,
    last_error: null,
    ended_at: event.at,
  })),
  kit.record<EventOf<'COMPARED'>>(eventType, ({ context, event }) => ({
    ...whatOf({ context }),
    ...event.comparison,
  })),
];

/** The statechart of the table above; `REQUEST` is answered at once, with the project that it made. */
export const replicationMachine = setup({
  ...kit.durable,
  guards: {
    isNext: ({ context, event }) => event.type === 'REQUEST' && event.number === context.number + 1,
    runOver: ({ context, event }) => isOfRun(context, event) && event.how === 'completed',
    runHeld: ({ context, event }) => isOfRun(context, event) && event.how === 'held',
    runCanceled: ({ context, event }) => isOfRun(context, event) && event.how === 'canceled',
    agrees: ({ context, event }) => isCompared(context, event) && event.comparison.agrees,
    differs: ({ context, event }) => isCompared(context, event) && !event.comparison.agrees,
    isCurrent: ({ context, event }) =>
      event.type === 'COMPARE_FAILED' && event.number === context.number,
  },
}).createMachine({
  id: 'replication',
  context: initialContext,
  initial: 'new',
  states: {
    new: {
      description: 'Never asked for.',
      on: {
        REQUEST: requested,
        IMPOSSIBLE: {
          target: 'failed',
          actions: [
            kit.change<EventOf<'IMPOSSIBLE'>>(({ event }) => ({
              paper_id: event.paper_id,
              project_id: event.project_id,
              run_id: event.run_id,
            })),
            ...failed,
          ],
        },
      },
    },
    waiting: {
      description: 'The run that does it again is not over.',
      on: {
        RUN_ENDED: [
          { guard: 'runOver', target: 'comparing', actions: compare },
          { guard: 'runCanceled', target: 'failed', actions: failed },
          {
            guard: 'runHeld',
            actions: [
              kit.change<EventOf<'RUN_ENDED'>>(({ event }) => ({
                child_run_id: event.run_id,
                last_error: event.reason ?? 'a person must look at its run',
              })),
              kit.record<EventOf<'RUN_ENDED'>>('replication.held_up', ({ context }) => ({
                ...whatOf({ context }),
                reason: context.last_error,
              })),
              askEvaluation,
            ],
          },
        ],
      },
    },
    comparing: {
      description: 'What both runs brought is held against each other.',
      on: {
        COMPARED: [
          {
            guard: 'agrees',
            target: 'agreed',
            actions: [...compared('replication.agreed'), askEvaluation],
          },
          {
            guard: 'differs',
            target: 'disagreed',
            actions: [...compared('replication.disagreed'), askPerson, askEvaluation],
          },
        ],
        COMPARE_FAILED: { guard: 'isCurrent', target: 'failed', actions: failed },
        EFFECT_FAILED: { target: 'failed', actions: failed },
      },
    },
    agreed: {
      description: 'The second run agrees with the first.',
      tags: ['terminal'],
      on: { REQUEST: requested },
    },
    disagreed: {
      description: 'The second run does not agree; a person was asked.',
      tags: ['terminal'],
      on: { REQUEST: requested },
    },
    failed: {
      description: 'It came to no result; a person was asked.',
      tags: ['terminal'],
      on: {
        REQUEST: requested,
        // Its run was taken up again.
        RUN_ENDED: { guard: 'runOver', target: 'comparing', actions: compare },
      },
    },
  },
});

function isOfRun(context: Context, event: MachineEvent): event is EventOf<'RUN_ENDED'> {
  return event.type === 'RUN_ENDED' && event.number === context.number && context.number > 0;
}
function isCompared(context: Context, event: MachineEvent): event is EventOf<'COMPARED'> {
  return event.type === 'COMPARED' && event.number === context.number;
}
