/** Addresses of the dashboard: what they say, and that they lead back to where they come from. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addressOf,
  type Place,
  pages,
  placeOf,
  queueColumns,
  queueSorts,
  queueViews,
  type SpanName,
  spans,
  start,
} from '../../../src/dashboard/places.ts';

it('say what a list is narrowed to beside what else they say', () => {
  expect(addressOf({ page: 'papers' })).toBe('#/papers');
  expect(addressOf({ page: 'papers', tags: ['two words', 'a&b'] })).toBe(
    '#/papers?tag=two+words&tag=a%26b',
  );
  expect(addressOf({ page: 'queue', id: 'a/b', tags: ['gpu'] })).toBe('#/queue/a%2Fb?tag=gpu');
  expect(addressOf({ page: 'runs', id: 'r', tags: ['gpu'], span: '1h' })).toBe(
    '#/runs/r?tag=gpu&span=1h',
  );
  expect(addressOf({ page: 'queue', view: 'paused', sort: 'project_id' })).toBe(
    '#/queue?view=paused&sort=project_id',
  );
});

it('that nobody wrote so lead to the start of their page', () => {
  for (const hash of ['', '#', '#/', '#/nowhere/x', '#nothing?tag=a']) {
    expect(placeOf(hash)).toEqual(start);
  }
  expect(placeOf('#/queue/%zz?view=gone&sort=by-luck')).toEqual({ ...start, page: 'queue' });
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
    span: fc.constantFrom(...(Object.keys(spans) as SpanName[])),
    view: fc.constantFrom(...queueViews),
    sort: fc.constantFrom(...queueSorts),
    worker: word,
    work: word,
    without: fc.subarray([...queueColumns]),
    chosen: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(place, (to) => {
      expect(placeOf(addressOf(to))).toEqual(to);
    }),
  );
});
