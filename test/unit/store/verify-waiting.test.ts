/** What waits beside the log: a row that a start could not take up is found by name. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProofNotes } from '../../../src/store/sqlite/proof/notes.ts';
import { proveWaiting } from '../../../src/store/verify-waiting.ts';
import {
  commitAll,
  openTestStore,
  someTime,
  type TestStore,
  turn,
} from '../../support/store-fixtures.ts';

let store: TestStore;
const effect = (index: number, name: string, input: object) => ({
  effect_id: `counter/a#1.${index}`,
  name,
  input: JSON.stringify(input),
  invoke_id: null,
  correlation_id: 'c',
  attempts: 0,
  not_before_ms: 0,
  last_error: null,
});

beforeEach(async () => {
  store = openTestStore();
  const letter = { kind: 'counter', id: 'a', reason: 'r', at: someTime, source: 'ask', by: 'me' };
  const fell = { ...letter, message: '{"type":"GO"}', correlation_id: 'c', cause_id: null };
  await commitAll(store.journal, [
    turn({
      timersSet: [
        { name: 'wake', due_ms: 5, delay_ms: 5, event: '{"type":"GO"}', correlation_id: 'c' },
      ],
      effects: [
        effect(0, 'tell', { to: { kind: 'counter', id: 'b' }, event: { type: 'GO' }, by: 'a' }),
        effect(1, 'sync', {}),
      ],
      upkeep: {
        letters: [fell],
        quarantine: { event: '{"type":"GO"}', reason: 'r', since: someTime },
      },
    }),
  ]);
});
afterEach(() => store.journal.close());

async function problems(sql = 'SELECT 1'): Promise<readonly string[]> {
  store.db.exec(sql);
  const notes = new ProofNotes();
  await proveWaiting(store.journal, notes);
  return notes.list().flatMap(({ table, rows, problems: found, advice }) => {
    expect([rows, advice === null]).toEqual([table === 'effects' ? 2 : 1, found.length === 0]);
    return found.map((words) => `${table}: ${words}`);
  });
}

it('that is whole is passed', async () => {
  expect(await problems()).toEqual([]);
});

it.each([
  [`timers SET event = '{'`, 'timers: the timer "wake" of counter/a is not what was set'],
  [`timers SET event = '{}'`, 'timers: the timer "wake" of counter/a is not what was set'],
  [`timers SET due_ms = 'x'`, 'timers: the timer "wake" of counter/a is not what was set'],
  [
    `effects SET input = '{' WHERE sequence = 2`,
    'effects: the effect 2 ("sync" of counter/a) is not what was asked for',
  ],
  [
    `effects SET input = '{"event":{"type":"GO"}}' WHERE sequence = 1`,
    'effects: the effect 1 ("tell" of counter/a) is not what was asked for',
  ],
  [
    `effects SET not_before_ms = 'x' WHERE sequence = 1`,
    'effects: the effect 1 ("tell" of counter/a) is not what was asked for',
  ],
  [`dead_letters SET message = 'null'`, 'dead_letters: the dead letter 1 is not what was kept'],
  [
    `quarantines SET since = 'x'`,
    'quarantines: what is kept of counter/a, which is out of service, is not what was written',
  ],
])('UPDATE %s', async (sql, words) => {
  expect(await problems(`UPDATE ${sql}`)).toEqual([words]);
});
