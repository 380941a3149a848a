/** Finds what a request names on the bench, as it was shown. */
import type { DeadLetter, Quarantine } from '../../actors/journal/port.ts';
import type { ActorAddress } from '../../actors/machine/durable-actions.ts';
import type { Shown } from '../../actors/runtime/repairs.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Bench } from '../common/index.ts';

/** Everybody out of service, by kind and id. */
export function quarantinesInOrder(bench: Bench): readonly Shown<Quarantine>[] {
  return bench
    .quarantines()
    .toSorted((one, other) => (addressKey(one) < addressKey(other) ? -1 : 1));
}

/** Sorts addresses by kind, then id: no name holds the character between them. */
export const addressKey = ({ kind, id }: ActorAddress): string => `${kind}\u0000${id}`;

/** Undefined when the actor is in service. */
export function findQuarantine(
  bench: Bench,
  { kind, id }: ActorAddress,
): Shown<Quarantine> | undefined {
  return bench.quarantines().find((one) => one.kind === kind && one.id === id);
}

/** Throws `bench_entry_not_found` when the actor is in service. */
export function requireQuarantine(bench: Bench, address: ActorAddress): Shown<Quarantine> {
  const found = findQuarantine(bench, address);
  if (found !== undefined) return found;
  throw new ServiceError(
    'bench_entry_not_found',
    `${address.kind}/${address.id} is not out of service; GET ${bench.place.bench} lists who is`,
  );
}

/** The dead letter with this number; undefined when it is gone or never was. */
export async function findLetter(
  bench: Bench,
  sequence: number,
): Promise<Shown<DeadLetter> | undefined> {
  const [letter] = await bench.deadLetters(1, sequence + 1);
  return letter?.sequence === sequence ? letter : undefined;
}

/** Throws `bench_entry_not_found` when there is no such letter, or no more. */
export async function requireLetter(bench: Bench, sequence: number): Promise<Shown<DeadLetter>> {
  const letter = await findLetter(bench, sequence);
  if (letter !== undefined) return letter;
  throw new ServiceError(
    'bench_entry_not_found',
    `there is no dead letter ${sequence}: it was retried or discarded, or never was; GET ${bench.place.bench} lists those that wait`,
  );
}
