/** Events by values in their payload: exact, in order, page by page, and in short steps. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson, type JsonObject } from '../../../src/lib/canonical-json.ts';
import type { EventQuery, PayloadFilter } from '../../../src/store/ports/read-models.ts';
import { newEvent, openTestStore, type TestStore, turn } from '../../support/store-fixtures.ts';

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.db.close());

const anything: EventQuery = {
  before: null,
  limit: 50,
  entityType: '',
  entityId: '',
  eventType: '',
  search: '',
};

async function append(payloads: readonly JsonObject[], eventType = 'test.noted'): Promise<void> {
  const events = payloads.map((payload) =>
    newEvent({ event_type: eventType, payload: canonicalJson(payload) }),
  );
  await store.journal.commit([turn({ events })]);
}

/** `a.b:value` as the API takes it. */
const parse = (text: string): PayloadFilter => {
  const [path = '', value = ''] = text.split(/:(.*)/s);
  return { path: path.split('.'), value };
};
const find = async (filters: readonly string[], query: Partial<EventQuery> = {}) => {
  const { rows, next } = await store.reads.eventsByPayload(
    { ...anything, ...query },
    filters.map(parse),
  );
  return { ids: rows.map(({ event_id: id }) => id), next };
};

describe('events by payload', () => {
  it.each<[string, JsonObject, string]>([
    ['another value', { result: 'refused' }, 'result:accepted'],
    ['more than the value', { result: 'accepted late' }, 'result:accepted'],
    ['the value in other letters', { result: 'Accepted' }, 'result:accepted'],
    ['the value under another name', { outcome: 'accepted' }, 'result:accepted'],
    ['the value further in', { live: { result: 'accepted' } }, 'result:accepted'],
    ['the value further out', { result: 'accepted' }, 'live.result:accepted'],
    ['a longer number', { attempt: 25 }, 'attempt:2'],
    ['a negative number', { attempt: -2 }, 'attempt:2'],
    ['the number inside a text', { note: '"attempt":2' }, 'attempt:2'],
    ['a member of every object', {}, 'constructor.name:Object'],
    ['a wildcard', { result: 'accepted' }, 'result:*'],
    ['a quote that would end the query', { result: 'a' }, 'result:" OR "a'],
  ])('leave out %s', async (_what, payload, filter) => {
    await append([payload]);
    expect((await find([filter])).ids).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['a text', { result: 'accepted' }, 'result:accepted'],
    [
      'a text of several words and signs',
      { reason: 'it: "said" no\n(twice)' },
      'reason:it: "said" no\n(twice)',
    ],
    ['a text without letters', { mark: '---' }, 'mark:---'],
    ['an empty text', { mark: '' }, 'mark:'],
    ['a text beyond ASCII', { name: 'Größe Ω 漢字' }, 'name:Größe Ω 漢字'],
    ['a number', { attempt: 2 }, 'attempt:2'],
    ['a number written otherwise', { share: 0.5 }, 'share:5e-1'],
    ['a text that looks like a number', { attempt: '2' }, 'attempt:2'],
    ['a truth value', { dry_run: true }, 'dry_run:true'],
    ['a text that looks like one', { dry_run: 'true' }, 'dry_run:true'],
    ['null', { reason: null }, 'reason:null'],
    ['a member of a member', { change: { set: { status: 'queued' } } }, 'change.set.status:queued'],
    ['an entry of a list', { tags: ['cpu', 'gpu'] }, 'tags.1:gpu'],
    ['a member named like an entry', { parts: { 0: 'x' } }, 'parts.0:x'],
  ])('have %s', async (_what, payload, filter) => {
    await append([{ other: 1 }, payload]);
    expect((await find([filter])).ids).toEqual([2]);
  });

  it('must have all values that are asked for, beside the other filters', async () => {
    await append([
      { a: 'x', b: 1 },
      { a: 'x', b: 2 },
      { a: 'y', b: 1 },
    ]);
    await append([{ a: 'x', b: 1 }], 'test.other');
    expect((await find(['a:x', 'b:1'])).ids).toEqual([4, 1]);
    expect((await find(['a:x', 'b:1'], { eventType: 'test.noted' })).ids).toEqual([1]);
    expect((await find(['a:x'], { search: 'other' })).ids).toEqual([4]);
    expect((await find(['b:1'], { search: 'other' })).ids).toEqual([4]);
    expect((await find(['a:x'], { entityId: 'nobody' })).ids).toEqual([]);
    expect((await find(['a:x'], { search: '---' })).ids).toEqual([]);
  });

  it.each(['kind:rare', 'number:7'])(
    'come page by page without gap or repeat, over many steps (%s)',
    async (filter) => {
      const payloads = Array.from({ length: 3_500 }, (_, index) => ({
        kind: index % 250 === 0 ? 'rare' : 'common',
        number: index % 250 === 0 ? 7 : 8,
      }));
      await append(payloads);
      const expected = payloads.flatMap(({ kind }, index) => (kind === 'rare' ? [index + 1] : []));
      const seen: number[] = [];
      let before: number | null = null;
      do {
        const page = await find([filter], { before, limit: 4 });
        seen.push(...page.ids);
        before = page.next;
      } while (before !== null);
      expect(seen).toEqual(expected.toReversed());
    },
  );

  it('stop after a bounded number of events and say where to look on', async () => {
    for (let part = 0; part < 13; part += 1) {
      const first = part === 0 ? [{ found: 'here' }, { found: 1 }] : [];
      await append([...first, ...Array.from({ length: 4_000 }, () => ({ found: 'there' }))]);
    }
    const page = await find(['found:1']);
    expect(page.ids).toEqual([]);
    expect(page.next).toBeGreaterThan(2);
    expect((await find(['found:1'], { before: page.next })).ids).toEqual([2]);
    // A rare text is found at once, however old.
    expect((await find(['found:here'])).ids).toEqual([1]);
  });
});
