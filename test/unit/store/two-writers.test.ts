/** Two processes on one file: rare (a command beside the service), but never a forked log. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../../src/actors/journal/port.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import {
  commitAll,
  createTempDir,
  newEvent,
  openTestStore,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let first: Journal;
let second: Journal;
beforeEach(() => {
  dir = createTempDir();
  const path = join(dir.path, 'store.db');
  first = openTestStore(path).journal;
  second = openTestStore(path).journal;
});
afterEach(async () => {
  await first.close();
  await second.close();
  dir.remove();
});

it('continues the log behind events that another connection has appended', async () => {
  const note = (id: string) => stateTurn('counter', id, 1, { status: 'open' });
  await commitAll(first, [note('a')]);
  await commitAll(second, [note('b'), note('c')]);
  await commitAll(first, [note('d')]);
  await commitAll(second, [note('e')]);
  expect(await verifyJournal(first)).toMatchObject({ ok: true, events: 5, actors: 5 });
});

it('renders an answer with the event id that was really written', async () => {
  await commitAll(first, [turn({ events: [newEvent()] })]);
  const result = await second.commit([
    turn({
      events: [newEvent()],
      answers: [{ key: 'k', fingerprint: 'f', body: ['', ''] }],
    }),
  ]);
  expect(result).toMatchObject([{ ok: true, eventIds: [2], answers: ['2'] }]);
});

it('lets only one of two connections apply a change to one version', async () => {
  const change = (value: number) => stateTurn('counter', 'a', 1, { status: 'open', value });
  expect(await first.commit([change(1)])).toMatchObject([{ ok: true }]);
  expect(await second.commit([change(2)])).toEqual([{ ok: false, failure: { reason: 'version' } }]);
});
