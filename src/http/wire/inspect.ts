/** Replies that explain: lanes, why something does not move, actors. */
import * as z from 'zod';
import { actorKinds, explainQuestions } from '../../control/operations/index.ts';

import { limits } from '../../domain/limits.ts';
import { operatorVerbs } from '../../domain/operator-verbs.ts';
import { explainableKinds, queueStatuses, workerHealths } from '../../domain/statuses.ts';
import { dispatchCandidate } from './dispatch.ts';
import { integerParam, wordParam } from './lists.ts';

const textOrNull = z.string().nullable();
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
  }),
  active: z
    .strictObject({
      project_id: z.string(),
      project_name: z.string(),
      status: z.enum(queueStatuses),
      run_id: textOrNull,
      since: textOrNull.describe('When the run was claimed'),
      last_callback_at: textOrNull,
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
export const lanesReply = z.strictObject({
  ok: z.literal(true),
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
  generated_at: z.iso.datetime(),
  source: z.string(),
});

const stamp = { generated_at: z.iso.datetime(), source: z.string() } as const;

/** Why something does not move, and what would move it; `blocked` is false where it only has to wait. */
export const explanationReply = z.strictObject({
  ok: z.literal(true),
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
  id: z
    .string()
    .min(1)
    .max(limits.identifierCharsMax * 2),
});

const actorRow = z.strictObject({
  kind: z.string(),
  id: z.string(),
  status: textOrNull.describe('Null for one that was never stored'),
  version: z.int(),
  updated_at: textOrNull,
  in_memory: z.boolean(),
  waiting_messages: z.int(),
  quarantined: z.boolean().describe('Out of service until it is released'),
  links: z.strictObject({ self: z.string() }),
});

/** Without a kind, those active lately; `after` goes only with a kind. */
export const actorListQuery = z.strictObject({
  kind: wordParam(actorKinds),
  status: z.string().max(64).default(''),
  after: z
    .string()
    .max(limits.identifierCharsMax * 2)
    .default('')
    .describe('next_after of an earlier page; needs kind'),
  limit: integerParam(1, limits.actorRowsMax).default(limits.actorRowsDefault),
});
/** A page goes on behind `next_after`, not at a cursor. */
export const actorListReply = z.strictObject({
  ok: z.literal(true),
  rows: z.array(actorRow),
  next_after: textOrNull,
  complete: z.boolean().describe('True when these are all there are of the kind and status'),
  stats: z.strictObject({
    active: z.int(),
    messages: z.int(),
    effects: z.int(),
    timers: z.int(),
    quarantined: z.int(),
  }),
  ...stamp,
});

/** Any kind of the control plane, also those that have no list. */
export const actorParams = z.strictObject({
  kind: z.enum(actorKinds),
  id: z
    .string()
    .min(1)
    .max(limits.identifierCharsMax * 2),
});
const entry = { at: z.string(), actor: z.string(), event: z.string() };
/** An actor as it is stored, and as it stands in the memory of this process. */
export const actorReply = z.strictObject({
  ok: z.literal(true),
  kind: z.enum(actorKinds),
  id: z.string(),
  status: z.string(),
  version: z.int(),
  state: z.looseObject({ status: z.string() }),
  quarantined: z.boolean(),
  mailbox: z
    .record(z.string(), z.int())
    .nullable()
    .describe('Waiting messages per lane; null while it is not in memory'),
  legal_events: z
    .array(z.string())
    .describe(
      'Events its status has transitions for; none for a part, which only its owner tells anything',
    ),
  restarts: z.int().describe('Among the latest things that actors did in this process'),
  last_failures: z.array(z.strictObject({ kind: z.string(), ...entry, reason: z.string() })),
  last_turns: z.array(
    z.strictObject({
      kind: z.literal('turn'),
      ...entry,
      from: z.string(),
      to: z.string(),
      accepted: z.boolean(),
      refused: textOrNull,
      effects: z.array(z.string()),
      duration_ms: z.number(),
    }),
  ),
  timers: z.array(z.strictObject({ timer: z.string(), due_at: z.string() })),
  pending_effects: z.array(
    z.strictObject({
      effect_id: z.string(),
      name: z.string(),
      attempts: z.int(),
      last_error: textOrNull,
    }),
  ),
  outbox_complete: z
    .boolean()
    .describe('False when there were too many timers or effects to look through'),
  history: z.array(z.looseObject({ event_id: z.int(), event_type: z.string() })),
  links: z.strictObject({ self: z.string(), statechart: z.string() }),
  ...stamp,
});
