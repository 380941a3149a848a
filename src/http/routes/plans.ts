/** Plans: verbs for many queue items, drawn up first and carried out later. */
import { drawPlan, executePlan, readPlan } from '../../control/queue/index.ts';
import { limits } from '../../domain/limits.ts';
import { answered, defineRoute, ok, type Route } from '../route.ts';
import { command } from '../wire/fields.ts';
import {
  executeBody,
  planAnswer,
  planBody,
  planParams,
  planReply,
  toEditFields,
} from '../wire/operator.ts';
import type { ApiContext } from './context.ts';

/** Drawing up changes no item. A plan is carried out within `limits.planTtlMs` or never. */
export const planRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...command,
    id: 'queue.plan',
    path: '/control/api/v1/queue/plan',
    summary: 'Draws up a verb for many items: which it would change, which not and why.',
    body: planBody,
    bodyBytesMax: limits.answerBodyBytesMax,
    replies: { 200: planAnswer },
    errors: ['idempotency_conflict'],
    idempotent: false,
    handler: async ({ body: { answer, fields, ...rest } }, { control }: ApiContext) =>
      answered(
        await drawPlan(control, {
          ...rest,
          answer: answer ?? null,
          fields: fields === undefined ? null : toEditFields(fields),
        }),
      ),
  }),
  defineRoute({
    ...command,
    method: 'GET',
    id: 'plans.get',
    path: '/control/api/v1/plans/{plan_id}',
    summary: 'A plan: its frozen rows, and what became of them.',
    params: planParams,
    body: null,
    replies: { 200: planReply },
    errors: ['plan_not_found'],
    idempotent: true,
    handler: async ({ params }, { control }: ApiContext) =>
      ok(await readPlan(control, params.plan_id)),
  }),
  defineRoute({
    ...command,
    id: 'plans.execute',
    path: '/control/api/v1/plans/{plan_id}/execute',
    summary: 'Carries a plan out, once, exactly as drawn up; 409 when a row has changed since.',
    params: planParams,
    body: executeBody,
    replies: { 200: planAnswer },
    errors: ['plan_not_found', 'plan_outdated', 'transition_refused', 'idempotency_conflict'],
    idempotent: false,
    handler: async ({ params, body }, { control }: ApiContext) =>
      answered(await executePlan(control, params.plan_id, body)),
  }),
];
