/** Steps of a keyed command that must come out the same in every attempt at it. */
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { ask } from './ask.ts';
import type { ActorSystem, Once } from './ports.ts';

/**
 * What `make` answers; under a key it is made once and every later attempt gets the same again, also
 * after a restart. What is kept goes into the audit log, so it must be bounded and hold no secret.
 */
export async function keepOnce<Value extends object>(
  actors: ActorSystem,
  once: Once | null,
  step: string,
  make: () => Promise<Value>,
): Promise<Value> {
  if (once === null) return make();
  const key = `${once.key}:${step}`;
  if (once.repeated) {
    const kept = await actors.recall(key);
    if (kept !== undefined && !kept.ok) throw new ServiceError('shutting_down', kept.detail);
    if (kept?.outcome.body != null) return kept.outcome.body as Value;
  }
  // Without members that are undefined, which an event cannot carry.
  const body = JSON.parse(JSON.stringify(await make())) as JsonObject;
  const [kind, id] = once.key.split('/');
  if (kind !== 'command' || id === undefined) {
    throw new ServiceError('internal', `${once.key} is not the key of a command`);
  }
  const { outcome } = await ask(
    actors,
    { kind, id },
    { type: 'KEEP', step, body },
    { idempotency: { key, payload: {} } },
  );
  if (outcome.body === null) {
    throw new ServiceError('internal', `${step} of ${once.key} was not kept`);
  }
  return outcome.body as Value;
}
