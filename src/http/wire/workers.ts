/** Replies that show the configured workers. */
import * as z from 'zod';
import { routeRules } from '../../control/fleet/index.ts';
import { alertSeverities } from '../../domain/records.ts';
import { workerHealths, workloadClasses } from '../../domain/statuses.ts';
import { identifier } from './fields.ts';
import { lanesReply } from './inspect.ts';
import { okReply, stamp, textOrNull } from './parts.ts';
import { statusReplySchema } from './readiness.ts';
import { preflightReply } from './worker-replies.ts';

const lane = lanesReply.shape.lanes.element.shape;
const freshness = statusReplySchema.shape.source_freshness.element.nullable();

const worker = z.strictObject({
  name: z.string().describe('`default`, or the name in worker_targets'),
  url: z.string(),
  role: z.string(),
  lane: z.string().describe('Normalised address; names with the same one share it'),
  shares_lane_with: z.array(z.string()),
  health: z.strictObject({
    status: z.enum(['new', ...workerHealths]),
    trouble: textOrNull.describe('What a person must look after; null: nothing'),
    reason: textOrNull,
    since: textOrNull.describe('When the present status began; null when nobody knows'),
    consecutive_failures: z.int().describe('Looks in a row that it did not answer'),
    last_success_at: textOrNull.describe('When its checks last passed'),
    observed_at: textOrNull.describe('When it last answered; null: never'),
    asked_at: textOrNull.describe('When it was last asked, whether or not it answered'),
  }),
  freshness: z.strictObject({ preflight: freshness, telemetry: freshness }),
  checks: z
    .array(
      z.strictObject({
        name: z.string(),
        ok: z.boolean(),
        advice: z.boolean().describe('True for a check that only warns'),
        detail: z.string(),
      }),
    )
    .describe('Of the last preflight that it answered'),
  active: lane.active,
  jobs: z
    .strictObject({
      most: z.int().describe('How many runs may have a job at the same time'),
      active: z.array(lane.active.unwrap()),
    })
    .optional()
    .describe('Of a cluster: its runs, each with its job; absent for a machine with a gate'),
  waiting: lane.waiting,
  goes: lane.goes,
  blocked_by: lane.blocked_by,
  classes: z
    .array(z.strictObject({ workload_class: z.enum(workloadClasses), rule: z.enum(routeRules) }))
    .describe('Classes that go here, and by which rule'),
  callbacks: z
    .strictObject({
      waiting: z.int(),
      parked: z.int().describe('Runs whose callback was refused and waits for an operator'),
      oldest_at: textOrNull,
    })
    .nullable()
    .describe('Not yet delivered to this control plane; null where the worker does not tell'),
  gpus: z
    .array(z.looseObject({ index: z.int() }))
    .nullable()
    .describe('Of the last sample; null: could not be told'),
  sampled_at: textOrNull,
  notices: z.array(
    z.strictObject({
      code: z.string(),
      severity: z.enum(alertSeverities),
      message: z.string(),
      action: z.string(),
      since: textOrNull,
    }),
  ),
  advice: textOrNull.describe('The next thing to do; null: nothing'),
});

/** Every configured worker, also one that was never looked at. */
export const workersReply = okReply.extend({
  workers: z.array(worker),
  ...stamp,
});

const one = {
  ok: z.literal(true),
  worker,
  history: z
    .array(
      z.strictObject({
        event_id: z.int(),
        event_type: z.string(),
        at: z.string(),
        sentence: z.string(),
      }),
    )
    .describe('Changes of its health, newest first'),
} as const;

/** One worker as it was last seen, with the changes of its health. */
export const workerReply = z.strictObject({ ...one, ...stamp });
/** The same after it was asked, with what it said. */
export const workerRefreshReply = z.strictObject({ ...one, preflight: preflightReply, ...stamp });

/** `default`, or a name in `worker_targets`. */
export const workerParams = z.strictObject({ name: identifier });
/** Which of a worker's undelivered callbacks it is to try again. */
export const callbacksRetryRequest = z.strictObject({
  run_id: identifier.optional().describe('Only the callbacks of this run; without it all of them'),
});
/** The worker has taken the request; whether the callbacks arrive shows later. */
export const callbacksRetryReply = okReply.extend({
  worker: z.string(),
  run_id: textOrNull,
  answer: z.looseObject({}).describe("The worker's own reply"),
  generated_at: z.iso.datetime(),
});
