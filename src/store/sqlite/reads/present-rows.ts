/** Stored rows as readers of today have them, whichever edition wrote them. */
import { liftOf, type StoredMembers } from '../../../domain/entities/lifts.ts';
import type { StateRow } from './text-rows.ts';

/** A row of `actors` as it is read. */
export interface ActorRow extends StateRow {
  readonly state_version: number;
}

/** Columns of an `ActorRow`. */
export const actorColumns = 'version, state_version, state';

/** Rows of one kind, each with its state in the shape of today. */
export function toPresent(kind: string, rows: readonly ActorRow[]): readonly StateRow[] {
  const lift = liftOf(kind);
  if (lift === undefined) return rows;
  return rows.map(({ version, state_version: of, state }) => ({
    version,
    state: of >= lift.to ? state : JSON.stringify(lift.from(JSON.parse(state) as StoredMembers)),
  }));
}
