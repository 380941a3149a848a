/** The replication: whether the experiment of a paper, done again, came to the same. */
import * as z from 'zod';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** Where the replication of a paper stands; the last three say what it came to. */
export const replicationStatuses = [
  'waiting',
  'comparing',
  'agreed',
  'disagreed',
  'failed',
] as const;

/** What a queue item and its runs say of the run that they do again. */
export const replicatesSchema = z.object({
  paper_id: text,
  /** The run that is done again. */
  run_id: text,
  /** How often it was done again, this time included. */
  number: count,
});
/** The paper and the run for which a project does an experiment again. */
export type Replicates = z.infer<typeof replicatesSchema>;

const verdict = z.enum(['met', 'not_met', 'not_measured']);
/** As the paper states it. */
const replicationComparisonSchema = z.object({
  verdict,
  first_verdict: verdict,
  intervals: z.enum(['overlap', 'apart', 'none']),
  agrees: z.boolean(),
  text,
  printed: text,
});
/** The second run against the first, by the written rule. */
export type ReplicationComparison = z.infer<typeof replicationComparisonSchema>;

/** A replication as it is stored. */
export const replicationSchema = z.object({
  status: z.enum(['new', ...replicationStatuses]),
  paper_id: text,
  project_id: text,
  /** The run that is done again. */
  run_id: text,
  /** How often it was asked for; the run of an earlier one counts no more. */
  number: count,
  requested_by: textOrNull,
  /** The project that does it again; null where none could be made. */
  child_project_id: textOrNull,
  child_run_id: textOrNull,
  /** Seed that its prompt asks for; it is another than that of the first run. */
  seed: count.nullable(),
  /** Worker that it was sent to; null: chosen as for any other. */
  machine_target: textOrNull,
  comparison: replicationComparisonSchema.nullable(),
  /** Why it goes no further by itself, or came to nothing; null: neither. */
  last_error: textOrNull,
  ended_at: timeOrNull,
  created_at: time,
  updated_at: time,
});
/** State of the actor that sees to the replication of one paper. */
export type Replication = z.infer<typeof replicationSchema>;
