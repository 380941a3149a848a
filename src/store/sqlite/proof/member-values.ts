/** The values of members that are lists, as `member_values` has them, against the states they are of. */
import type { Database } from 'better-sqlite3';
import { lifted } from '../../../domain/entities/lifts.ts';
import { tables } from '../../../domain/entities/tables.ts';
import { advice, type ProofNotes } from './notes.ts';

/** Every filter by the values of a list has just the values that readers are shown. */
export function proveMemberValues(db: Database, notes: ProofNotes): void {
  for (const [kind, { filters }] of Object.entries(tables)) {
    for (const { member, type } of Object.values(filters))
      if (type === 'each') proveMember(db, notes, { kind, member });
  }
  proveCounts(db, notes);
  const strangers = db
    .prepare<[], string>(
      `SELECT DISTINCT m.kind || '/' || m.id FROM member_values AS m
       WHERE NOT EXISTS (SELECT 1 FROM actors AS a WHERE a.kind = m.kind AND a.id = m.id)`,
    )
    .pluck();
  for (const name of strangers.all())
    notes.problem('member_values', `${name} has values, but is not there`, advice.restore);
  const rows = db.prepare<[], number>('SELECT count(*) FROM member_values').pluck().get();
  notes.looked('member_values', rows ?? 0);
}

/** How many have each value is kept beside the values; a value that nobody has is not there. */
function proveCounts(db: Database, notes: ProofNotes): void {
  const counted = `SELECT kind, member, value, count(DISTINCT id) AS count FROM member_values
    GROUP BY kind, member, value`;
  const kept = 'SELECT kind, member, value, count FROM member_counts';
  const differ = db.prepare<[], { kind: string; member: string; value: string }>(
    `SELECT kind, member, value FROM (${counted} EXCEPT ${kept})
     UNION SELECT kind, member, value FROM (${kept} EXCEPT ${counted})`,
  );
  for (const { kind, member, value } of differ.all()) {
    const message = `${kind}: how many have ${JSON.stringify(value)} among their ${member} is not what is kept`;
    notes.problem('member_counts', message, advice.restore);
  }
  const rows = db.prepare<[], number>('SELECT count(*) FROM member_counts').pluck().get();
  notes.looked('member_counts', rows ?? 0);
}

function proveMember(
  db: Database,
  notes: ProofNotes,
  { kind, member }: { readonly kind: string; readonly member: string },
): void {
  const kept = db
    .prepare<[string], string>(
      `SELECT value FROM member_values
       WHERE kind = '${kind}' AND member = '${member}' AND id = ? ORDER BY place`,
    )
    .pluck();
  const states = db.prepare<[], { id: string; state_version: number; list: string | null }>(
    `SELECT id, state_version, state->'$.${member}' AS list FROM actors NOT INDEXED
     WHERE kind = '${kind}'`,
  );
  for (const { id, state_version: of, list } of states.all()) {
    const { [member]: values } = lifted(kind, of, {
      [member]: JSON.parse(list ?? '[]') as unknown,
    });
    if (JSON.stringify(values) === JSON.stringify(kept.all(id))) continue;
    const message = `${kind}/${id}: the values of ${member} beside the state are not what the state says`;
    notes.problem('member_values', message, advice.restore);
  }
}
