/** Effect `command.perform`: carries out a command that was given an idempotency key. */
import type { EffectHandler } from '../../actors/runtime/effect-runner.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import type { PerformCommandInput } from '../../machines/command/effects.ts';
import type { CommandEvent } from '../../machines/command/events.ts';
import { commandTable } from '../command-table.ts';
import type { CommandContext, Once } from '../ports.ts';

/** Attempts at a command that fails unexpectedly before its caller is told. */
const attemptsMax = 5;
/** Codes that say nothing about the request: it is tried again. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'shutting_down', 'internal']);

type Perform = (context: CommandContext, request: JsonObject, once: Once) => Promise<object>;
/** By name as stored: a newer or older program may have written another. */
const performers = commandTable as unknown as Readonly<Record<string, Perform | undefined>>;

export function createPerformCommand(contextOf: () => CommandContext): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 200, maxMs: 5_000, factor: 2 },
    async run(input, { address, attempt, resumed }): Promise<CommandEvent> {
      const { command, request } = input as unknown as PerformCommandInput;
      const once: Once = {
        key: `${address.kind}/${address.id}`,
        repeated: resumed || attempt > 1,
      };
      const perform = performers[command];
      if (perform === undefined) {
        return refused(new ServiceError('gone', `the command ${command} no longer exists`));
      }
      try {
        return { type: 'DONE', body: toJson(await perform(contextOf(), request, once)) };
      } catch (error) {
        if (error instanceof ServiceError && !passing.has(error.code)) return refused(error);
        throw error;
      }
    },
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
