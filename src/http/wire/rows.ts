/**
 * Replies: the rows of every list. Each is what its entity shows of itself, with what a reader needs
 * beside it.
 */
import * as z from 'zod';
import { budgetViewSchema } from '../../domain/budgets.ts';
import { operatorLanes } from '../../domain/operator-lanes.ts';
import {
  corpusEntry,
  paper,
  paperReview,
  project,
  queueItem,
  run,
  workerTarget,
} from '../../domain/records.ts';
import {
  paperStatuses,
  type QueueGroup,
  queueGroups,
  queueStatuses,
  reviewStatuses,
  runStates,
} from '../../domain/statuses.ts';
import { freshnessSchema } from './freshness.ts';

const address = z.string();
/** A point in time as replies give it. */
export const moment = z.iso.datetime().describe('ISO 8601 in UTC.');
const version = z.int().min(1).describe('Grows by one with every change of this entity.');
const ageSeconds = z.int().min(0).describe('Seconds since it was created.');
const budget = z
  .array(budgetViewSchema)
  .optional()
  .describe('Budgets of the run, with what is spent of them; absent where it has none.');
const truncated = z
  .literal(true)
  .optional()
  .describe('Present when a long text was cut; the address `self` has it whole.');
const status = 'Where it stands.';

/** A queue item with what an operator should do about it. */
export const queueRowSchema = queueItem.row
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
    budget,
    links: z.strictObject({
      self: address,
      run: address.optional().describe('The current run.'),
      paper: address.optional().describe('The paper of the current run.'),
    }),
    truncated,
  })
  .strict()
  .meta({ id: 'QueueRow', description: 'A project that waits for a run or undergoes one.' });

/** A run, under the name `state` for its status. */
export const runRowSchema = run.row
  .extend({
    state: z.enum(['new', ...runStates]).describe(status),
    version,
    age_seconds: ageSeconds,
    freshness: freshnessSchema.describe('Of what the worker said: gate_state, current_activity.'),
    budget,
    links: z.strictObject({ self: address, project: address }),
    truncated,
  })
  .strict()
  .meta({ id: 'RunRow', description: 'One execution of a project on a worker.' });

/** A project; in lists its prompt may be cut. */
export const projectRowSchema = project.row
  .extend({ version, links: z.strictObject({ self: address }), truncated })
  .strict()
  .meta({ id: 'ProjectRow', description: 'A research idea and what is told to the agent.' });

/** A paper, under the name `paper_status` for its status. */
export const paperRowSchema = paper.row
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
export const reviewRecordSchema = paperReview.row
  .extend({ review_status: z.enum(['new', ...reviewStatuses]).describe(status), version })
  .strict()
  .meta({ id: 'ReviewRecord', description: 'Publication automation of one paper.' });

/** A row of the ledger, in the detail of its paper and in the list of the corpus. */
export const corpusEntryRowSchema = corpusEntry.row
  .extend({ version })
  .strict()
  .meta({ id: 'CorpusEntry', description: 'A paper in the corpus-import ledger.' });

/** A worker as it was last seen, in the detail of a project. */
export const workerObservationSchema = workerTarget.row
  .extend({ version, freshness: freshnessSchema })
  .strict()
  .meta({ id: 'WorkerObservation', description: 'What is known of one worker, and since when.' });

/** An event with its whole payload and its place in the chain of hashes. */
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

/** Beside a payload that was cut. */
export const payloadBytes = z
  .int()
  .optional()
  .describe('Size of the whole payload; present when a long text of it was cut.');

/** An event in a list: texts may be cut, and it is told in words as well. */
export const eventRowSchema = eventSchema
  .extend({
    payload_bytes: payloadBytes,
    summary: z
      .string()
      .describe('What happened in words, the same as on the live feed; may be empty.'),
    payload_truncated: z
      .literal(true)
      .optional()
      .describe('Present when a long text of the payload was cut; the event itself has it whole.'),
  })
  .meta({ id: 'EventRow', description: 'An entry of the audit log as lists show it.' });
