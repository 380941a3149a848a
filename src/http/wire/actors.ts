/** Replies about the actors of the control plane: which there are, and one as it stands. */
import * as z from 'zod';
import { actorKinds } from '../../control/operations/index.ts';
import { limits } from '../../domain/limits.ts';
import { integerParam, wordParam } from './lists.ts';

const textOrNull = z.string().nullable();
const stamp = { generated_at: z.iso.datetime(), source: z.string() } as const;

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
