/** What is worked out from the states and kept beside them, against the states: columns and counts. */
import type { Database } from 'better-sqlite3';
import { projections } from '../../projections.ts';
import { counted, facetOf } from '../migrations/0006-counts.ts';
import { advice, type ProofNotes } from './notes.ts';

const conditionsOf = (kind: string): readonly { name: string; differs: string }[] =>
  (projections[kind]?.columns ?? []).map(({ name, value }) => ({
    name,
    differs: `${name} IS NOT (${value.replaceAll('@state', 'state')})`,
  }));

/** Each column that lists are sorted, filtered and constrained by is the member of its state. */
export function proveColumns(db: Database, notes: ProofNotes): void {
  const kinds = Object.keys(projections);
  const cases = kinds.map(
    (kind) =>
      `WHEN '${kind}' THEN ${conditionsOf(kind)
        .map(({ differs }) => differs)
        .join(' OR ')}`,
  );
  const wrong = db.prepare<[], { rowid: number; kind: string; id: string }>(
    `SELECT rowid, kind, id FROM actors NOT INDEXED WHERE CASE kind ${cases.join(' ')} ELSE 0 END`,
  );
  const found = wrong.all();
  for (const { rowid, kind, id } of found) {
    const names = conditionsOf(kind).filter(({ differs }) =>
      db.prepare<[number]>(`SELECT 1 FROM actors WHERE rowid = ? AND ${differs}`).get(rowid),
    );
    const list = names.map(({ name }) => name).join(', ');
    notes.problem(
      'actors',
      `${kind}/${id}: ${list} beside the state ${names.length === 1 ? 'is' : 'are'} not what the state says`,
      advice.restore,
    );
  }
  const rows = db.prepare<[], number>('SELECT count(*) FROM actors NOT INDEXED').pluck().get();
  notes.looked('actors', rows ?? 0);
}

interface Count {
  readonly kind: string;
  readonly status: string;
  readonly facet: string;
  readonly count: number;
}

/** The counts that are kept are those of the rows. */
export function proveCounts(db: Database, notes: ProofNotes): void {
  const nameOf = ({ kind, status, facet }: Count): string =>
    `${kind} in status "${status}"${facet === '' ? '' : ` (${facet})`}`;
  const kept = new Map(
    db
      .prepare<[], Count>('SELECT kind, status, facet, count FROM actor_counts WHERE count <> 0')
      .all()
      .map((count) => [nameOf(count), count.count]),
  );
  notes.looked('actor_counts', kept.size);
  const note = (name: string, keptCount: number, rows: number): void =>
    notes.problem(
      'actor_counts',
      `${keptCount} ${name} are counted, ${rows} are there`,
      advice.restore,
    );
  const real = db.prepare<[], Count>(
    `SELECT kind, coalesce(status, '') AS status, ${facetOf('actors')} AS facet, count(*) AS count
     FROM actors NOT INDEXED WHERE kind IN ${counted} GROUP BY 1, 2, 3`,
  );
  for (const count of real.all()) {
    const name = nameOf(count);
    const keptCount = kept.get(name) ?? 0;
    if (keptCount !== count.count) note(name, keptCount, count.count);
    kept.delete(name);
  }
  for (const [name, keptCount] of kept) note(name, keptCount, 0);
  const letters = db.prepare<[], { kept: number | null; rows: number }>(
    `SELECT (SELECT count FROM dead_letter_count) AS kept, (SELECT count(*) FROM dead_letters) AS rows`,
  );
  const { kept: keptLetters, rows } = letters.get()!;
  notes.looked('dead_letters', rows);
  if (keptLetters !== rows) {
    const message = `${keptLetters ?? 'no'} dead letters are counted, ${rows} are there`;
    notes.problem('dead_letters', message, advice.restore);
  }
}
