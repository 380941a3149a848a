/** Whether the service may be left alone. */
import * as z from 'zod';
import { readReadinessReply } from '../../control/reliance/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import { booleanParam } from '../wire/lists.ts';
import { readinessReplySchema } from '../wire/readiness.ts';
import type { ApiContext } from './context.ts';

/** One route. It asks the workers only with `refresh_worker`. */
export const readinessRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'automation_readiness',
    path: '/control/api/v1/automation-readiness',
    summary:
      'READY or BLOCKED, with every check, the first that is not ok, and what would mend each.',
    query: z.strictObject({ refresh_worker: booleanParam.default(false) }),
    replies: { 200: readinessReplySchema },
    handler: async ({ query }, { control }) =>
      ok(await readReadinessReply(control, { refreshWorker: query.refresh_worker })),
  }),
];
