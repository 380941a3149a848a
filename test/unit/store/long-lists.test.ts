/** Lists that are put together in steps show the same as if they were read at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/actors/journal/port.ts';
import {
  commitAll,
  listQuery,
  newEvent,
  openTestStore,
  queueTurn,
  readAllPages,
  turn,
} from '../../support/store-fixtures.ts';

const eventCount = 12_000;
const { db, journal, reads } = openTestStore();

beforeAll(async () => {
  const events = Array.from({ length: eventCount }, (_, n) =>
    newEvent({
      event_type: n % 7 === 0 ? 'run.started' : 'run.noted',
      entity_type: n % 3 === 0 ? 'run' : 'counter',
      entity_id: `e${n % 10}`,
      payload: JSON.stringify({ word: n % 5 === 0 ? 'needle' : 'hay' }),
    }),
  );
  await commitAll(
    journal,
    events.map((event) => turn({ events: [event] })),
  );
  await commitAll(
    journal,
    Array.from({ length: 1_500 }, (_, n) => {
      const status = n % 2 === 0 ? 'queued' : 'paused';
      return queueTurn(`p${String(n).padStart(4, '0')}`, {
        status,
        project_name: n % 500 === 7 ? 'common rare' : 'common',
      });
    }),
  );
});
afterAll(() => journal.close());

const wanted = { entityType: 'run', entityId: '', eventType: 'run.started', search: 'needle' };
const idsOf = (rows: readonly StoredEvent[]): number[] => rows.map((row) => row.event_id);
// Newest first; ids begin at 1.
const expected = Array.from({ length: eventCount }, (_, n) => n)
  .filter((n) => n % 3 === 0 && n % 7 === 0 && n % 5 === 0)
  .map((n) => n + 1)
  .reverse();

describe('events by words and filters together', () => {
  it('come page by page without a gap or a repeat', async () => {
    const seen: number[] = [];
    for (let before: number | null = null; ; ) {
      const page = await reads.events({ ...wanted, before, limit: 50 });
      seen.push(...idsOf(page));
      if (page.length < 50) break;
      before = page.at(-1)!.event_id;
    }
    expect(seen).toEqual(expected);
  });
  it('have a total and numbered pages, also the last and one behind it', async () => {
    for (const page of [1, 2, 3, 4]) {
      const found = await reads.eventsByPage({ ...wanted, page, pageSize: 50 });
      expect(found.total).toBe(expected.length);
      expect(idsOf(found.rows)).toEqual(expected.slice((page - 1) * 50, page * 50));
    }
  });
  it('let others run between the steps', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const none = { ...wanted, eventType: 'nothing.such', before: null, limit: 10 };
    expect(await reads.events(none)).toEqual([]);
    clearImmediate(counting);
    // One between each two of the steps that this log takes.
    expect(turns).toBeGreaterThan(1);
  });
});

describe('the whole log by page number', () => {
  it('begins at the newest and ends at the first', async () => {
    const all = { entityType: '', entityId: '', eventType: '', search: '' };
    const head = await reads.head();
    const pages = Math.ceil(head / 500);
    const first = await reads.eventsByPage({ ...all, page: 1, pageSize: 500 });
    const last = await reads.eventsByPage({ ...all, page: pages, pageSize: 500 });
    expect(first.total).toBe(head);
    expect(idsOf(first.rows)[0]).toBe(head);
    expect(idsOf(last.rows).at(-1)).toBe(1);
    expect(last.rows).toHaveLength(head - (pages - 1) * 500);
    const behind = await reads.eventsByPage({ ...all, page: pages + 1, pageSize: 500 });
    expect(behind.rows).toEqual([]);
  });
});

describe('a search that finds more than are named one by one', () => {
  it('shows every row once, with and without a filter, in any order', async () => {
    for (const sort of ['dispatch_priority', '-updated_at', 'project_id', '-created_at']) {
      const rows = await readAllPages(reads, 'queue_item', {
        search: 'common',
        sort,
        pageSize: 400,
      });
      expect(new Set(rows.map((row) => row['project_id'])).size).toBe(1_500);
      expect(rows).toHaveLength(1_500);
      const filters = { status: 'paused' };
      const some = await readAllPages(reads, 'queue_item', { search: 'common', sort, filters });
      expect(some).toHaveLength(750);
    }
  });
  it('counts them, and answers searches at once each with its own', async () => {
    const count = async (search: string): Promise<number> => {
      const query = { sort: null, filters: {}, search, page: 1, pageSize: 10 };
      return (await reads.listByPage('queue_item', query)).total;
    };
    const many = Array.from({ length: 80 }, (_, n) => (n % 2 === 0 ? 'common' : 'common rare'));
    const totals = await Promise.all(many.map(count));
    expect(totals).toEqual(many.map((search) => (search === 'common' ? 1_500 : 3)));
    const tables = db
      .prepare(`SELECT count(*) FROM sqlite_temp_schema WHERE type = 'table'`)
      .pluck()
      .get();
    expect(Number(tables)).toBeLessThanOrEqual(64);
  });
  it('sees what was written since', async () => {
    await commitAll(journal, [queueTurn('z-new', { project_name: 'common' })]);
    const query = { sort: '-project_id', pageSize: 1, search: 'common' };
    const [row] = (await reads.list('queue_item', listQuery(query))).rows;
    expect(row?.['project_id']).toBe('z-new');
  });
});
