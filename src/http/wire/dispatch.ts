/** Replies of dispatch, its switches and intake. */
import * as z from 'zod';
import { routeRules } from '../../control/fleet/index.ts';
import { ideaSchema } from '../../domain/entities/idea.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import { okReply, textOrNull } from './parts.ts';
import { planOfDryRun } from './plans.ts';

/** What a dispatch would take, and where to. */
export const dispatchCandidate = z.strictObject({
  project_id: z.string(),
  project_name: z.string(),
  project_dir: z.string(),
  dispatch_priority: z.number(),
  selection_rank: z.number(),
  mode: z.string().describe('exec for a new session, resume to go on with the last one'),
  workload_class: z.enum(workloadClasses),
  worker_target: z.string(),
  lane: z.string().describe("The worker's normalised address"),
  route_rule: z
    .enum(routeRules)
    .describe(
      'What chose the worker: the item, a route of its class, the session it resumes, or nothing of the kind',
    ),
  route_reason: z.string(),
  prompt_file: z.string().describe('Relative to the project folder'),
});

/** That nothing was dispatched is an answer and no error: `paused` or `noop`, and the reason. */
export const dispatchReply = okReply.extend({
  action: z.enum(['paused', 'noop', 'dry_run_dispatch', 'live_dispatch']),
  reason: z.string(),
  candidate: z
    .union([
      dispatchCandidate,
      z.strictObject({ project_id: z.string(), worker_target: z.string() }),
    ])
    .nullable()
    .describe(
      'Only project and worker where an interrupted dispatch was concluded after a restart',
    ),
  active_count: z.int(),
  event_id: z.int().nullable(),
  live: z
    .looseObject({
      run_id: z.string(),
      worker_target: z.string(),
      result: z
        .enum(['accepted', 'submitted'])
        .describe('submitted: it waits for its job on a cluster'),
      project_id: z.string(),
      session_id: textOrNull.optional(),
    })
    .nullable()
    .describe('The run that was started; null unless the action is live_dispatch'),
  checks: z.array(z.string()).describe('What a live dispatch would check first; for a dry run'),
  prompt: textOrNull
    .optional()
    .describe('For a dry run: all that the agent would be told; null where its project has none'),
  ...planOfDryRun,
});

/** The switch as it is now; in maintenance the queue is paused, too. */
export const switchReply = okReply.extend({
  queue_paused: z.boolean(),
  maintenance_mode: z.boolean(),
  status: z.enum(['open', 'paused', 'maintenance']),
  event_id: z.int().nullable(),
});

/** An idea is a candidate, or skipped with a reason. */
export const intakeReply = okReply.extend({
  dry_run: z.boolean(),
  source: z.string(),
  inserted_event: z.int().nullable().describe('The event of the batch; null for a dry run'),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  candidates: z.array(
    z.strictObject({
      index: z.int().describe('Position in ideas'),
      project_id: z.string(),
      title: z.string(),
      dispatch_priority: z.number(),
      workload_class: z.enum(workloadClasses),
      machine_target: textOrNull,
      parent_project_id: textOrNull,
    }),
  ),
  skipped_rows: z.array(
    z.strictObject({
      index: z.int(),
      title: z.string(),
      reason: z.string(),
      duplicate_of: textOrNull.describe('The project it repeats, where it is a duplicate'),
      detail: z.string().optional(),
    }),
  ),
});

/** A text taken apart; nothing of it is kept. */
export const readIdeasReply = okReply.extend({
  ideas: z.array(ideaSchema).describe('As the intake takes them'),
  problems: z.array(
    z.strictObject({
      line: z.int().nullable().describe('From 1; null where it is about the whole text'),
      message: z.string(),
    }),
  ),
  problem_count: z.int().nonnegative().describe('Also counts problems that are not listed'),
});
