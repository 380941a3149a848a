/** Full-text search: hostile input is only text, and the index follows the log. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { ReadModels } from '../../../src/store/ports/read-models.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { createSqliteReadModels } from '../../../src/store/sqlite/reads/read-models.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import {
  commitAll,
  createTempDir,
  listQuery,
  newEvent,
  openTestStore,
  queueItem,
  queueTurn,
  readAllPages,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

const find = async (search: string, reads: ReadModels = store().reads): Promise<unknown[]> =>
  (await reads.list('queue_item', listQuery({ search }))).rows.map((row) => row.project_id);

describe('hostile input', () => {
  it.each([
    '"',
    '""',
    '"unclosed',
    'a"b',
    "'; DROP TABLE actors; --",
    'alpha AND',
    'NOT alpha',
    'OR',
    'NEAR(alpha beta)',
    'kind:kqueueitem',
    'content : x',
    '{content}:x',
    '^alpha',
    'alpha*beta',
    '* ( ) - + :',
    'nul\0byte',
    '\0',
    '\ud800',
    '🎉',
    '🎉🎉 💥',
    '\u0301',
    'ﷺ '.repeat(50),
    'x'.repeat(100_000),
    'a '.repeat(50_000),
    '%_\\',
  ])('%j is harmless and matches no row that lacks it', async (search) => {
    await commitAll(store().journal, [queueTurn('p1', { project_name: 'gamma' })]);
    expect(await find(search)).toEqual([]);
    const events = { before: null, limit: 5, entityType: '', entityId: '', eventType: '', search };
    expect(await store().reads.events(events)).toEqual([]);
  });
  it('takes operators as words', async () => {
    await commitAll(store().journal, [
      queueTurn('p1', { project_name: 'this AND that' }),
      queueTurn('p2', { project_name: 'this that' }),
    ]);
    expect(await find('this AND that')).toEqual(['p1']);
  });
  it('ignores punctuation beside words', async () => {
    await commitAll(store().journal, [queueTurn('p1', { project_name: 'gamma' }), queueTurn('p2')]);
    expect(await find('🎉 gamma "!')).toEqual(['p1']);
  });
  it('takes blank input as no search', async () => {
    await commitAll(store().journal, [queueTurn('p1'), queueTurn('p2')]);
    expect(await find(' \t\n ')).toEqual(['p1', 'p2']);
  });
});

describe('matching', () => {
  it('finds nested strings but not keys or numbers', async () => {
    const decision = { stop_reason: 'loss diverged', followup_required_evidence: ['ablation'] };
    await commitAll(store().journal, [
      queueTurn('p1', { decision: decision as never, retry_count: 4711 }),
    ]);
    expect(await find('diverged')).toEqual(['p1']);
    expect(await find('ablation')).toEqual(['p1']);
    expect(await find('stop_reason')).toEqual([]);
    expect(await find('4711')).toEqual([]);
  });
  it('takes the last term as a beginning and the others whole', async () => {
    await commitAll(store().journal, [queueTurn('p1', { project_name: 'sparse attention' })]);
    expect(await find('sparse att')).toEqual(['p1']);
    expect(await find('spar attention')).toEqual([]);
  });
  it('keeps joined words together and ignores case and accents', async () => {
    await commitAll(store().journal, [
      queueTurn('p1', { project_name: 'KV-cache für Élan' }),
      queueTurn('p2', { project_name: 'cache of kv' }),
    ]);
    expect(await find('kv-cache')).toEqual(['p1']);
    expect(await find('elan FUR')).toEqual(['p1']);
  });
  it('does not find a row by what it no longer says, nor one kind by another', async () => {
    await commitAll(store().journal, [
      queueTurn('p1', { project_name: 'alpha' }),
      stateTurn('paper', 'x', 1, { status: 'archived', paper_id: 'x', title: 'alpha' }),
      stateTurn('paper_review', 'x', 1, { status: 'queued', paper_id: 'x', title: 'beta' }),
    ]);
    expect(await find('alpha')).toEqual(['p1']);
    await commitAll(store().journal, [stateTurn('queue_item', 'p1', 2, queueItem('p1'))]);
    expect(await find('alpha')).toEqual([]);
    const papers = await store().reads.list('paper', listQuery({ search: 'alpha' }));
    expect(papers.rows).toMatchObject([{ paper_id: 'x' }]);
    expect((await store().reads.list('paper', listQuery({ search: 'beta' }))).rows).toEqual([]);
  });
  it('combines with filters, order, pages and counts, for few and for many matches', async () => {
    for (const count of [30, 1300]) {
      const fresh = openTestStore();
      const ids = Array.from({ length: count }, (_, index) => `p${String(index).padStart(4, '0')}`);
      await commitAll(
        fresh.journal,
        ids.map((id, index) =>
          queueTurn(id, {
            project_name: index % 5 === 0 ? 'other' : 'common word',
            status: index % 2 === 0 ? 'queued' : 'paused',
          }),
        ),
      );
      const query = { search: 'common wor', filters: { status: 'queued' }, sort: '-project_id' };
      const rows = await readAllPages(fresh.reads, 'queue_item', { ...query, pageSize: 100 });
      const expected = ids.filter((_, index) => index % 5 !== 0 && index % 2 === 0).toReversed();
      expect(rows.map((row) => row.project_id)).toEqual(expected);
      const page = await fresh.reads.listByPage('queue_item', { ...query, page: 2, pageSize: 10 });
      expect(page.total).toBe(expected.length);
      expect(page.rows.map((row) => row.project_id)).toEqual(expected.slice(10, 20));
      await fresh.journal.close();
    }
  });
});

describe('the index', () => {
  it('is brought up in bounded steps when there is time', async () => {
    await commitAll(
      store().journal,
      Array.from({ length: 7 }, (_, index) => queueTurn(`p${index}`)),
    );
    expect(await store().reads.indexPending(5)).toBe(5);
    expect(await store().reads.indexPending(5)).toBe(2);
    expect(await store().reads.indexPending(5)).toBe(0);
    expect(await find('p6')).toEqual(['p6']);
  });
  it('finds a change that was recorded on another entity', async () => {
    const change = { event: { entity_type: 'worker_callback', entity_id: 'r1' } };
    await commitAll(store().journal, [
      stateTurn('queue_item', 'p1', 1, queueItem('p1', { last_error: 'zeta' }), change),
    ]);
    expect(await find('zeta')).toEqual(['p1']);
  });
  it('takes everything committed before the search, however much', async () => {
    const turns = Array.from({ length: 1200 }, (_, index) =>
      turn({ events: [newEvent({ payload: `{"note":"word${index}"}` })] }),
    );
    await commitAll(store().journal, turns);
    const query = { before: null, limit: 5, entityType: '', entityId: '', eventType: '' };
    const found = await store().reads.events({ ...query, search: 'word1199' });
    expect(found.map((event) => event.event_id)).toEqual([1200]);
  });
  it('answers read-only when it is up, and says so when it is behind', async () => {
    const dir = createTempDir();
    const path = join(dir.path, 'store.db');
    const writer = openTestStore(path);
    await commitAll(writer.journal, [queueTurn('p1')]);
    const db = openSqlite({ path, readonly: true });
    const reader = createSqliteReadModels(db);
    const refusal: unknown = await find('p1', reader).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect((refusal as ServiceError).code).toBe('read_only');
    expect(await reader.indexPending(10)).toBe(0);
    await writer.reads.indexPending(10);
    expect(await find('p1', reader)).toEqual(['p1']);
    db.close();
    await writer.journal.close();
    dir.remove();
  });
});
