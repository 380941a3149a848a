/** What operators do to single queue items. */
import { limits } from '../../domain/limits.ts';
import { defineRoute, type Route } from '../route.ts';
import { command } from '../wire/fields.ts';
import { projectParams, toEditFields, verbBodies, verbReply } from '../wire/operator.ts';
import type { ApiContext } from './context.ts';
import { perform } from './perform.ts';

const common = {
  ...command,
  params: projectParams,
  replies: { 200: verbReply },
  errors: [
    'queue_item_not_found',
    'transition_refused',
    'idempotency_conflict',
    'worker_failed',
  ] as const,
  idempotent: true,
} as const;

const summaries = {
  pause: 'Holds an item back; an active one must be canceled instead.',
  resume: 'Puts a paused item back into the queue.',
  retry: 'Puts a blocked, failed, reviewed or canceled item back into the queue.',
  cancel: 'Cancels an item; an active run is stopped on its worker first.',
} as const;

const pathOf = (verb: string): string => `/control/api/v1/queue/{project_id}/${verb}`;

/** A route for each verb; what the machine refuses is answered 409 `transition_refused`. */
export const operatorRoutes: readonly Route<ApiContext>[] = [
  ...(['pause', 'resume', 'retry', 'cancel'] as const).map((verb) =>
    defineRoute({
      ...common,
      id: `queue.${verb}`,
      path: pathOf(verb),
      summary: summaries[verb],
      body: verbBodies.plain,
      handler: ({ params, body: { idempotency_key: key, ...rest } }, context: ApiContext) =>
        perform(context, 'queue_verb', {
          key,
          request: { ...params, ...rest, verb, answer: null, fields: null },
        }),
    }),
  ),
  defineRoute({
    ...common,
    id: 'queue.answer',
    path: pathOf('answer'),
    summary: "Answers an agent's question; the item's next run resumes the session with it.",
    body: verbBodies.answer,
    bodyBytesMax: limits.answerBodyBytesMax,
    handler: ({ params, body: { idempotency_key: key, ...rest } }, context: ApiContext) =>
      perform(context, 'queue_verb', {
        key,
        request: { ...params, ...rest, verb: 'answer', fields: null },
      }),
  }),
  defineRoute({
    ...common,
    id: 'queue.edit',
    path: pathOf('edit'),
    summary: 'Changes priority, worker, model, limits or tags of an item; never what it is.',
    body: verbBodies.edit,
    handler: ({ params, body: { idempotency_key: key, fields, ...rest } }, context: ApiContext) =>
      perform(context, 'queue_verb', {
        key,
        request: { ...params, ...rest, verb: 'edit', answer: null, fields: toEditFields(fields) },
      }),
  }),
];
