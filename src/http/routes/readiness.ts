/** Whether the service may be left alone. */
import * as z from 'zod';
import { readReadiness } from '../../control/operations/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { booleanParam } from '../wire/lists.ts';
import { readinessReplySchema } from '../wire/readiness.ts';
import type { ApiContext } from './context.ts';

/** One route. It asks the workers only with `refresh_worker`. */
export const readinessRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    id: 'automation_readiness',
    method: 'GET',
    path: '/control/api/v1/automation-readiness',
    auth: 'control',
    summary:
      'READY or BLOCKED, with every check, the first that is not ok, and what would mend each.',
    params: null,
    query: z.strictObject({ refresh_worker: booleanParam.default(false) }),
    body: null,
    replies: { 200: readinessReplySchema },
    errors: [],
    idempotent: true,
    handler: async ({ query }, { control }) =>
      ok(await readReadiness(control, { refreshWorker: query.refresh_worker })),
  }),
];
