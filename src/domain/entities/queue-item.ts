/** The queue item: a project that waits for a run or undergoes one. */
import * as z from 'zod';
import { budgetStopSchema, runBudgetSchema } from '../budgets.ts';
import { defineEntity, internal, shown } from '../entity.ts';
import {
  dispatchModes,
  queueStatuses,
  reasoningEfforts,
  runStates,
  workloadClasses,
} from '../statuses.ts';
import { line, priority } from '../texts.ts';
import { clusterJobSchema, jobRetrySchema } from './cluster-job.ts';
import { gateVerdictSchema, projectDecisionSchema } from './decision.ts';
import { evaluationSchema } from './evaluation.ts';
import { editableLabels } from './labels.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';
import { replicatesSchema } from './replication.ts';

const triesMax = z.int().min(0).max(1000);

/** Table of the queue: one row for each project, from its intake on and after it is over. */
export const queueItem = defineEntity({
  id: 'project_id',
  defaultSort: 'dispatch_priority',
  members: {
    status: shown(z.enum(['new', ...queueStatuses]), 'Where it stands.', {
      column: 'plain',
      filter: true,
    }),
    project_id: shown(text, 'The project; there is one item for each.'),
    project_name: shown(text, 'Its title.'),
    project_dir: shown(text, 'Folder of the project below the project root of its worker.'),
    ...editableLabels,
    selection_rank: shown(
      z.number(),
      'Lower goes first among items of the same dispatch_priority.',
      { column: 'number', edit: z.int().min(0).max(1_000_000) },
    ),
    dispatch_priority: shown(z.number(), 'Lower goes first: high is 10, medium 50, low 90.', {
      column: 'number',
      sort: ['selection_rank', 'updated_at'],
      edit: priority,
    }),
    auto_continue: shown(z.boolean(), 'Whether a run that yields is continued without asking.', {
      edit: z.boolean(),
    }),
    continue_count: shown(count, 'How often it was continued.'),
    max_continues: shown(count, 'How often it may be.', { edit: triesMax }),
    retry_count: shown(count, 'How often a dispatch was tried again.'),
    max_retries: shown(count, 'How often it may be.', { edit: triesMax }),
    evaluation: shown(
      evaluationSchema.nullable().optional(),
      'What its runs are judged by; null or absent: nothing is registered before them.',
      {
        edit: evaluationSchema
          .nullable()
          .describe('Null: none. It stays as it is once a run was registered with it'),
      },
    ),
    evaluation_run_id: shown(
      textOrNull.optional(),
      'First run that was registered with the evaluation, which stays as it is from then on.',
    ),
    budget_wall_sec: shown(
      z.number().nonnegative().nullable().optional(),
      'Wall time that each of its runs may take, seconds; null: what the configuration says.',
      {
        edit: z
          .int()
          .min(1)
          .max(31_536_000)
          .nullable()
          .describe('Seconds; null: budget_run_wall_sec of the configuration'),
      },
    ),
    budgets: internal(
      z.array(runBudgetSchema).optional(),
      'Budgets of the current run, as it was claimed with them.',
    ),
    budget_stop: shown(
      budgetStopSchema.nullable().optional(),
      'Budget for which the current run was stopped; null: for none.',
    ),
    replicates: shown(
      replicatesSchema.nullable().optional(),
      'The run that it does again, and for which paper; null or absent: none.',
    ),
    current_run_id: shown(textOrNull, 'The current or last run.', { filter: true }),
    current_session_id: shown(textOrNull, "The agent's session, which a resume goes on with."),
    session_lane: shown(
      textOrNull.optional(),
      'URL of the worker that holds the session; a resume goes nowhere else.',
    ),
    next_mode: shown(z.enum(dispatchModes), 'How the next dispatch starts the agent.'),
    next_prompt: shown(
      textOrNull,
      'What the next dispatch tells the agent, if not the prompt of the project.',
    ),
    lane: shown(textOrNull, 'URL of the worker it occupies while active.', {
      column: 'plain',
      filter: true,
    }),
    job: shown(
      clusterJobSchema.nullable().optional(),
      'Job of the current or last run, where its worker is a cluster; null or absent: none was seen.',
    ),
    job_retry: internal(
      jobRetrySchema.nullable().optional(),
      'What another run in place of that one begins with.',
    ),
    was_prepared: internal(
      z.boolean().optional(),
      'Whether the worker said that it had prepared the run of which no more was heard, and so has to know it.',
    ),
    gate_id: internal(
      textOrNull.optional(),
      'The gate that took the current run, or that answered there before the claim; null or absent: not known.',
    ),
    given_up: internal(
      z.enum(['silent', 'lost']).nullable().optional(),
      'Why that run was given up: nobody has ended it, and it is called off once a person settles the item; null: it was not; absent: stored by an earlier version.',
    ),
    fencing: shown(
      count,
      'Grows with every claim; a worker refuses smaller numbers for the same project.',
    ),
    lease_expires_at: shown(
      timeOrNull,
      'Until when the claim holds without the answer of the worker.',
    ),
    reconcile_attempts: shown(count, 'Looks at the worker since it was last heard of.'),
    last_run_state: shown(
      z.enum(runStates).nullable(),
      'State of the current or last run; null before the first.',
      { filter: true },
    ),
    last_event_type: shown(textOrNull, 'What the worker last told of it.'),
    next_action_hint: shown(textOrNull, 'What the state machine proposes to do next.'),
    manual_review_required: shown(z.boolean(), 'Whether a person was asked to look.', {
      column: 'plain',
      filter: true,
    }),
    blocked_reason: shown(textOrNull, 'Why a person must look; null where none must.'),
    last_error: shown(textOrNull, 'The last failure; null after a success.'),
    last_result_summary: shown(textOrNull, 'What the last run came to, in words.'),
    decision: shown(
      projectDecisionSchema.nullable(),
      'What the agent concluded; null until it has.',
    ),
    gate_verdict: shown(
      gateVerdictSchema.nullable(),
      'What the decision gate made of the decision; null until there is one.',
    ),
    paper_id: shown(textOrNull, 'Draft made of the current run, if any.', { filter: true }),
    machine_target: shown(textOrNull, 'Worker it must run on; null: chosen by workload class.', {
      filter: true,
      edit: line(100)
        .min(1)
        .nullable()
        .describe('Name of a configured worker; null: chosen by workload class'),
    }),
    workload_class: shown(z.enum(workloadClasses), 'What kind of work it is.', {
      filter: true,
      edit: z.enum(workloadClasses),
    }),
    model: shown(textOrNull, 'Model of the agent; null: the configured one.', {
      filter: true,
      edit: line(200).min(1).nullable().describe('Null: the configured default'),
    }),
    reasoning_effort: shown(z.enum(reasoningEfforts), 'How long the agent is to think.', {
      edit: z.enum(reasoningEfforts),
    }),
    sandbox: shown(text, 'What the agent may touch, in its own words.'),
    pending_dispatch: internal(
      textOrNull,
      "Request key of a live dispatch that waits for the worker's answer.",
    ),
    pending_cancel: internal(
      textOrNull,
      'Request key of a cancel that waits for the worker to stop the run.',
    ),
    cancel_wish: internal(
      z
        .object({
          reason: text,
          stage: z
            .enum(['asked', 'kept', 'asked_again'])
            .describe('kept: whoever asked was told that it stands; asked_again: the stop, since'),
        })
        .nullable()
        .optional(),
      'The cancel that stands while its run is not known to be over, and the reason its worker is told; null or absent: none.',
    ),
    last_dispatch_at: shown(timeOrNull, 'When a worker last took it.'),
    last_callback_at: shown(timeOrNull, 'When the worker was last heard of about it.'),
    stale_after: shown(timeOrNull, 'Without contact until then the run counts as lost.'),
    created_at: shown(time, 'When it entered the queue.', { column: 'fixed', sort: true }),
    updated_at: shown(time, 'When it last changed.', { column: 'text', sort: true }),
  },
  former: ['resume_status'],
});
/** A queue item as it is stored, with the request keys of callers who wait. */
export const queueItemSchema = queueItem.stored;
/** State of the actor that takes one project through its runs; it alone decides what may happen to it. */
export type QueueItem = z.infer<typeof queueItemSchema>;
/** What an operator may change; everything else is its identity or is decided by its machine. */
export type EditableField = keyof typeof queueItem.edits;
/** The same as a list: for the words of refusals, and for the command line. */
export const editableFieldNames = Object.keys(queueItem.edits) as readonly EditableField[];
/** Values of an edit as the item stores them. */
export type EditFields = {
  readonly [Field in EditableField]?: Exclude<QueueItem[Field], undefined>;
};
