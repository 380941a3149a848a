/** Replies about the actors of the control plane: which there are, and one as it stands. */
import * as z from 'zod';
import { actorKinds } from '../../control/operations/index.ts';
import { limits } from '../../domain/limits.ts';
import { momentShown } from './as-of.ts';
import { idParam } from './fields.ts';
import { integerParam, textParam, wordParam } from './lists.ts';
import { okReply, stamp, textOrNull } from './parts.ts';

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
  status: textParam(64),
  after: textParam(limits.identifierCharsMax * 2).describe(
    'next_after of an earlier page; needs kind',
  ),
  limit: integerParam(1, limits.actorRowsMax).default(limits.actorRowsDefault),
});
/** A page goes on behind `next_after`, not at a cursor. */
export const actorListReply = okReply.extend({
  rows: z.array(actorRow),
  kinds: z.array(z.string()).describe('Every kind there is, whether it has actors or not'),
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
  id: idParam,
});
const entry = { at: z.string(), actor: z.string(), event: z.string() };
/** An actor as it is stored, and as it stands in the memory of this process. */
export const actorReply = okReply.extend({
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
  outbox_complete: z.boolean().describe('False when there were too many effects to look through'),
  history: z.array(z.looseObject({ event_id: z.int(), event_type: z.string() })),
  links: z.strictObject({ self: z.string(), statechart: z.string() }),
  ...stamp,
});

/** `before` goes on behind `next_before`, or begins at any event. */
export const actorHistoryQuery = z.strictObject({
  before: integerParam(1, Number.MAX_SAFE_INTEGER)
    .nullable()
    .default(null)
    .describe('Only events before this one'),
  page_size: integerParam(limits.pageSizeMin, limits.pageSizeMax).default(limits.pageSizeDefault),
});
/** A page of the events about an actor, newest first. */
export const actorHistoryReply = okReply.extend({
  kind: z.enum(actorKinds),
  id: z.string(),
  rows: z.array(
    z.strictObject({
      event_id: z.int(),
      event_type: z.string(),
      actor: z.string().describe('Who or what caused it'),
      created_at: z.string(),
      summary: z.string(),
      status: textOrNull.describe('The status it set; null where that stayed as it was'),
      changed: z.array(z.string()).describe('Names of the members it set'),
      gone: z.boolean().describe('True where its state was removed with this event'),
    }),
  ),
  next_before: z.int().nullable().describe('Where the next page begins; null on the last one'),
  ...stamp,
});

/** An actor as it was, and what the event of that moment changed. */
export const actorStateReply = okReply.extend({
  kind: z.enum(actorKinds),
  id: z.string(),
  status: z.string(),
  version: z.int(),
  state: z.looseObject({ status: z.string() }).describe('Long texts are cut'),
  changed: z
    .array(z.strictObject({ member: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe('Members that differ from the moment before; null for one that was not there'),
  legal_events: z.array(z.string()).describe('Events that its status then has transitions for'),
  summary: z.string().describe('What that event was, in words'),
  as_of: momentShown,
  ...stamp,
});

const area = { x: z.number(), y: z.number(), width: z.number(), height: z.number() } as const;
const texts = z.array(
  z.strictObject({
    x: z.number(),
    y: z.number(),
    runs: z.array(
      z.strictObject({
        text: z.string(),
        look: z.enum(['title', 'name', 'event', 'guard', 'about', 'jump', 'mark']),
      }),
    ),
  }),
);
/** A kind that has actors in the control plane. */
export const statechartParams = z.strictObject({ kind: z.enum(actorKinds) });
/** States as the running machine has them, and their drawing. */
export const statechartReply = okReply.extend({
  kind: z.enum(actorKinds),
  part_of: textOrNull.describe('The kind that moves it; null for one that is told things itself'),
  states: z.array(
    z.strictObject({
      id: z.string().describe('Names from the outside in, joined by dots; empty for the machine'),
      name: z.string(),
      status: z.string().describe('The status of an actor that is in it'),
      about: z.string(),
      initial: z.boolean(),
      terminal: z.boolean().describe('Nothing is waited for any more'),
      answers: z.array(
        z.strictObject({
          event: z.string(),
          named: z.boolean().describe('False where it is words about what happens by itself'),
          if: textOrNull.describe('The condition in words'),
          to: z.array(z.string()).describe('States it leads to; none where it stays'),
          again: z.boolean().describe('It is left and entered anew'),
        }),
      ),
    }),
  ),
  statuses: z
    .array(
      z.strictObject({
        status: z.string(),
        takes: z.array(z.string()).describe('Events it has transitions for, whatever their guards'),
      }),
    )
    .describe('In the order of the states'),
  picture: z
    .strictObject({
      width: z.number(),
      height: z.number(),
      boxes: z.array(
        z.strictObject({
          id: z.string(),
          form: z.enum(['state', 'region', 'final', 'history', 'start']),
          status: textOrNull,
          terminal: z.boolean(),
          holds: z.boolean(),
          depth: z.int(),
          ...area,
          texts,
        }),
      ),
      arrows: z.array(
        z.strictObject({
          from: z.string(),
          to: z.string(),
          line: z.string().describe('A path of SVG'),
          tip: z.string().describe('A path of SVG'),
          label: z.strictObject(area).nullable(),
          texts,
        }),
      ),
    })
    .describe('In pixels from the upper left corner'),
  ...stamp,
});
