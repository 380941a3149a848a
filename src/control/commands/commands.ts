/**
 * Commands of several steps under an idempotency key. With a key, the command becomes a durable
 * actor: one answer for ever, repeats wait for it, a restart carries it on. Without one it is just
 * called. What a command may have done already it finds by the keys of its inner steps.
 */
import { type ErrorCode, type ErrorDetails, ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import {
  type ActorSystem,
  ask,
  type CommandContext,
  type Once,
  withPlan,
} from '../common/index.ts';

import {
  type CommandName,
  type CommandRequests,
  commandTable,
  subjectChecks,
} from './command-table.ts';

/** One command that may be given a key. */
interface KeyedCommand {
  readonly name: string;
  perform(once: Once | null): Promise<object>;
  /** Throws where the request names what there is not: such a request does not use its key up. */
  check(): Promise<unknown>;
  /** The request with what it names, as it is stored; absent: as it was sent. */
  complete?(): Promise<object>;
}
interface Call<Request> {
  readonly key: string | null | undefined;
  readonly by: string;
  readonly request: Request;
}

const actorKeyOf = (name: string, key: string): string => `command:${name}:${key}`;

/** Whether a command was asked for under this key, perhaps by an earlier process; waits for its answer. */
export async function wasAsked(
  actors: Pick<ActorSystem, 'recall'>,
  name: CommandName,
  key: string,
): Promise<boolean> {
  const reply = await actors.recall(actorKeyOf(name, key));
  if (reply !== undefined && !reply.ok) throw new ServiceError('shutting_down', reply.detail);
  return reply !== undefined;
}

/** A command of the control plane's table; see `runKeyed`. */
export function runCommand<Name extends CommandName>(
  context: CommandContext,
  name: Name,
  call: Call<CommandRequests[Name]>,
): Promise<{ readonly body: object; readonly replayed: boolean }> {
  const { request } = call;
  const complete = () => withPlan(context.control.plans, name, request);
  const command: KeyedCommand = {
    name,
    perform: async (once) => commandTable[name](context, await complete(), once),
    check: async () => subjectChecks[name]?.(context, request),
    complete,
  };
  return runKeyed(context.control.actors, command, call);
}

/**
 * Carries a command out, once per key. What changed nothing because it was a dry run, or because it
 * names what there is not, does not use its key up. Throws what the command throws, also when it
 * repeats an answer.
 */
export async function runKeyed(
  actors: ActorSystem,
  command: KeyedCommand,
  { key, by, request }: Call<object>,
): Promise<{ readonly body: object; readonly replayed: boolean }> {
  const { name } = command;
  const isDryRun = (request as { readonly dry_run?: boolean }).dry_run === true;
  if (key === null || key === undefined || key === '' || isDryRun) {
    return { body: await command.perform(null), replayed: false };
  }
  const actorKey = actorKeyOf(name, key);
  let stored = request;
  // A key that has an answer already, or another request, keeps it; else the subject must exist.
  try {
    await command.check();
    stored = (await command.complete?.()) ?? request;
  } catch (error) {
    if ((await actors.recall(actorKey)) === undefined) throw error;
  }
  const { outcome, replayed } = await ask(
    actors,
    { kind: 'command', id: fingerprint(`${name}:${key}`).slice(0, 32) },
    // Requests come from validated JSON bodies.
    { type: 'RUN', command: name, request: stored as JsonObject },
    { by, idempotency: { key: actorKey, payload: request } },
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
