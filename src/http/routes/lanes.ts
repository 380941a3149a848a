/** The lanes: what runs and waits per worker. */
import { readLanes } from '../../control/dispatch/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { lanesReply } from '../wire/inspect.ts';
import type { ApiContext } from './context.ts';

/** One route, whose reply may be up to a second old while nothing is committed. */
export const laneRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    id: 'lanes',
    method: 'GET',
    auth: 'control',
    path: '/control/api/v1/lanes',
    summary: 'One lane per worker address: what runs there, what waits, or why nothing goes.',
    params: null,
    query: null,
    body: null,
    replies: { 200: lanesReply },
    errors: [],
    idempotent: true,
    pageCached: true,
    handler: async (_request, { control }: ApiContext) => ok(await readLanes(control)),
  }),
];
