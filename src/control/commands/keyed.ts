/** Mending under an idempotency key, in either half of the service. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { type MendRequest, mend, requireSubject } from '../bench/index.ts';
import type { BenchContext } from '../common/index.ts';
import { runKeyed, usesKey } from './commands.ts';
import { performCommands } from './perform-command.ts';

/** The name under which the commands of a store keep it. */
const name = 'mend';

/** As `mend`; under a key it is done once and answered alike for ever. */
export async function runMend(
  context: BenchContext,
  { key, request }: { readonly key: string | undefined; readonly request: MendRequest },
) {
  const call = { key, by: request.requested_by, request };
  if (!usesKey(call)) return { body: await mend(context, request, null), replayed: false };
  const check = () => requireSubject(context, request.subject);
  return runKeyed(context.actors, { name, check }, call);
}

/** Effect `command.perform` of a half that has no other commands. */
export function createPerformMend(contextOf: () => BenchContext): EffectHandler {
  return performCommands((command, untilTold) => {
    if (command !== name) return undefined;
    const context = contextOf();
    return (request, once) =>
      mend(
        { ...context, actors: untilTold(context.actors) },
        request as unknown as MendRequest,
        once,
      );
  });
}
