/** Folding the changes in the event log into actor states: the log is the truth, states its sum. */
import { type StateChange, type StoredActor, stateChangeMember } from './port.ts';

/** The change an event's payload carries; undefined when it carries none or a malformed one. */
export function changeIn(payload: Readonly<Record<string, unknown>>): StateChange | undefined {
  const change = payload[stateChangeMember] as Partial<StateChange> | null | undefined;
  if (typeof change !== 'object' || change === null) return undefined;
  const { kind, id, version, state_version, set, unset } = change;
  const sound =
    typeof kind === 'string' &&
    typeof id === 'string' &&
    Number.isSafeInteger(version) &&
    Number.isSafeInteger(state_version) &&
    typeof set === 'object' &&
    set !== null &&
    (unset === undefined || Array.isArray(unset));
  return sound ? (change as StateChange) : undefined;
}

/**
 * The actor after `change`; `actor` is undefined before its first change, and so is the result where the
 * change takes it away. The first change under
 * another state version carries the whole state, which may have lost members.
 */
export function foldChange(
  actor: StoredActor | undefined,
  change: StateChange,
): StoredActor | undefined {
  if (change.gone === true) return undefined;
  const { version, state_version } = change;
  if (actor?.state_version !== state_version) return { version, state_version, state: change.set };
  const state: Record<string, unknown> = { ...(actor.state as object), ...change.set };
  for (const member of change.unset ?? []) delete state[member];
  return { version, state_version, state };
}
