/** Addresses of the dashboard: what they say, and that they lead back to where they come from. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addressOf,
  machineAddress,
  type Place,
  pages,
  paperStages,
  placeOf,
  queueColumns,
  queueSorts,
  queueViews,
  type Span,
  spanOf,
  spans,
  start,
  windowOf,
} from '../../../src/dashboard/places/places.ts';

it('say what a list is narrowed to beside what else they say', () => {
  expect(addressOf({ page: 'papers' })).toBe('#/papers');
  expect(addressOf({ page: 'papers', tags: ['two words', 'a&b'] })).toBe(
    '#/papers?tag=two+words&tag=a%26b',
  );
  expect(addressOf({ page: 'queue', id: 'a/b', tags: ['gpu'] })).toBe('#/queue/a%2Fb?tag=gpu');
  expect(addressOf({ page: 'runs', id: 'r', tags: ['gpu'], span: '1h' })).toBe(
    '#/runs/r?tag=gpu&span=1h',
  );
  expect(addressOf({ page: 'papers', stage: 'finalize' })).toBe('#/papers?stage=finalize');
  expect(addressOf({ page: 'queue', view: 'paused', sort: 'project_id' })).toBe(
    '#/queue?view=paused&sort=project_id',
  );
});

it('name a machine by kind and id, and a moment of the past', () => {
  expect(machineAddress('queue_item', 'a/b c')).toBe('#/machines/queue_item/a/b%20c');
  expect(placeOf('#/machines/queue_item/a/b%20c')).toMatchObject({ id: 'queue_item/a/b c' });
  expect(placeOf('#/machines/')).toMatchObject({ page: 'machines', id: null });
  expect(placeOf('#/machines/run/%zz')).toMatchObject({ id: null });
  expect(machineAddress('run', 'r', '17')).toBe('#/machines/run/r?at=17');
  expect(placeOf(`#/queue/a?at=${'1'.repeat(41)}`)).toMatchObject({ id: 'a', at: null });
});

it('that nobody wrote so lead to the start of their page', () => {
  for (const hash of ['', '#', '#/', '#/nowhere/x', '#nothing?tag=a']) {
    expect(placeOf(hash)).toEqual(start);
  }
  expect(placeOf('#/queue/%zz?view=gone&sort=by-luck')).toEqual({ ...start, page: 'queue' });
  expect(placeOf('#/runs/r?span=1700003600-1700000000')).toMatchObject({ span: 'all' });
});

it('lead back to the place they are of', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.trim());
  const place: fc.Arbitrary<Place> = fc.record({
    page: fc.constantFrom(...pages),
    id: fc.option(word.filter((text) => text !== '')),
    filter: fc.record({ event_type: word, entity_type: word, entity_id: word, search: word }),
    tags: fc.uniqueArray(
      word.filter((text) => text !== ''),
      { maxLength: 5 },
    ),
    span: fc.constantFrom(...([...Object.keys(spans), '1700000000-1700003600'] as Span[])),
    view: fc.constantFrom(...queueViews),
    sort: fc.constantFrom(...queueSorts),
    stage: fc.constantFrom(...paperStages),
    at: fc.option(fc.constantFrom('17', '2026-01-31T08:00:00Z')),
    worker: word,
    work: word,
    with: word,
    without: fc.subarray([...queueColumns]),
    chosen: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(place, (to) => {
      expect(placeOf(addressOf(to))).toEqual(to);
    }),
  );
});

it('names the stretch from one time to another, and the whole where one of them is not known', () => {
  const [from, to] = ['2026-01-05T09:00:00.700Z', '2026-01-05T09:10:00.200Z'];
  expect(spanOf(from, to)).toBe('1767603600-1767604201');
  expect(windowOf(spanOf(from, to))).not.toBeNull();
  for (const [one, other] of [
    [null, to],
    [from, undefined],
    [to, from],
    ['never', to],
  ] as const)
    expect(spanOf(one, other)).toBe('all');
});
