/** Folding the changes in the event log into actor states: the log is the truth, states its sum. */
import { type StateChange, type StoredActor, stateChangeMember } from './ports/journal.ts';

/** The change an event's payload carries; undefined when it carries none or a malformed one. */
export function changeIn(payload: Readonly<Record<string, unknown>>): StateChange | undefined {
  const change = payload[stateChangeMember] as Partial<StateChange> | null | undefined;
  if (typeof change !== 'object' || change === null) return undefined;
  const { kind, id, version, state_version, set } = change;
  const sound =
    typeof kind === 'string' &&
    typeof id === 'string' &&
    Number.isSafeInteger(version) &&
    Number.isSafeInteger(state_version) &&
    typeof set === 'object' &&
    set !== null;
  return sound ? (change as StateChange) : undefined;
}

/** The actor after `change`; `actor` is undefined before its first change. */
export function foldChange(actor: StoredActor | undefined, change: StateChange): StoredActor {
  return {
    version: change.version,
    state_version: change.state_version,
    state: { ...(actor?.state as object | undefined), ...change.set },
  };
}
