/**
 * Commands of several steps under an idempotency key. With a key, the command becomes a durable
 * actor: one answer until both are forgotten, repeats wait for it, a restart carries it on. Without one it is just
 * called. What a command may have done already it finds by the keys of its inner steps.
 */
import { type ErrorCode, type ErrorDetails, ServiceError } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { fingerprint } from '../../lib/hash.ts';
import { type ActorSystem, ask, type CommandContext, withPlan } from '../common/index.ts';

import {
  type CommandName,
  type CommandRequests,
  commandTable,
  subjectChecks,
} from './command-table.ts';

/** One command that may be given a key. */
interface KeyedCommand {
  readonly name: string;
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

/** True for a call that is carried out once for all. A dry run changes nothing, and needs no key for it. */
export function usesKey<Asked extends Call<object>>(
  call: Asked,
): call is Asked & { readonly key: string } {
  const { key, request } = call;
  const isDryRun = (request as { readonly dry_run?: boolean }).dry_run === true;
  return key !== null && key !== undefined && key !== '' && !isDryRun;
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

/** A command of the control plane's table, just called or, under a key, as `runKeyed` does. */
export async function runCommand<Name extends CommandName>(
  context: CommandContext,
  name: Name,
  call: Call<CommandRequests[Name]>,
): Promise<{ readonly body: object; readonly replayed: boolean }> {
  const { request } = call;
  const complete = () => withPlan(context.control.plans, name, request);
  if (!usesKey(call)) {
    return { body: await commandTable[name](context, await complete(), null), replayed: false };
  }
  const check = async () => subjectChecks[name]?.(context, request);
  return runKeyed(context.control.actors, { name, check, complete }, call);
}

/**
 * Has a command carried out, once per key. What changed nothing because it names what there is not does
 * not use its key up. Throws what the command throws, also when it repeats an answer.
 */
export async function runKeyed(
  actors: ActorSystem,
  command: KeyedCommand,
  { key, by, request }: Call<object> & { readonly key: string },
): Promise<{ readonly body: object; readonly replayed: boolean }> {
  const { name } = command;
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
    { by, idempotency: { key: actorKey, payload: request }, goesOn: true },
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
