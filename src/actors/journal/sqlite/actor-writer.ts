/** Statements that write an actor's state, one pair per kind, prepared when first needed. */
import type { Database, Statement } from 'better-sqlite3';
import type { ProjectedColumn, Projections } from '../projection.ts';

/** One state to store. */
export interface ActorWrite {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly stateVersion: number;
  readonly state: string;
  /** Last event of the turn. */
  readonly seq: number;
  /** Version that the stored row must have; 0: there must be none. */
  readonly expectedVersion: number;
}

/** Writes one state; false, and nothing written, when the stored version is not the expected one. */
export type ActorWriter = (write: ActorWrite) => boolean;

interface Pair {
  readonly insert: Statement<[ActorWrite]>;
  readonly update: Statement<[ActorWrite]>;
}

/** Prepares the writer on an open database. */
export function createActorWriter(db: Database, projections: Projections): ActorWriter {
  const pairs = new Map<string, Pair>();
  const pairOf = (kind: string): Pair => {
    const known = pairs.get(kind);
    if (known !== undefined) return known;
    const pair = preparePair(db, projections[kind]?.columns ?? []);
    pairs.set(kind, pair);
    return pair;
  };
  return (write) => {
    const pair = pairOf(write.kind);
    const statement = write.expectedVersion === 0 ? pair.insert : pair.update;
    return statement.run(write).changes === 1;
  };
}

function preparePair(db: Database, columns: readonly ProjectedColumn[]): Pair {
  const names = columns.map((column) => `, ${column.name}`).join('');
  const values = columns.map((column) => `, ${column.value}`).join('');
  const changes = columns
    .filter((column) => !column.fixed)
    .map((column) => `, ${column.name} = ${column.value}`)
    .join('');
  return {
    insert: db.prepare(
      `INSERT INTO actors (kind, id, version, state_version, state, seq${names})
       VALUES (@kind, @id, @version, @stateVersion, @state, @seq${values})
       ON CONFLICT (kind, id) DO NOTHING`,
    ),
    update: db.prepare(
      `UPDATE actors
       SET version = @version, state_version = @stateVersion, state = @state, seq = @seq${changes}
       WHERE kind = @kind AND id = @id AND version = @expectedVersion`,
    ),
  };
}
