/** Lookups by key that share a statement: who shares one, who has one alone, and who hears of its failure. */
import { expect, it } from 'vitest';
import { gatherLookups } from '../../../../src/actors/journal/postgres/gather.ts';

interface Row {
  readonly value: string;
}

/** Rows of every key that is not "none"; a statement with the key "bad" fails. */
function createTable() {
  const statements: (readonly string[])[] = [];
  const find = gatherLookups<string, Row>(
    async (keys) => {
      statements.push(keys);
      if (keys.includes('bad')) throw new Error('the server refuses it');
      // In no order, as a server answers.
      return keys
        .flatMap((key, at) => (key === 'none' ? [] : [{ place: at + 1, value: `of ${key}` }]))
        .toReversed();
    },
    (key) => key === 'bad',
  );
  return { statements, find };
}

it('asks once for what is looked up in one round, and tells each its own', async () => {
  const { statements, find } = createTable();
  const later = Promise.resolve().then(() => find('c'));
  const rows = await Promise.all([find('a'), find('none'), find('b'), find('a'), later]);
  expect(rows).toEqual([
    { value: 'of a' },
    undefined,
    { value: 'of b' },
    { value: 'of a' },
    { value: 'of c' },
  ]);
  expect(statements).toEqual([['a', 'none', 'b', 'a', 'c']]);
});

it('asks anew for what is looked up after the statement was sent', async () => {
  const { statements, find } = createTable();
  await find('a');
  await find('a');
  expect(statements).toEqual([['a'], ['a']]);
});

it('has a key that the server may refuse fail alone', async () => {
  const { statements, find } = createTable();
  const outcomes = await Promise.allSettled([find('a'), find('bad'), find('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(statements).toEqual([['bad'], ['a', 'b']]);
});

it('tells everybody of a statement that failed, and nobody of the next', async () => {
  let isAway = true;
  const find = gatherLookups<string, Row>(
    async (keys) => {
      if (isAway) throw new Error('the server is away');
      return keys.map((key, at) => ({ place: at + 1, value: key }));
    },
    () => false,
  );
  const outcomes = await Promise.allSettled([find('a'), find('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  await expect(find('a')).resolves.toEqual({ value: 'a' });
});

it('looks for 256 at most with a statement', async () => {
  const { statements, find } = createTable();
  const keys = Array.from({ length: 513 }, (_, at) => String(at));
  const rows = await Promise.all(keys.map(find));
  expect(rows.map((row) => row?.value)).toEqual(keys.map((key) => `of ${key}`));
  expect(statements.map(({ length }) => length)).toEqual([256, 256, 1]);
});
