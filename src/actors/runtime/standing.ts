/** An actor as a turn finds or leaves it, with those of its parts that the turn is about. */
import type { StoredActor } from '../journal/port.ts';
import type { ActorAddress } from '../machine/durable-actions.ts';
import type { ActorState, AnyDefinition } from './definition.ts';

/** A state with its version; version 0 was never stored. */
export interface Standing {
  readonly state: ActorState;
  readonly version: number;
  /** The state was stored under another version of its shape: its next change carries all of it. */
  readonly isMigrated: boolean;
  /** The parts that were read with it, or that the last turn about parts was about, by `kind/id`. */
  readonly parts: ReadonlyMap<string, Standing>;
}

const noParts: Standing['parts'] = new Map();

/** What was stored, or the first state of an id that never was. Throws when it is not restorable. */
export function restoreStanding(
  { initialState, restore, stateVersion }: AnyDefinition,
  id: string,
  stored: StoredActor | undefined,
): Standing {
  if (stored === undefined) {
    return { state: initialState(id), version: 0, isMigrated: false, parts: noParts };
  }
  const { state, state_version, version } = stored;
  const isMigrated = state_version !== stateVersion;
  return { state: restore(state, state_version), version, isMigrated, parts: noParts };
}

/** A turn tells parts that were not read with its actor: read them and take the turn again. */
export class PartsMissing extends Error {
  override readonly name = 'PartsMissing';
  readonly addresses: readonly ActorAddress[];
  constructor(addresses: readonly ActorAddress[]) {
    super('parts have to be read');
    this.addresses = addresses;
  }
}
