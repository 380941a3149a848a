/**
 * Lets effects that leave the store begin only while this control plane is sure to hold the lease. The number of the
 * writer keeps turns from being written by one that stood still; a worker knows nothing of that number.
 */
import type { EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { WorkerTarget } from '../../control/fleet/index.ts';
import type { Plane } from '../../store/ports/plane.ts';

/** Undefined where there is no other plane. */
type Sure = Pick<Plane, 'untilSure'> | undefined;

/** The same handlers, each begun only while nobody else can have the lease. */
export function begunWhileSure(plane: Sure, handlers: EffectHandlers): EffectHandlers {
  if (plane === undefined) return handlers;
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      {
        ...handler,
        async run(input, context) {
          await plane.untilSure(context.signal);
          return handler.run(input, context);
        },
      } satisfies EffectHandlers[string],
    ]),
  );
}

const never = new AbortController().signal;

/** The same workers, told to start a run only while nobody else can have the lease: much goes before it. */
export function startedWhileSure(
  plane: Sure,
  targets: readonly WorkerTarget[],
): readonly WorkerTarget[] {
  if (plane === undefined) return targets;
  return targets.map((target) => {
    const { client } = target;
    return {
      ...target,
      client: {
        ...client,
        async dispatch(body, signal) {
          await plane.untilSure(signal ?? never);
          return client.dispatch(body, signal);
        },
      },
    };
  });
}
