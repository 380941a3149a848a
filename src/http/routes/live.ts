/** The live feed's address for those who come without a WebSocket; `http/live` serves the others. */
import { ServiceError } from '../../domain/errors.ts';
import { liveFeedPath, liveProtocol } from '../live/protocol.ts';
import { defineRoute, type Route } from '../route.ts';
import { get } from '../wire/fields.ts';
import type { ApiContext } from './context.ts';

/** One route, so that the feed is in the table; its handler always throws `upgrade_required`. */
export const liveRoutes: readonly Route<ApiContext>[] = [
  defineRoute({
    ...get,
    id: 'live',
    path: liveFeedPath,
    summary:
      'The live feed, a WebSocket: committed events, changes of entities and telemetry as they come. A plain request is answered 426.',
    replies: { 101: null },
    errors: ['upgrade_required', 'origin_not_allowed'],
    handler: () => {
      throw new ServiceError(
        'upgrade_required',
        `open a WebSocket here, with the subprotocols "${liveProtocol}" and "bearer.<base64url of the token>"`,
      );
    },
  }),
];
