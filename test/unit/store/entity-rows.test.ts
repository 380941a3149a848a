/** Rows as objects: made once while their state stays as it is, and never handed out to be changed. */
import { describe, expect, it } from 'vitest';
import { queueItemSchema } from '../../../src/domain/records.ts';
import { createEntityRows, toEntityRow } from '../../../src/store/sqlite/reads/text-rows.ts';
import { queueItem } from '../../support/store-fixtures.ts';

const stateOf = (id: string, more: object = {}): string =>
  JSON.stringify({ ...queueItem(id), ...more });

describe('rows that are read again', () => {
  it('are the same object while the state stays, another when it or its version changes', () => {
    const toRow = createEntityRows();
    const state = stateOf('a');
    const first = toRow({ state, version: 1 });
    expect(first).toEqual(toEntityRow({ state, version: 1 }));
    // Another text of the same letters, as every reading brings it.
    expect(toRow({ state: Buffer.from(state).toString(), version: 1 })).toBe(first);
    expect(toRow({ state, version: 2 })).toEqual({ ...first, version: 2 });
    expect(toRow({ state: stateOf('a', { retry_count: 1 }), version: 2 })).toMatchObject({
      retry_count: 1,
    });
  });

  it('cannot be changed, down to the last member', () => {
    const row = createEntityRows()({ state: stateOf('a', { tags: ['x'] }), version: 1 });
    expect(() => (row['tags'] as string[]).push('y')).toThrow(TypeError);
    expect(() => Object.assign(row, { status: 'running' })).toThrow(TypeError);
  });

  it('are parsed once, into what cannot be changed either', () => {
    const row = createEntityRows()({ state: stateOf('a'), version: 1 });
    const parsed = queueItemSchema.parse(row);
    expect(queueItemSchema.parse(row)).toBe(parsed);
    expect(parsed).toEqual(queueItemSchema.parse({ ...row }));
    expect(() => Object.assign(parsed, { status: 'running' })).toThrow(TypeError);
    const open = { ...row };
    expect(queueItemSchema.parse(open)).not.toBe(queueItemSchema.parse(open));
  });

  it('are right however many there are, also those that are too long to be kept', () => {
    const toRow = createEntityRows();
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 3_000; index += 1) {
        const state = stateOf(`item-${index}`, { retry_count: index });
        expect(toRow({ state, version: index })).toMatchObject({ retry_count: index });
      }
    }
    const state = stateOf('a', { last_error: 'x'.repeat(10_000) });
    expect(toRow({ state, version: 1 })).not.toBe(toRow({ state, version: 1 }));
  });
});
