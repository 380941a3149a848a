/** The lanes: what runs and waits per worker. */
import { readLanes } from '../../control/dispatch/index.ts';
import { defineRoute, ok, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import { lanesReply } from '../wire/inspect.ts';
import type { ApiContext } from './context.ts';

/** One route, whose reply may be up to a second old while nothing is committed. */
export const laneRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'lanes',
    path: '/control/api/v1/lanes',
    summary: 'One lane per worker address: what runs there, what waits, or why nothing goes.',
    replies: { 200: lanesReply },
    pageCached: true,
    handler: async (_request, { control }: ApiContext) => ok(await readLanes(control)),
  }),
];
