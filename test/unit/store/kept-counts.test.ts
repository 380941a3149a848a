/** The counts that writes keep are those that counting gives, whatever was written and undone. */
import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { queueGroups, queueStatuses } from '../../../src/domain/statuses.ts';
import {
  commitAll,
  endTurn,
  openTestStore,
  queueItem,
  queueTurn,
  stateTurn,
} from '../../support/store-fixtures.ts';

/** What `actor_counts` should hold, worked out from the rows themselves. */
function recount(db: Database): unknown[] {
  return db
    .prepare(
      `SELECT kind, coalesce(status, '') AS status,
         CASE kind
           WHEN 'queue_item' THEN iif(state->>'$.manual_review_required', 'f', '')
             || iif(state->>'$.paper_id' IS NULL, 'n', '')
             || iif(state->>'$.gate_verdict.positive' = 1, 'p', '')
           WHEN 'paper_review' THEN iif(state->>'$.lint_passes' IS NULL, 'l', '')
             || iif(state->>'$.audit_verdict' IS NULL, 'a', '')
           ELSE '' END AS facet,
         count(*) AS count
       FROM actors WHERE kind <> 'counter' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
    .all();
}

const kept = (db: Database): unknown[] =>
  db.prepare('SELECT * FROM actor_counts WHERE count <> 0 ORDER BY 1, 2, 3').all();

const verdict = { positive: true, field: 'f', value: 'v', reason: 'r' };
const item = fc.record({
  kind: fc.constant('queue_item' as const),
  id: fc.constantFrom('a', 'b', 'c'),
  state: fc.record({
    status: fc.constantFrom(...queueStatuses),
    manual_review_required: fc.boolean(),
    paper_id: fc.constantFrom(null, 'paper'),
    gate_verdict: fc.constantFrom(null, verdict, { ...verdict, positive: false }),
  }),
});
const review = fc.record({
  kind: fc.constant('paper_review' as const),
  id: fc.constantFrom('a', 'b'),
  state: fc.record({
    status: fc.constantFrom('queued', 'finalized'),
    lint_passes: fc.constantFrom(null, true, false),
    audit_verdict: fc.constantFrom(null, 'strict_pass'),
  }),
});
const other = fc.record({
  kind: fc.constantFrom('paper' as const, 'counter' as const),
  id: fc.constantFrom('a', 'b'),
  state: fc.record({ status: fc.constantFrom('archived', 'eligible') }),
});
const write = fc.record({
  entity: fc.oneof(item, review, other),
  /** Committed with a turn that is refused, so that the batch is taken back once and written again. */
  undone: fc.boolean(),
});

describe('kept counts', () => {
  it('agree with a recount after any writes, also those that were taken back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 30 }), async (writes) => {
        const { db, journal, reads } = openTestStore();
        const versions = new Map<string, number>();
        // Only one item may be in each lane; none has one here, as lane is null.
        for (const { entity, undone } of writes) {
          const name = `${entity.kind}/${entity.id}`;
          const version = (versions.get(name) ?? 0) + 1;
          const whole =
            entity.kind === 'queue_item' ? queueItem(entity.id, entity.state) : entity.state;
          const turn = stateTurn(entity.kind, entity.id, version, { ...whole });
          if (undone) {
            const refused = stateTurn('counter', 'never', 7, {});
            expect(await journal.commit([turn, refused])).toMatchObject([
              { ok: true },
              { ok: false },
            ]);
          } else {
            await commitAll(journal, [turn]);
          }
          versions.set(name, version);
        }
        expect(kept(db)).toEqual(recount(db));
        await expectCountsOf(db, reads);
        await journal.close();
      }),
      propertyOptions(60),
    );
  });

  it('are held against the rows at any moment, whatever came and went since the last time', async () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      isItem: fc.boolean(),
      isRead: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { db, journal, reads } = openTestStore();
        const there = new Set<string>();
        for (const { id: name, isItem, isRead } of steps) {
          const [kind, state] = isItem
            ? (['queue_item', queueItem(name)] as const)
            : (['paper', { status: 'archived' }] as const);
          const id = `${kind}/${name}`;
          const isThere = there.has(id);
          await commitAll(journal, [
            isThere ? endTurn(kind, name, 1) : stateTurn(kind, name, 1, { ...state }),
          ]);
          if (isThere) there.delete(id);
          else there.add(id);
          if (!isRead) continue;
          const rows = [...there].filter((one) => one.startsWith('queue_item')).length;
          expect(await reads.recount('queue_item')).toEqual({ kept: rows, rows });
          // A wrong count is told at once, and forgotten when it is right again.
          db.exec('UPDATE actor_counts SET count = count + 1');
          expect((await reads.recount('queue_item')).rows).toBe(rows);
          db.exec('UPDATE actor_counts SET count = count - 1');
        }
        await journal.close();
      }),
      propertyOptions(40),
    );
  });

  it('are held against rows that were counted before, until many events later', async () => {
    const { db, journal, reads } = openTestStore();
    await commitAll(journal, [queueTurn('a'), queueTurn('b')]);
    expect(await reads.recount('queue_item')).toEqual({ kept: 2, rows: 2 });
    // Past everything that writes: no count of it is kept, and no event tells of it.
    db.exec(`DROP TRIGGER actor_counts_delete; DELETE FROM actors WHERE id = 'a'`);
    const events = (first: number, count: number) =>
      Array.from({ length: count }, (_, place) =>
        stateTurn('counter', 'c', first + place, { value: place }),
      );
    await commitAll(journal, events(1, 1_000));
    expect(await reads.recount('queue_item')).toEqual({ kept: 2, rows: 2 });
    await commitAll(journal, events(1_001, 1));
    expect(await reads.recount('queue_item')).toEqual({ kept: 2, rows: 1 });
    await journal.close();
  });

  it('begin right in a store that was filled before they were kept', async () => {
    const { db, journal, reads } = openTestStore();
    await commitAll(journal, [
      stateTurn('queue_item', 'a', 1, { ...queueItem('a', { manual_review_required: true }) }),
      stateTurn('paper', 'a', 1, { status: 'archived' }),
    ]);
    const before = kept(db);
    expect(before).toHaveLength(2);
    const { countsMigration } = await import('../../../src/store/sqlite/migrations/0006-counts.ts');
    db.exec(`DROP TABLE actor_counts; DROP TRIGGER actor_counts_insert;
      DROP TRIGGER actor_counts_update; DROP TRIGGER actor_counts_delete`);
    db.exec(countsMigration.sql);
    expect(kept(db)).toEqual(before);
    db.exec(`DELETE FROM actors WHERE kind = 'paper'`);
    expect(kept(db)).toEqual(recount(db));
    db.exec('UPDATE actor_counts SET count = count + 1');
    expect(await reads.recount('queue_item')).toEqual({ kept: 2, rows: 1 });
    await journal.close();
  });
});

/** What lists and overviews ask for, against the rows. */
async function expectCountsOf(
  db: Database,
  reads: ReturnType<typeof openTestStore>['reads'],
): Promise<void> {
  const count = (where: string): unknown =>
    db
      .prepare(`SELECT count(*) FROM actors WHERE kind = 'queue_item' AND (${where})`)
      .pluck()
      .get();
  const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  expect(await reads.count('queue_item', { queue_group: 'blocked' })).toBe(
    count(`status IN (${list(queueGroups.blocked)}) OR manual_review_required = 1`),
  );
  expect(await reads.count('queue_item', { status: ['queued', 'paused'] })).toBe(
    count(`status IN ('queued', 'paused')`),
  );
  const flagged = { status: 'queued', manual_review_required: true };
  expect(await reads.count('queue_item', flagged)).toBe(
    count(`status = 'queued' AND manual_review_required = 1`),
  );
  expect(await reads.countCompletedWithoutPaper()).toBe(
    count(`status = 'completed' AND state->>'$.paper_id' IS NULL`),
  );
  expect(await reads.countDraftCandidates()).toBe((await reads.draftCandidates(100)).length);
  const rows = await reads.count('queue_item', {});
  expect(await reads.recount('queue_item')).toEqual({ kept: rows, rows });
}
