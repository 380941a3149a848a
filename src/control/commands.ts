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
import {
  type CommandName,
  type CommandRequests,
  commandTable,
  subjectChecks,
} from './command-table.ts';
import type { CommandContext } from './ports.ts';

/**
 * Carries the command out, once per key. What changed nothing because it was a dry run, or because
 * it names what there is not, does not use its key up. Throws what the command throws, also when it
 * repeats an answer.
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
  const actorKey = `command:${name}:${key}`;
  await checkSubject(context, name, { actorKey, request });
  const { outcome, replayed } = await ask(
    context.control.actors,
    { kind: 'command', id: fingerprint(`${name}:${key}`).slice(0, 32) },
    // Requests come from validated JSON bodies.
    { type: 'RUN', command: name, request: request as unknown as JsonObject },
    { by: call.by, idempotency: { key: actorKey, payload: request } },
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

/** A key that has an answer already, or another request, keeps it; else the subject must exist. */
async function checkSubject<Name extends CommandName>(
  context: CommandContext,
  name: Name,
  call: { readonly actorKey: string; readonly request: CommandRequests[Name] },
): Promise<void> {
  try {
    await subjectChecks[name]?.(context, call.request);
  } catch (error) {
    if ((await context.control.actors.recall(call.actorKey)) === undefined) throw error;
  }
}
