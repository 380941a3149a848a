/**
 * Commands of several steps under an idempotency key. With a key, the command becomes a durable
 * actor: one answer for ever, repeats wait for it, a restart carries it on. Without one it is just
 * called. What a command may have done already it finds by the keys of its inner steps.
 */
import { type ErrorCode, type ErrorDetails, ServiceError } from '../domain/errors.ts';
import { asText } from '../lib/as-text.ts';
import type { JsonObject } from '../lib/canonical-json.ts';
import { fingerprint } from '../lib/hash.ts';
import { ask } from './ask.ts';
import { type CommandName, type CommandRequests, commandTable } from './command-table.ts';
import type { CommandContext } from './ports.ts';

/**
 * Carries the command out, once per key. A dry run changes nothing, so its key is not used up.
 * Throws what the command throws, also when it repeats an answer.
 */
export async function runCommand<Name extends CommandName>(
  context: CommandContext,
  name: Name,
  call: {
    readonly key: string | null | undefined;
    readonly by: string;
    readonly request: CommandRequests[Name];
  },
): Promise<{ readonly body: object; readonly replayed: boolean }> {
  const { key, request } = call;
  const isDryRun = (request as { readonly dry_run?: boolean }).dry_run === true;
  if (key === null || key === undefined || key === '' || isDryRun) {
    return { body: await commandTable[name](context, request, null), replayed: false };
  }
  const { outcome, replayed } = await ask(
    context.control.actors,
    { kind: 'command', id: fingerprint(`${name}:${key}`).slice(0, 32) },
    // Requests come from validated JSON bodies.
    { type: 'RUN', command: name, request: request as unknown as JsonObject },
    { by: call.by, idempotency: { key: `command:${name}:${key}`, payload: request } },
  );
  const answer = outcome.body ?? {};
  if (answer['result'] === 'done') return { body: answer['body'] as object, replayed };
  throw new ServiceError(
    (answer['code'] ?? 'internal') as ErrorCode,
    asText(answer['detail'] ?? outcome.refusal?.message, 'the command has no answer'),
    answer['details'] as ErrorDetails | undefined,
    { replayed },
  );
}
