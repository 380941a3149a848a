/** Why something does not move, what a request led to, and the actors as they are. */

import { explain } from '../../control/explain/index.ts';
import {
  drawActor,
  listActors,
  readActor,
  readActorHistory,
  readActorState,
  readStatechart,
  readTrace,
} from '../../control/operations/index.ts';

import { ServiceError } from '../../domain/errors.ts';
import { drawingHeaders } from '../headers.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import {
  actorHistoryQuery,
  actorHistoryReply,
  actorListQuery,
  actorListReply,
  actorParams,
  actorReply,
  actorStateReply,
  statechartParams,
  statechartReply,
} from '../wire/actors.ts';
import { requiredAtQuery } from '../wire/as-of.ts';
import { get } from '../wire/fields.ts';
import { explainParams, explanationReply } from '../wire/inspect.ts';
import { traceParams, traceQuery, traceReply } from '../wire/trace.ts';
import type { ApiContext } from './context.ts';

const actorPath = '/control/api/v1/actors/{kind}/{id}';

/** They read: no actor is told anything. */
export const inspectRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'explain',
    path: '/control/api/v1/explain/{kind}/{id}',
    summary:
      'Why an item, run, paper, worker, alert or other work stands still, and the smallest act that helps.',
    params: explainParams,
    replies: { 200: explanationReply },
    errors: [
      'queue_item_not_found',
      'run_not_found',
      'paper_not_found',
      'worker_not_found',
      'alert_not_found',
      'incident_not_found',
      'notification_not_found',
      'rewrite_batch_not_found',
      'not_found',
    ],
    handler: async ({ params }, context: ApiContext) =>
      ok(await explain(context, params.kind, params.id)),
  }),
  defineRoute({
    ...get,
    id: 'trace',
    path: '/control/api/v1/trace/{id}',
    summary: 'What a request led to, as a tree: its events, and what of it still waits.',
    params: traceParams,
    query: traceQuery,
    replies: { 200: traceReply },
    errors: ['trace_not_found'],
    handler: async ({ params, query }, { control }: ApiContext) =>
      ok(await readTrace(control, params.id, query.limit)),
  }),
  defineRoute({
    ...get,
    id: 'actors.list',
    path: '/control/api/v1/actors',
    summary: 'Actors, those out of service first; without a kind, those active lately.',
    query: actorListQuery,
    replies: { 200: actorListReply },
    handler: async ({ query }, { control, inspector }: ApiContext) => {
      if (query.after !== '' && query.kind === '') {
        throw new ServiceError('invalid_request', 'after: needs a kind', {
          errors: [{ path: 'after', message: 'needs a kind' }],
        });
      }
      return ok(await listActors(control, inspector, query));
    },
  }),
  defineRoute({
    ...get,
    id: 'actors.get',
    path: actorPath,
    summary: 'One actor: state, mailbox, failures, legal next events, last turns, history.',
    params: actorParams,
    replies: { 200: actorReply },
    errors: ['actor_not_found'],
    handler: async ({ params }, { control, inspector }: ApiContext) =>
      ok(await readActor(control, inspector, params)),
  }),
  defineRoute({
    ...get,
    id: 'actors.statechart',
    path: `${actorPath}/statechart.svg`,
    summary: "The statechart of an actor's machine, its current state pointed out.",
    params: actorParams,
    replies: { 200: null },
    mediaType: 'image/svg+xml',
    errors: ['actor_not_found'],
    handler: async ({ params }, { control, statecharts }: ApiContext) => ({
      status: 200,
      body: await drawActor(control, statecharts, params),
      contentType: 'image/svg+xml; charset=utf-8',
      headers: drawingHeaders,
    }),
  }),
  defineRoute({
    ...get,
    id: 'actors.history',
    path: `${actorPath}/history`,
    summary: 'What became of an actor, event by event, newest first, however many there are.',
    params: actorParams,
    query: actorHistoryQuery,
    replies: { 200: actorHistoryReply },
    errors: ['actor_not_found'],
    handler: async ({ params, query }, { control }: ApiContext) =>
      ok(await readActorHistory(control, params, query)),
  }),
  defineRoute({
    ...get,
    id: 'actors.state',
    path: `${actorPath}/state`,
    summary: 'One actor as it was at a moment, and what the event of that moment changed.',
    params: actorParams,
    query: requiredAtQuery,
    replies: { 200: actorStateReply },
    errors: ['actor_not_found'],
    handler: async ({ params, query }, { control }: ApiContext) =>
      ok(await readActorState(control, params, query.at)),
  }),
  defineRoute({
    ...get,
    id: 'statecharts.get',
    path: '/control/api/v1/statecharts/{kind}',
    summary: 'The statechart of a kind: its states, what each takes, and where they are drawn.',
    params: statechartParams,
    replies: { 200: statechartReply },
    handler: async ({ params }, { control, statecharts }: ApiContext) =>
      ok(await readStatechart(control, statecharts, params.kind)),
  }),
];
