/**
 * Which request a turn and its effects belong to. A request carries its id into the actors it asks; an effect
 * runs on behalf of the request that its turn belongs to, caused by that turn's first event. Between
 * the two the runtime keeps the ids in its rows, so that a restart loses none of them.
 */
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { ActorHost } from '../../actors/runtime/host.ts';
import type { AskOptions } from '../../actors/runtime/requests.ts';
import {
  currentCorrelation,
  runWithCorrelation,
  runWithoutCorrelation,
} from '../../lib/correlation.ts';

type Ask = ActorHost['ask'];

/**
 * `host.ask` on behalf of the request or effect that is being served. Outside of both the id is what
 * `otherwise` finds, or else the runtime's own for each question. The runtime itself is entered on
 * nobody's behalf: one transaction and one queue serve many.
 */
export function createAskWithCause(
  host: Pick<ActorHost, 'ask'>,
  otherwise?: (address: ActorAddress) => Promise<string | undefined>,
): Ask {
  return async (address, event, options) => {
    const current = currentCorrelation();
    const correlationId = current?.id ?? (await otherwise?.(address));
    const cause: AskOptions = {
      ...(correlationId === undefined ? {} : { correlationId }),
      ...(current === null || current.causeId === null ? {} : { causeId: current.causeId }),
    };
    return runWithoutCorrelation(() => host.ask(address, event, { ...cause, ...options }));
  };
}

/** The same handlers, each run on behalf of the request that led to its effect. */
export function withCauses(handlers: EffectHandlers): EffectHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      {
        ...handler,
        run: (input, context) =>
          runWithCorrelation({ id: context.correlationId, causeId: context.causeId }, () =>
            handler.run(input, context),
          ),
      } satisfies EffectHandlers[string],
    ]),
  );
}
