/** Replies that explain: lanes, why something does not move. */
import * as z from 'zod';
import { explainQuestions } from '../../control/explain/index.ts';

import { clusterJobSchema } from '../../domain/entities/cluster-job.ts';
import { operatorVerbs } from '../../domain/operator-verbs.ts';
import { explainableKinds, queueStatuses, workerHealths } from '../../domain/statuses.ts';
import { dispatchCandidate } from './dispatch.ts';
import { idParam } from './fields.ts';
import { freshnessSchema } from './freshness.ts';
import { okReply, stamp, textOrNull } from './parts.ts';

const reason = z.strictObject({
  code: z.string().describe('Stable word for the reason'),
  reason: z.string().describe('The reason as a sentence'),
});
const counted = z.strictObject({
  count: z.int(),
  at_least: z.boolean().describe('True when the queue is longer than what was looked at'),
});

const lane = z.strictObject({
  lane: z.string().describe("The worker's normalised address"),
  names: z.array(z.string()).describe('Configured names of this address'),
  roles: z.array(z.string()),
  configured: z.boolean().describe('False for an address that only a run still holds'),
  health: z.strictObject({
    status: z.enum(['new', ...workerHealths]),
    trouble: textOrNull.describe('What a person must look after; null: nothing'),
    reason: textOrNull,
    observed_at: textOrNull.describe('When it was last looked at; null: never'),
    freshness: freshnessSchema,
  }),
  active: z
    .strictObject({
      project_id: z.string(),
      project_name: z.string(),
      status: z.enum(queueStatuses),
      run_id: textOrNull,
      since: textOrNull.describe('When the run was claimed'),
      last_callback_at: textOrNull,
      job: clusterJobSchema.nullable().describe('Its job, where the worker is a cluster'),
    })
    .nullable(),
  waiting: counted,
  next: dispatchCandidate
    .nullable()
    .describe('What a dispatch would take first once the lane is free'),
  goes: z.boolean().describe('True when a dispatch would start the next item now'),
  blocked_by: reason.nullable().describe('Why nothing goes there now'),
});

/** A lane for each configured address, and for each that a run still holds. */
export const lanesReply = okReply.extend({
  lanes: z.array(lane),
  queue: z.strictObject({
    open: z.boolean(),
    reason: textOrNull,
    live_dispatch_enabled: z.boolean(),
  }),
  unrouted: counted.describe('Queued items that no configured worker takes'),
  operator_counts: z.strictObject({
    attention: z.int(),
    running: z.int(),
    queued: z.int(),
    paused: z.int(),
    write: z.int(),
    finalize: z.int(),
    publish: z.int(),
    imported: z.int(),
    done_no_paper: z.int(),
  }),
  ...stamp,
});

/** Why something does not move, and what would move it; `blocked` is false where it only has to wait. */
export const explanationReply = okReply.extend({
  kind: z.enum(explainableKinds),
  id: z.string(),
  question: z.enum(explainQuestions),
  blocked: z.boolean().describe('False when it only has to be waited for, or is done'),
  code: z.string().describe('Stable word for the reason'),
  reason: z.string(),
  evidence: z.looseObject({}).describe('What the reason rests on'),
  since: textOrNull.describe('Since when it is so; null when nobody knows'),
  unblock: z.strictObject({
    action: z.string().describe('The smallest act that helps'),
    request: z
      .strictObject({ method: z.literal('POST'), path: z.string(), body: z.looseObject({}) })
      .optional()
      .describe('The request that does it'),
  }),
  verbs: z
    .array(
      z.strictObject({
        verb: z.enum(operatorVerbs),
        why_not: textOrNull.describe('Why it would be refused now; null: it would be accepted'),
      }),
    )
    .optional()
    .describe('Of a queue item: what an operator could do with it now'),
  ...stamp,
});
/** A kind that can be explained, and an id; one that nothing has is answered 404. */
export const explainParams = z.strictObject({
  kind: z.enum(explainableKinds),
  id: idParam,
});
