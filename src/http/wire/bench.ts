/** Requests and replies of the bench: actors out of service, dead letters, supervision. */
import * as z from 'zod';
import type { MendRequest, MendSubject } from '../../control/bench/index.ts';

import { limits } from '../../domain/limits.ts';
import { asked, words } from './fields.ts';
import { integerParam, listQuerySchema, listReplySchema } from './lists.ts';
import { count, okReply, stamp, textOrNull } from './parts.ts';

const time = z.string();
/** A reason is one remark; a mark is the SHA-256 of an entry. */
const reasonCharsMax = 1_000;
const markPattern = /^[0-9a-f]{64}$/;
const nameCharsMax = limits.identifierCharsMax * 2;

/** How far the check of all stored actors is; part of the bench and of `GET /control/health`. */
export const restoreCheck = z
  .strictObject({
    state: z.enum(['waiting', 'checking', 'done']),
    checked: count.describe('Stored actors looked at since the start.'),
    failed: count.describe('Those of them that could not be restored.'),
    failures: z.array(z.string()).describe('The first of those, with the reason.'),
    error: textOrNull.describe('Why the check stopped; null unless it did.'),
  })
  .describe('Every stored actor is restored once after the start, without waking it.');

const shownEvent = {
  event_type: textOrNull,
  event: z.looseObject({}).nullable(),
  event_truncated: z
    .boolean()
    .describe('True when a long event was cut; its own route has it whole.'),
};
const mark = z.string().describe('Names exactly this entry: it changes when anything of it does.');

const actorEntry = z.strictObject({
  kind: z.string(),
  id: z.string(),
  status: textOrNull.describe('As stored; null where the stored state gives none.'),
  reason: z.string().describe('Why it is out of service.'),
  ...shownEvent,
  since: time,
  mark,
  links: z.strictObject({
    self: z.string(),
    actor: textOrNull.describe('Where the actor can be looked at; null: nowhere.'),
    try: z.string(),
    release: z.string(),
  }),
});

const letterEntry = z.strictObject({
  sequence: z.int(),
  kind: z.string().describe('Kind of the actor it was for.'),
  id: z.string(),
  ...shownEvent,
  reason: z.string().describe('Why it could not be handled.'),
  source: z.string().describe('What sent it: ask, timer NAME, tell or effect NAME.'),
  by: z.string(),
  at: time,
  correlation_id: z.string(),
  cause_id: z.int().nullable(),
  actor_in_service: z.boolean().describe('False: its actor must be released first.'),
  mark,
  links: z.strictObject({
    self: z.string(),
    actor: textOrNull.describe('Where the actor can be looked at; null: nowhere.'),
    try: z.string(),
    retry: z.string(),
    discard: z.string(),
  }),
});

const trial = z.strictObject({
  result: z
    .enum(['accepted', 'refused', 'failed'])
    .describe('failed: the state cannot be restored, or the machine throws.'),
  from: textOrNull,
  to: textOrNull,
  refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  actions: z.array(z.string()).describe('Names of what it would ask for, in order.'),
  error: textOrNull,
});

const waiting = z
  .strictObject({
    timers: count,
    effects: count,
    messages: count.describe('On their way from other actors.'),
    at_least: z.boolean().describe('True when there were too many to look through.'),
  })
  .describe('What waits for the actor and goes on when it is released.');

/** The bench at a glance; each list holds at most `limits.benchRowsShown`. */
export const benchReply = okReply.extend({
  summary: z.string(),
  totals: z.strictObject({ out_of_service: count, dead_letters: count }),
  restore_check: restoreCheck,
  actors: z.array(actorEntry).describe('The first of them by kind and id.'),
  dead_letters: z.array(letterEntry).describe('The newest.'),
  links: z.strictObject({
    actors: z.string(),
    dead_letters: z.string(),
    supervision: z.string(),
  }),
  ...stamp,
});

const { cursor, page_size } = listQuerySchema({}).shape;
/** The order is fixed and there are no filters. */
export const benchListQuery = z.strictObject({ cursor, page_size });
/** A page of actors out of service. */
export const benchActorsReply = listReplySchema(actorEntry);
/** A page of dead letters. */
export const deadLettersReply = listReplySchema(letterEntry);

/** One entry, and what a release would set going. */
export const benchActorReply = okReply.extend({
  actor: actorEntry,
  restorable: z.boolean().describe('Whether its stored state can be restored now.'),
  restore_error: textOrNull,
  trial: trial.nullable().describe('What the event it failed at would do now; null: it had none.'),
  waiting,
  ...stamp,
});
/** One dead letter, its event whole. */
export const deadLetterReply = okReply.extend({
  dead_letter: letterEntry,
  ...stamp,
});

/** Of any form that an address can have: what is not on the bench is answered 404. */
export const benchActorParams = z.strictObject({
  kind: z.string().min(1).max(nameCharsMax),
  id: z.string().min(1).max(nameCharsMax),
});
/** A dead letter has its number for good. */
export const deadLetterParams = z.strictObject({
  sequence: integerParam(1, Number.MAX_SAFE_INTEGER - 1).describe('Its number'),
});

const event = z
  .looseObject({ type: z.string().min(1).max(200).describe('An event that the machine knows') })
  .describe('Instead of the stored event');

/** Without an event the stored one is tried. */
export const tryBody = z.strictObject({ event: event.optional() });
/** What the event would do to the actor as it is stored; nothing was committed. */
export const tryReply = okReply.extend({
  kind: z.string(),
  id: z.string(),
  event_type: z.string(),
  as_stored: z.boolean().describe('False for an event that was given.'),
  message: z.string(),
  trial,
  ...stamp,
});

const mendShape = {
  ...asked,
  dry_run: z.boolean().default(true).describe('Say what would happen and do nothing'),
  mark: z
    .string()
    .regex(markPattern, 'must be the mark of the entry as it was shown')
    .optional()
    .describe('Of the entry as it was shown; required to do it'),
  reason: words(reasonCharsMax)
    .trim()
    .min(1, 'must not be empty')
    .optional()
    .describe('Why, for the audit log; required to do it'),
};
type MendBody = { dry_run: boolean; mark?: string | undefined; reason?: string | undefined };

function needMarkAndReason(body: MendBody, context: z.core.$RefinementCtx): void {
  if (body.dry_run) return;
  for (const member of ['mark', 'reason'] as const) {
    if (body[member] !== undefined) continue;
    const message = 'is required unless dry_run is true';
    context.addIssue({ code: 'custom', path: [member], message });
  }
}

/** Body of releasing and of discarding. */
export const mendBody = z.strictObject(mendShape).superRefine(needMarkAndReason);
/** As `mendBody`, with another event to send in place of the stored one where that was wrong. */
export const retryBody = z
  .strictObject({ ...mendShape, event: event.optional() })
  .superRefine(needMarkAndReason);

/** A body as the use case takes it. */
export function toMendRequest(
  subject: MendSubject,
  body: MendBody & { readonly requested_by: string },
): MendRequest {
  return {
    subject,
    mark: body.mark ?? null,
    reason: body.reason ?? null,
    dry_run: body.dry_run,
    requested_by: body.requested_by,
  };
}

/** What a release, retry or discard did, or would do. */
export const mendReply = okReply.extend({
  dry_run: z.boolean(),
  act: z.enum(['release', 'retry', 'discard']),
  kind: z.string(),
  id: z.string(),
  sequence: z.int().nullable().describe('Of the dead letter; null for a release.'),
  mark: z.string().describe('Of the entry that this is about.'),
  message: z.string().describe('What would happen, or what did.'),
  possible: z.boolean().describe('False when something stands in the way.'),
  obstacle: textOrNull.describe('What stands in the way, and what to do first.'),
  trial: trial.nullable().describe('What the event in question would do; null: there is none.'),
  waiting: waiting.nullable(),
  requested_by: z.string(),
  reason: textOrNull,
  event_id: z.int().nullable().describe('The audit event; null for a dry run.'),
  outcome: z
    .strictObject({
      accepted: z.boolean(),
      status: z.string(),
      refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    })
    .nullable()
    .describe('How the actor answered an event that was sent again.'),
  ...stamp,
});
