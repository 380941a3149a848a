/**
 * What every implementation of the journal and the read models must do; one run per factory.
 * Long because a conformance suite is read as one list of promises.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Journal, NewAnswer, TurnRecord } from '../../src/store/ports/journal.ts';
import type { ReadModels } from '../../src/store/ports/read-models.ts';
import { createReadonlyJournal } from '../../src/store/readonly-journal.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import {
  commitAll,
  listQuery,
  newEvent,
  queueItem,
  queueTurn,
  readAllPages,
  someTime,
  stateTurn,
  turn,
} from './store-fixtures.ts';

export interface ConformanceStore {
  readonly journal: Journal;
  readonly reads: ReadModels;
  /** Closes and removes everything. */
  dispose(): Promise<void>;
}

const answer = (key: string, body: string | null): NewAnswer => ({
  key,
  fingerprint: `print of ${key}`,
  render: body === null ? null : () => body,
});
const completion = (key: string, body: string): NewAnswer => ({
  key,
  fingerprint: null,
  render: () => body,
});
const effect = (effect_id: string): TurnRecord['effects'][number] => ({
  effect_id,
  name: 'area.act',
  input: '{}',
  correlation_id: 'c-1',
  attempts: 0,
  not_before_ms: 0,
  last_error: null,
});

export function describeStore(name: string, open: () => Promise<ConformanceStore>): void {
  let store: ConformanceStore;
  let journal: Journal;
  let reads: ReadModels;
  beforeEach(async () => {
    store = await open();
    ({ journal, reads } = store);
  });
  afterEach(() => store.dispose());

  const counter = (id: string, version: number, value = version): TurnRecord =>
    stateTurn('counter', id, version, { status: 'open', value });
  /** A store that must look the same after a refused batch. */
  const contents = async (): Promise<unknown> => ({
    head: await journal.headEventId(),
    events: await journal.eventsAfter(0, 1000),
    actors: await Promise.all(
      (await journal.addresses(null, 1000)).map(({ kind, id }) => journal.load(kind, id)),
    ),
    timers: await journal.timers(1000),
    effects: await journal.effects(0, 1000),
    letters: await journal.deadLetters(1000),
  });
  const expectRefused = async (turns: TurnRecord[], failure: object): Promise<void> => {
    const before = await contents();
    expect(await journal.commit(turns)).toEqual({ ok: false, failure });
    expect(await contents()).toEqual(before);
  };

  describe(`${name}: what a commit refuses`, () => {
    it('refuses a state decided on another version', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await expectRefused([counter('b', 1), counter('a', 3)], { reason: 'version', turnIndex: 1 });
    });
    it('refuses the first state of an actor that is stored', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await expectRefused([counter('a', 1)], { reason: 'version', turnIndex: 0 });
    });
    it('refuses a turn without a change when the version it saw has passed', async () => {
      await commitAll(journal, [counter('a', 1), counter('a', 2)]);
      const stale = turn({ expectedVersion: 1, events: [newEvent()] });
      await expectRefused([stale], { reason: 'version', turnIndex: 0 });
    });
    it('refuses a second answer under one key and keeps the first', async () => {
      await commitAll(journal, [turn({ answers: [answer('k', '"one"')] })]);
      const again = turn({ events: [newEvent()], answers: [answer('k', '"two"')] });
      await expectRefused([counter('a', 1), again], { reason: 'answer', turnIndex: 1, key: 'k' });
      expect(await journal.findAnswer('k')).toEqual({
        key: 'k',
        fingerprint: 'print of k',
        body: '"one"',
      });
    });
    it('refuses two answers under one key in one batch', async () => {
      const both = [turn({ answers: [answer('k', '1')] }), turn({ answers: [answer('k', '2')] })];
      await expectRefused(both, { reason: 'answer', turnIndex: 1, key: 'k' });
      expect(await journal.findAnswer('k')).toBeUndefined();
    });
    it('refuses the result of an effect that was completed before', async () => {
      await commitAll(journal, [turn({ effects: [effect('counter/a#1.0')] })]);
      const done = turn({ completedEffectId: 'counter/a#1.0' });
      await commitAll(journal, [done]);
      const late = { ...counter('a', 1), completedEffectId: 'counter/a#1.0' };
      await expectRefused([late], { reason: 'answer', turnIndex: 0, key: 'counter/a#1.0' });
    });
    it('refuses a second active item on a lane, by the name of the constraint', async () => {
      await commitAll(journal, [queueTurn('p1', { status: 'running', lane: 'http://w1' })]);
      const second = queueTurn('p2', { status: 'dispatching', lane: 'http://w1' });
      await expectRefused([queueTurn('p3'), second], {
        reason: 'constraint',
        turnIndex: 1,
        constraint: 'one_active_item_per_lane',
      });
    });
    it('frees a lane when its item is no longer active', async () => {
      const held = { status: 'running', lane: 'http://w1' } as const;
      await commitAll(journal, [
        queueTurn('p1', held),
        stateTurn('queue_item', 'p1', 2, queueItem('p1', { status: 'blocked', lane: 'http://w1' })),
        queueTurn('p2', held),
      ]);
      expect(await reads.activeLanes()).toEqual(['http://w1']);
    });
    it('rejects a change that no event carries, since the log could not be replayed', async () => {
      const before = await contents();
      await expect(journal.commit([{ ...counter('a', 1), events: [] }])).rejects.toThrow('event');
      expect(await contents()).toEqual(before);
    });
    it('rejects text that could not be read back as it was hashed', async () => {
      const broken = turn({ events: [newEvent({ entity_id: '\ud800' })] });
      await expect(journal.commit([counter('a', 1), broken])).rejects.toThrow('surrogate');
      await commitAll(journal, [counter('a', 1)]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 1 });
    });
  });

  describe(`${name}: what a commit writes`, () => {
    it('stores nothing for an actor that was never written', async () => {
      expect(await journal.load('counter', 'a')).toBeUndefined();
      expect(await journal.headEventId()).toBe(0);
      expect(await journal.commit([])).toEqual({ ok: true, turns: [] });
    });
    it('keeps state and version, over several turns of an actor in one batch', async () => {
      await commitAll(journal, [
        counter('a', 1),
        counter('a', 2),
        counter('b', 1),
        counter('a', 3),
      ]);
      expect(await journal.load('counter', 'a')).toEqual({
        version: 3,
        state_version: 1,
        state: { status: 'open', value: 3 },
      });
    });
    it('numbers events without a gap across refused batches', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await journal.commit([counter('b', 1), counter('a', 1)]);
      const result = await journal.commit([
        turn({ events: [newEvent(), newEvent()] }),
        counter('b', 1),
      ]);
      expect(result).toMatchObject({ ok: true, turns: [{ eventIds: [2, 3] }, { eventIds: [4] }] });
      const ids = (await journal.eventsAfter(0, 10)).map((event) => event.event_id);
      expect(ids).toEqual([1, 2, 3, 4]);
    });
    it('gives events back as they were, chained to the one before', async () => {
      const event = newEvent({
        payload: '{"naïve":"☃ 🎉 \\" \\\\ \\n","z":[1,2.5,null,true]}',
        idempotency_key: 'k "1"',
        cause_id: 7,
        actor: 'worker:ünï\n',
      });
      await commitAll(journal, [turn({ events: [newEvent(), event] })]);
      const [first, second] = await journal.eventsAfter(0, 10);
      expect(second).toMatchObject({
        ...event,
        event_id: 2,
        payload: { naïve: '☃ 🎉 " \\ \n', z: [1, 2.5, null, true] },
      });
      expect(first?.prev_hash).toBe('');
      expect(second?.prev_hash).toBe(first?.hash);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 2 });
    });
    it('renders an answer with the first event of its turn', async () => {
      const asked: NewAnswer = {
        key: 'k',
        fingerprint: 'f',
        render: (eventId) => JSON.stringify({ eventId }),
      };
      const result = await journal.commit([
        counter('a', 1),
        turn({ events: [newEvent(), newEvent()], answers: [asked] }),
        turn({ answers: [{ ...asked, key: 'k2' }] }),
      ]);
      expect(result).toMatchObject({
        turns: [{ answers: [] }, { answers: ['{"eventId":2}'] }, { answers: ['{"eventId":null}'] }],
      });
      expect((await journal.findAnswer('k'))?.body).toBe('{"eventId":2}');
    });
    it('completes a deferred answer once; the first completion stands', async () => {
      expect(await journal.commit([turn({ answers: [answer('k', null)] })])).toMatchObject({
        turns: [{ answers: [null] }],
      });
      expect((await journal.findAnswer('k'))?.body).toBeNull();
      await commitAll(journal, [turn({ answers: [completion('k', '"one"')] })]);
      const again = await journal.commit([turn({ answers: [completion('k', '"two"')] })]);
      expect(again).toMatchObject({ ok: true, turns: [{ answers: ['"one"'] }] });
      expect((await journal.findAnswer('k'))?.body).toBe('"one"');
    });
    it('hands out the completion of a request that nobody stored without keeping it', async () => {
      const result = await journal.commit([turn({ answers: [completion('unknown', '1')] })]);
      expect(result).toMatchObject({ ok: true, turns: [{ answers: ['1'] }] });
      expect(await journal.findAnswer('unknown')).toBeUndefined();
    });
    it('keeps the chain whole after every kind of refusal', async () => {
      await commitAll(journal, [
        counter('a', 1),
        queueTurn('p1', { status: 'running', lane: 'l' }),
      ]);
      await journal.commit([counter('a', 2), counter('a', 9)]);
      await journal.commit([counter('a', 2), queueTurn('p2', { status: 'running', lane: 'l' })]);
      await journal.commit([counter('a', 2), turn({ completedEffectId: 'none' })]);
      await commitAll(journal, [counter('a', 2)]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 3, actors: 2 });
    });
  });

  describe(`${name}: timers, effects, dead letters`, () => {
    const timer = (name: string, due_ms: number): TurnRecord['timersSet'][number] => ({
      name,
      due_ms,
      event: '{"type":"TICK"}',
      correlation_id: 'c-1',
    });
    it('lists timers by due time and replaces those of one name', async () => {
      await commitAll(journal, [
        turn({ timersSet: [timer('late', 300), timer('soon', 100)] }),
        turn({ id: 'b', timersSet: [timer('late', 200)] }),
        turn({ timersSet: [timer('late', 50)] }),
      ]);
      expect((await journal.timers(10)).map(({ id, name, due_ms }) => [id, name, due_ms])).toEqual([
        ['a', 'late', 50],
        ['a', 'soon', 100],
        ['b', 'late', 200],
      ]);
      expect(await journal.timers(1)).toHaveLength(1);
    });
    it('clears only the timers of the actor, and before it sets new ones', async () => {
      await commitAll(journal, [
        turn({ timersSet: [timer('t', 1)] }),
        turn({ id: 'b', timersSet: [timer('t', 2)] }),
        turn({ timersCleared: ['t', 'unknown'], timersSet: [timer('t', 3)] }),
        turn({ id: 'b', timersCleared: ['t'] }),
      ]);
      expect(await journal.timers(10)).toEqual([{ kind: 'counter', id: 'a', ...timer('t', 3) }]);
    });
    it('keeps effects in order, caused by the first event of their turn', async () => {
      await commitAll(journal, [
        turn({ events: [newEvent(), newEvent()], effects: [effect('e1'), effect('e2')] }),
        turn({ id: 'b', effects: [effect('e3')] }),
      ]);
      const rows = await journal.effects(0, 10);
      expect(rows.map((row) => [row.effect_id, row.id, row.cause_id])).toEqual([
        ['e1', 'a', 1],
        ['e2', 'a', 1],
        ['e3', 'b', null],
      ]);
      const after = await journal.effects(rows[0]!.sequence, 1);
      expect(after.map((row) => row.effect_id)).toEqual(['e2']);
    });
    it('never gives a sequence number twice, so that a reader does not miss an effect', async () => {
      await commitAll(journal, [turn({ effects: [effect('e1')] })]);
      const [first] = await journal.effects(0, 1);
      await commitAll(journal, [turn({ completedEffectId: 'e1', effects: [effect('e2')] })]);
      const [second] = await journal.effects(first!.sequence, 1);
      expect(second?.effect_id).toBe('e2');
    });
    it('notes a failed attempt', async () => {
      await commitAll(journal, [turn({ effects: [effect('e1')] })]);
      const change = { attempts: 3, notBeforeMs: 99, lastError: 'down' };
      await journal.postponeEffect('e1', change);
      await journal.postponeEffect('unknown', change);
      expect(await journal.effects(0, 10)).toMatchObject([
        { effect_id: 'e1', attempts: 3, not_before_ms: 99, last_error: 'down' },
      ]);
    });
    it('buries an effect once and keeps the letter', async () => {
      await commitAll(journal, [turn({ effects: [effect('e1')] })]);
      const letter = { kind: 'counter', id: 'a', message: '{}', reason: 'why', at: someTime };
      await journal.buryEffect('e1', letter);
      await journal.buryEffect('e1', letter);
      await journal.addDeadLetter({ ...letter, reason: 'other' });
      expect(await journal.effects(0, 10)).toEqual([]);
      const reasons = (await journal.deadLetters(10)).map((row) => row.reason);
      expect(reasons.toSorted()).toEqual(['other', 'why']);
    });
    it('walks all addresses in order', async () => {
      await commitAll(journal, [
        counter('b', 1),
        counter('a', 1),
        queueTurn('a'),
        counter('a/b', 1),
      ]);
      const first = await journal.addresses(null, 2);
      expect(first).toEqual([
        { kind: 'counter', id: 'a' },
        { kind: 'counter', id: 'a/b' },
      ]);
      expect(await journal.addresses(first[1]!, 10)).toEqual([
        { kind: 'counter', id: 'b' },
        { kind: 'queue_item', id: 'a' },
      ]);
    });
  });

  describe(`${name}: reading`, () => {
    it('pages through everything exactly once, in order, both ways', async () => {
      const ids = Array.from({ length: 23 }, (_, index) => `p${index}`);
      await commitAll(
        journal,
        ids.map((id, index) => queueTurn(id, { dispatch_priority: index % 3 })),
      );
      const up = await readAllPages(reads, 'queue_item', { pageSize: 5 });
      const down = await readAllPages(reads, 'queue_item', {
        pageSize: 5,
        sort: '-dispatch_priority',
      });
      expect(new Set(up.map((row) => row.project_id)).size).toBe(23);
      expect(down).toEqual(up.toReversed());
      const priorities = up.map((row) => row.dispatch_priority as number);
      expect(priorities).toEqual(priorities.toSorted((left, right) => left - right));
    });
    it('puts the blocked group together from statuses and the flag', async () => {
      await commitAll(journal, [
        queueTurn('p1', { status: 'blocked', manual_review_required: true }),
        queueTurn('p2', { status: 'queued', manual_review_required: true }),
        queueTurn('p3', { status: 'needs_review' }),
        queueTurn('p4'),
      ]);
      const filters = { queue_group: 'blocked' };
      const rows = await readAllPages(reads, 'queue_item', { pageSize: 2, filters });
      expect(rows.map((row) => row.project_id)).toEqual(['p1', 'p2', 'p3']);
      expect(await reads.count('queue_item', filters)).toBe(3);
    });
    it('counts by status', async () => {
      await commitAll(journal, [
        queueTurn('p1'),
        queueTurn('p2'),
        queueTurn('p3', { status: 'paused' }),
      ]);
      expect(await reads.countByStatus('queue_item')).toEqual({ queued: 2, paused: 1 });
      expect(await reads.countByStatus('run')).toEqual({});
    });
    it('finds words in any string of the state, as soon as it is committed', async () => {
      await commitAll(journal, [
        queueTurn('p1', { project_name: 'Sparse attention' }),
        queueTurn('p2', { last_error: 'attention: out of memory' }),
        queueTurn('p3'),
      ]);
      const find = async (search: string): Promise<unknown[]> =>
        (await reads.list('queue_item', listQuery({ search }))).rows.map((row) => row.project_id);
      expect(await find('attention')).toEqual(['p1', 'p2']);
      expect(await find('ATTENT')).toEqual(['p1', 'p2']);
      expect(await find('memory attention')).toEqual(['p2']);
      const renamed = queueItem('p1', { project_name: 'Dense layers' });
      await commitAll(journal, [stateTurn('queue_item', 'p1', 2, renamed)]);
      expect(await find('attention')).toEqual(['p2']);
      expect(await find('dense')).toEqual(['p1']);
    });
    it('offers the best candidates first and leaves flagged ones out', async () => {
      await commitAll(journal, [
        queueTurn('p1', { dispatch_priority: 90 }),
        queueTurn('p2', { dispatch_priority: 10, manual_review_required: true }),
        queueTurn('p3', { dispatch_priority: 10, selection_rank: 9 }),
        queueTurn('p4', { dispatch_priority: 10, selection_rank: 2 }),
        queueTurn('p5', { status: 'running', lane: 'l', dispatch_priority: 1 }),
      ]);
      const ids = (await reads.dispatchCandidates(10)).map((row) => row.project_id);
      expect(ids).toEqual(['p4', 'p3', 'p1']);
    });
    it('offers completed items with a positive gate and no paper for drafting', async () => {
      const positive = { positive: true, field: 'f', value: 'v', reason: 'r' };
      const done = { status: 'completed', gate_verdict: positive } as const;
      await commitAll(journal, [
        queueTurn('late', { ...done, updated_at: '2026-02-01T00:00:00.000Z' }),
        queueTurn('early', done),
        queueTurn('has-paper', { ...done, paper_id: 'x--draft' }),
        queueTurn('negative', { ...done, gate_verdict: { ...positive, positive: false } }),
        queueTurn('running', { ...done, status: 'running', lane: 'l' }),
      ]);
      const ids = (await reads.draftCandidates(10)).map((row) => row.project_id);
      expect(ids).toEqual(['early', 'late']);
      expect(await reads.countDraftCandidates()).toBe(2);
    });
    it('shows an actor as it was after any event', async () => {
      await commitAll(journal, [counter('a', 1, 10), counter('b', 1), counter('a', 2, 20)]);
      const valueAt = async (eventId: number): Promise<unknown> =>
        (await reads.stateAt('counter', 'a', eventId))?.state;
      expect(await valueAt(0)).toBeUndefined();
      expect(await valueAt(1)).toEqual({ status: 'open', value: 10 });
      expect(await valueAt(2)).toEqual({ status: 'open', value: 10 });
      expect(await valueAt(99)).toEqual((await journal.load('counter', 'a'))?.state);
    });
  });

  describe(`${name}: read-only`, () => {
    it('refuses every write and still reads', async () => {
      await commitAll(journal, [counter('a', 1)]);
      const readonly = createReadonlyJournal(journal);
      const before = await contents();
      const letter = { kind: 'counter', id: 'a', message: '{}', reason: 'why', at: someTime };
      const writes = [
        readonly.commit([counter('a', 2)]),
        readonly.postponeEffect('e', { attempts: 1, notBeforeMs: 0, lastError: '' }),
        readonly.buryEffect('e', letter),
        readonly.addDeadLetter(letter),
      ];
      for (const write of await Promise.allSettled(writes)) {
        expect(write.status).toBe('rejected');
        const { reason } = write as PromiseRejectedResult;
        expect(reason).toBeInstanceOf(ServiceError);
        expect((reason as ServiceError).code).toBe('read_only');
      }
      expect(await contents()).toEqual(before);
      expect(await readonly.load('counter', 'a')).toEqual(await journal.load('counter', 'a'));
      expect(await readonly.eventsAfter(0, 9)).toEqual(await journal.eventsAfter(0, 9));
    });
  });
}
