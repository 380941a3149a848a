/**
 * What happens to a request between the socket and its handler, in this order: request id, route,
 * token (before anything is said about the address or the body), cached page, content type, size,
 * JSON, schema, handler, reply. The handler runs on behalf of its request, whose id everything it
 * leads to bears. Everything that goes wrong ends in one place as a problem.
 */
import { ServiceError } from '../domain/errors.ts';
import { type Authenticator, type AuthScope, assertAllowed, createAuthenticator } from './auth.ts';
import { Call } from './call.ts';
import { createPageCache } from './page-cache.ts';
import { PageFlights } from './page-flights.ts';
import type { PipelineOptions } from './pipeline-options.ts';
import { createRouter } from './router.ts';
import type { RequestHead, TransportHandlers, UpgradeAnswer } from './transport/port.ts';

/** The handlers a transport is created with. */
export function createPipeline<Context>(options: PipelineOptions<Context>): TransportHandlers {
  const router = createRouter(options.routes);
  const authenticator = createAuthenticator(options.tokens, options.clock);
  const pages =
    options.head === undefined
      ? undefined
      : new PageFlights(createPageCache(options.clock), options.head);
  const upgrades = new Map(options.upgrades?.map((upgrade) => [upgrade.path, upgrade]));
  const shared = { options, pages };

  return {
    request(head) {
      const call = new Call(shared, head);
      const match = router.find(head.method, head.path);
      try {
        const scope = match.kind === 'found' ? match.route.auth : 'any';
        if (scope !== 'open') authorise(authenticator, head, scope);
        return match.kind === 'found' ? call.serve(match.route, match.params) : call.refuse(match);
      } catch (error) {
        return call.fail(error);
      }
    },
    ...(upgrades.size === 0
      ? {}
      : {
          upgrade(head: RequestHead): UpgradeAnswer {
            const upgrade = upgrades.get(head.path);
            const call = new Call(shared, head);
            try {
              if (upgrade !== undefined) {
                return upgrade.answer(head, { context: options.context, authenticator });
              }
              authorise(authenticator, head, 'any');
              throw new ServiceError('not_found', 'there is no WebSocket at this address');
            } catch (error) {
              return { accept: false, reply: call.fail(error) };
            }
          },
        }),
    failed: (error, head) => new Call(shared, head).fail(error),
    closing(head) {
      const error = new ServiceError('shutting_down', 'the service is shutting down; try again');
      return new Call(shared, head).fail(error);
    },
  };
}

/** Throws the one 401, or 429, unless the request carries a token for `scope`. */
function authorise(authenticator: Authenticator, head: RequestHead, scope: AuthScope): void {
  const header = head.header('authorization');
  assertAllowed(authenticator.checkHeader(header, scope, () => head.remoteAddress));
}
