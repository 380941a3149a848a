/** Checks an event that a person gives in place of a stored one. Pure. */
import type { ActorEvent } from '../../actors/machine/durable-actions.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import type { Bench } from '../common/index.ts';

/** Names that an error lists; a machine has a few dozen. */
const namesListedMax = 60;

/**
 * The event, when actors of `kind` can be told it. Throws `invalid_request` that says what is wrong
 * with `event` and which names there are; `mend_failed` for a kind that nobody defined.
 */
export function checkEvent(
  bench: Pick<Bench, 'eventNames'>,
  kind: string,
  given: ActorEvent,
): ActorEvent & JsonObject {
  const known = requireKind(bench, kind);
  const { type } = given;
  if (type === '*' || type.startsWith('xstate.')) {
    throw invalid(`${type} is a name that machines keep for themselves`);
  }
  if (!known.includes(type)) {
    const near = nearestName(type, known);
    const hint = near === undefined ? '' : `did you mean ${near}? `;
    throw invalid(`${kind} has no event ${JSON.stringify(type)}; ${hint}${listOf(kind, known)}`);
  }
  return given as ActorEvent & JsonObject;
}

/** Event names of a kind; throws `mend_failed` for a kind that nobody defined. */
export function requireKind(bench: Pick<Bench, 'eventNames'>, kind: string): readonly string[] {
  const known = bench.eventNames(kind);
  if (known !== undefined) return known;
  throw new ServiceError(
    'mend_failed',
    `this program has no actors of the kind ${kind}: its messages can only be discarded, or wait for a program that has`,
    { reason: 'unknown_kind' },
  );
}

const listOf = (kind: string, known: readonly string[]): string =>
  `${kind} can be told ${known.slice(0, namesListedMax).join(', ') || 'nothing'}`;

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', `event.type: ${message}`, {
    errors: [{ path: 'event.type', message }],
  });
}
