/** Reply: what a request led to, as trees. */
import * as z from 'zod';
import type { TraceNode } from '../../control/operations/index.ts';
import { limits } from '../../domain/limits.ts';
import { integerParam } from './lists.ts';
import { okReply, stamp } from './parts.ts';
import { moment } from './rows.ts';

/** A number that an event has means the trace of that event. */
export const traceParams = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(limits.traceIdCharsMax)
    .describe('A request id (correlation id), or the id of an event: the trace that it belongs to'),
});

/** How much of a long trace is wanted. */
export const traceQuery = z.strictObject({
  limit: integerParam(1, limits.traceEventsMax)
    .default(limits.traceEventsDefault)
    .describe('Most events in the reply; the first ones are in it'),
});

const eventType = z.string().describe('Name of the message to the actor');
/** The actor that a waiting thing belongs to, or that an event is about. */
const about = { entity_type: z.string(), entity_id: z.string() };

const traceEvent = z
  .strictObject({
    kind: z.literal('event'),
    event_id: z.int(),
    event_type: z.string(),
    ...about,
    actor: z.string().describe('Who asked'),
    cause_id: z.int().nullable().describe('The event that led to it; null when it was asked for'),
    at: moment,
    summary: z.string().describe('What happened, in words'),
    get children(): z.ZodArray<z.ZodType<TraceNode>> {
      return z.array(traceNode);
    },
  })
  .meta({ id: 'TraceEvent', description: 'An audit event; below it what it led to.' });

const traceEffect = z
  .strictObject({
    kind: z.literal('effect'),
    ...about,
    effect_id: z.string(),
    name: z.string().describe('`tell` is a message to another actor'),
    attempts: z.int().describe('Failed so far'),
    not_before: moment.nullable().describe('When it is tried again; null: as soon as it can be'),
    last_error: z.string().nullable(),
  })
  .meta({ id: 'TraceEffect', description: 'Something to be done that is not done yet.' });

const traceTimer = z
  .strictObject({
    kind: z.literal('timer'),
    ...about,
    timer: z.string(),
    event: eventType,
    due_at: moment,
  })
  .meta({ id: 'TraceTimer', description: 'A timer that has not fallen due.' });

const traceLetter = z
  .strictObject({
    kind: z.literal('dead_letter'),
    ...about,
    sequence: z.int(),
    event: eventType,
    reason: z.string(),
    at: moment,
  })
  .meta({ id: 'TraceDeadLetter', description: 'A message that its actor could not handle.' });

const traceNode = z
  .discriminatedUnion('kind', [traceEvent, traceEffect, traceTimer, traceLetter])
  .meta({ id: 'TraceNode', description: 'Something that bears the id of the request.' });

/** What happened on behalf of one request, and what of it still waits. */
export const traceReply = okReply.extend({
  correlation_id: z.string().describe('Id of the request; everything below bears it'),
  started_at: moment.nullable().describe('When the first event happened'),
  event_count: z.int(),
  waiting_count: z.int().describe('Effects and timers below that are not done'),
  dead_letter_count: z.int(),
  truncated: z.boolean().describe('True when there are, or may be, more events than these'),
  outbox_complete: z
    .boolean()
    .describe('False when there were too many effects, timers or dead letters to look through'),
  nodes: z.array(traceNode).describe('Whatever no event of this trace led to, in order'),
  ...stamp,
});
