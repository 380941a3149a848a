/** The job of a run on a cluster, as it was last seen; part of its queue item. */
import * as z from 'zod';
import { dispatchModes } from '../statuses.ts';
import { count, text, textOrNull, time, timeOrNull } from './parts.ts';

/** How a job stands. `unclear`: the cluster gave no clear answer, which says nothing of the job. */
export const jobPhases = ['pending', 'running', 'unclear', 'ended'] as const;

/** Why a job is over, as a cluster tells it. `lost`: the scheduler has forgotten it, and it left no word. */
export const clusterEndReasons = [
  'completed',
  'failed',
  'cancelled',
  'time limit',
  'out of memory',
  'preempted',
  'node failure',
  'lost',
] as const;
/** The same, and `no home`: its gate could not reach this service, had begun nothing, and gave its place back. */
export const jobEndReasons = [...clusterEndReasons, 'no home'] as const;
/** One of these words. */
export type JobEndReason = (typeof jobEndReasons)[number];

/** As it is stored and shown. */
export const clusterJobSchema = z.object({
  worker_target: text.describe('Name of the cluster among the workers.'),
  id: textOrNull.describe(
    'As the scheduler numbers it; null while there is none, or none is known.',
  ),
  phase: z.enum(jobPhases).describe('How it stands.'),
  code: textOrNull.describe(
    'Why it waits, as the scheduler calls it, or why it ended; null where there is no word.',
  ),
  why: text.describe('The same in a sentence.'),
  expected_at: timeOrNull.describe(
    'When the scheduler expects to start it; null: it does not say.',
  ),
  node: textOrNull.describe('Where it runs.'),
  since: timeOrNull.describe('Since when it runs.'),
  seen_at: time.describe(
    'When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.',
  ),
});
/** A job as it was last seen. */
export type ClusterJob = z.infer<typeof clusterJobSchema>;

/** The wishes of the dispatch that the job was made for, which its start uses up. */
export const jobRetrySchema = z.object({
  mode: z.enum(dispatchModes),
  prompt: textOrNull,
  retry_count: count,
});
