/**
 * Replies: the rows of every list. Each is the stored record without what is only internal, with
 * what a reader needs beside it, so that a member added to a record is a member of the API.
 */
import * as z from 'zod';
import { operatorLanes } from '../../control/operator-lanes.ts';
import {
  corpusEntrySchema,
  paperReviewSchema,
  paperSchema,
  projectSchema,
  queueItemSchema,
  runSchema,
  workerTargetSchema,
} from '../../domain/records.ts';
import {
  paperStatuses,
  type QueueGroup,
  queueGroups,
  queueStatuses,
  reviewStatuses,
  runStates,
} from '../../domain/statuses.ts';

const address = z.string();
/** A point in time as replies give it. */
export const moment = z.iso.datetime().describe('ISO 8601 in UTC.');
const version = z.int().min(1).describe('Grows by one with every change of this entity.');
const ageSeconds = z.int().min(0).describe('Seconds since it was created.');
const truncated = z
  .literal(true)
  .optional()
  .describe('Present when a long text was cut; the address `self` has it whole.');
const status = 'Where it stands.';

type Words<Shape> = { readonly [Member in keyof Shape]?: string };

/** The same schema with words for the members whose names do not say enough. */
function withWords<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  words: Words<Shape>,
): z.ZodObject<Shape> {
  const described = Object.entries(words).map(([name, text]) => [
    name,
    (schema.shape[name] as z.ZodType).describe(String(text)),
  ]);
  return z.object({ ...schema.shape, ...Object.fromEntries(described) }) as z.ZodObject<Shape>;
}

export const queueRowSchema = withWords(
  queueItemSchema.omit({ pending_dispatch: true, pending_cancel: true }),
  {
    project_dir: 'Folder of the project below the project root of its worker.',
    selection_rank: 'Lower goes first among items of the same dispatch_priority.',
    dispatch_priority: 'Lower goes first: high is 10, medium 50, low 90.',
    auto_continue: 'Whether a run that yields is continued without asking.',
    next_mode: 'How the next dispatch starts the agent.',
    next_prompt: 'What the next dispatch tells the agent, if not the prompt of the project.',
    lane: 'URL of the worker it occupies while active.',
    session_lane: 'URL of the worker that holds the session; a resume goes nowhere else.',
    fencing: 'Grows with every claim; a worker refuses smaller numbers for the same project.',
    lease_expires_at: 'Until when the claim holds without the answer of the worker.',
    last_run_state: 'State of the current or last run; null before the first.',
    next_action_hint: 'What the state machine proposes to do next.',
    blocked_reason: 'Why a person must look; null where none must.',
    decision: 'What the agent concluded; null until it has.',
    gate_verdict: 'What the decision gate made of the decision; null until there is one.',
    paper_id: 'Draft made of the current run, if any.',
    machine_target: 'Worker it must run on; null: chosen by workload class.',
    model: 'Model of the agent; null: the configured one.',
    stale_after: 'Without contact until then the run counts as lost.',
  },
)
  .extend({
    status: z.enum(queueStatuses).describe(status),
    version,
    queue_groups: z
      .array(z.enum(Object.keys(queueGroups) as [QueueGroup, ...QueueGroup[]]))
      .describe('Groups of /control/api/queues/{queue} that it belongs to.'),
    age_seconds: ageSeconds,
    operator_lane: z.enum(operatorLanes).describe('Where an operator looks for it.'),
    operator_next_step: z.string().describe('What an operator should do next, in words.'),
    operator_attention: z.boolean().describe('True when it waits for a person.'),
    links: z.strictObject({
      self: address,
      run: address.optional().describe('The current run.'),
      paper: address.optional().describe('The paper of the current run.'),
    }),
    truncated,
  })
  .strict()
  .meta({ id: 'QueueRow', description: 'A project that waits for a run or undergoes one.' });

export const runRowSchema = withWords(runSchema.omit({ status: true }), {
  attempt: 'Number of the attempt within the project, from 1.',
  worker_target: 'Name of the worker; null before it was chosen.',
  gate_state: 'What the worker gate last said of it.',
  current_activity: 'What the agent last said it was doing.',
  idle_verdict: 'Receipt of the idle gate as it came with the callback.',
  exit_code: 'Of the agent; null while it runs or when it is not known.',
})
  .extend({
    state: z.enum(['new', ...runStates]).describe(status),
    version,
    age_seconds: ageSeconds,
    links: z.strictObject({ self: address, project: address }),
    truncated,
  })
  .strict()
  .meta({ id: 'RunRow', description: 'One execution of a project on a worker.' });

export const projectRowSchema = withWords(projectSchema, {
  prompt: 'What the agent is told.',
  source_kind: 'Where the idea came from.',
  source_ref: 'Its name or address there.',
  lineage_depth: 'Number of ancestors: 0 for an idea of its own.',
})
  .extend({ version, links: z.strictObject({ self: address }), truncated })
  .strict()
  .meta({ id: 'ProjectRow', description: 'A research idea and what is told to the agent.' });

export const paperRowSchema = withWords(
  paperSchema.omit({ status: true, pending_request: true, resume_status: true }),
  {
    draft_markdown_path: 'Below the artefact root, like the other paths.',
    rewrite_count: 'How often it was rewritten from its evidence.',
    last_error: 'Why the last draft or rewrite failed; null when it did not.',
  },
)
  .extend({
    paper_status: z.enum(['new', ...paperStatuses]).describe(status),
    version,
    age_seconds: ageSeconds,
    links: z.strictObject({ self: address, run: address, project: address }),
    truncated,
  })
  .strict()
  .meta({ id: 'PaperRow', description: 'An AI-generated paper about one run.' });

/** Publication automation of a paper as the detail of the paper has it. */
export const reviewRecordSchema = withWords(
  paperReviewSchema.omit({ status: true, pending_request: true, resume_status: true }),
  {
    rank_score: 'Sum of the points of rank_reasons; higher is finalized first.',
    lint_passes: 'Null until it was evaluated: unknown is not a pass.',
    package_dir: 'Folder of the finalization package below the artefact root.',
    blocker: 'Why it is blocked; null when it is not.',
  },
)
  .extend({ review_status: z.enum(['new', ...reviewStatuses]).describe(status), version })
  .strict()
  .meta({ id: 'ReviewRecord', description: 'Publication automation of one paper.' });

export const corpusEntryRowSchema = corpusEntrySchema
  .omit({ pending_request: true })
  .extend({ version })
  .strict()
  .meta({ id: 'CorpusEntry', description: 'A paper in the corpus-import ledger.' });

export const workerObservationSchema = withWords(workerTargetSchema, {
  target: 'Name of the worker in the configuration.',
  reason: 'Why it is not healthy.',
  observation: 'The last preflight reply.',
  observed_at: 'When that was; null when it was never checked.',
})
  .extend({ version })
  .strict()
  .meta({ id: 'WorkerObservation', description: 'What is known of one worker, and since when.' });

export const eventSchema = z
  .strictObject({
    event_id: z.int().min(1).describe('Without gaps, from 1.'),
    event_type: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    payload: z
      .record(z.string(), z.json())
      .describe('What happened; `change.set` holds the members of the entity that changed.'),
    idempotency_key: z.string().nullable(),
    actor: z.string().describe('Who asked for it, or the part of the service that did it.'),
    cause_id: z.int().nullable().describe('Event that led to this one; null when none did.'),
    correlation_id: z.string().describe('The same for everything that one request led to.'),
    prev_hash: z.string().describe('Hash of the event before.'),
    hash: z.string().describe('SHA-256 of prev_hash and the canonical JSON of the event.'),
    created_at: moment,
  })
  .meta({ id: 'Event', description: 'An entry of the audit log; it never changes.' });

export const eventRowSchema = eventSchema
  .extend({
    summary: z
      .string()
      .describe('What happened in words, the same as on the live feed; may be empty.'),
    payload_truncated: z
      .literal(true)
      .optional()
      .describe('Present when a long text of the payload was cut; the event itself has it whole.'),
  })
  .meta({ id: 'EventRow', description: 'An entry of the audit log as lists show it.' });
