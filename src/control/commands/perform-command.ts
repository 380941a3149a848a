/** Effect `command.perform`: carries out a command that was given an idempotency key. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { PerformCommandInput } from '../../machines/command/effects.ts';
import type { CommandEvent } from '../../machines/command/events.ts';
import { type ActorSystem, type CommandContext, isAnswer, type Once } from '../common/index.ts';
import { commandTable } from './command-table.ts';

/** Attempts at a command that fails unexpectedly before its caller is told. */
const attemptsMax = 5;

type Perform = (request: JsonObject, once: Once) => Promise<object>;
type UntilTold = (actors: ActorSystem) => ActorSystem;
type Performer = (context: CommandContext, ...call: Parameters<Perform>) => ReturnType<Perform>;
/** By name as stored: a newer or older program may have written another. */
const performers = commandTable as unknown as Readonly<Record<string, Performer | undefined>>;

/** The commands of the control plane. */
export function createPerformCommand(contextOf: () => CommandContext): EffectHandler {
  return performCommands((command, untilTold) => {
    const perform = performers[command];
    if (perform === undefined) return undefined;
    const { control, ...rest } = contextOf();
    const context = { ...rest, control: { ...control, actors: untilTold(control.actors) } };
    return (request, once) => perform(context, request, once);
  });
}

/**
 * Carries out the commands that `find` knows by name. Actors that went through `untilTold` are waited
 * for only until the effect is told to stop.
 */
export function performCommands(
  find: (command: string, untilTold: UntilTold) => Perform | undefined,
): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 200, maxMs: 5_000, factor: 2 },
    async run(input, { address, attempt, resumed, signal }): Promise<CommandEvent> {
      const { command, request } = input as unknown as PerformCommandInput;
      const once: Once = {
        key: `${address.kind}/${address.id}`,
        repeated: resumed || attempt > 1,
      };
      const perform = find(command, (actors) => untilTold(actors, signal));
      if (perform === undefined) {
        return refused(new ServiceError('gone', `the command ${command} no longer exists`));
      }
      try {
        return { type: 'DONE', body: toJson(await perform(request, once)) };
      } catch (error) {
        if (isAnswer(error)) return refused(error);
        throw error;
      }
    },
  };
}

/** The same actors, waited for only until the signal: then the answer is that the service stops. */
export function untilTold(actors: ActorSystem, signal: AbortSignal): ActorSystem {
  return {
    ask: (to, event, options) => actors.ask(to, event, { ...options, signal }),
    recall: (key) => actors.recall(key, { signal }),
  };
}

function refused(error: ServiceError): CommandEvent {
  return {
    type: 'REFUSED',
    code: error.code,
    detail: error.message,
    details: toJson(error.details),
  };
}

/** Without members that are undefined, which an event cannot carry. */
function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
