/**
 * What every implementation of the journal and the read models must do; one run per factory.
 * Long because a conformance suite is read as one list of promises.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Journal,
  NewAnswer,
  NewDeadLetter,
  PartRecord,
  TimerRow,
  TurnRecord,
} from '../../src/actors/journal/port.ts';
import type { ListQuery, ReadModels } from '../../src/store/ports/read-models.ts';
import { verifyJournal } from '../../src/store/verify.ts';
import {
  commitAll,
  endTurn,
  listQuery,
  newEvent,
  queueItem,
  queueTurn,
  readAllPages,
  someTime,
  stateTurn,
  turn,
} from './store-fixtures.ts';

interface ConformanceJournal {
  readonly journal: Journal;
  /** Closes and removes everything. */
  dispose(): Promise<void>;
}
interface ConformanceStore extends ConformanceJournal {
  readonly reads: ReadModels;
}

/** An answer's body as the journal completes it. */
const whole = (body: string): readonly [string, string] => [`{"body":${body},"event":`, '}'];
const answer = (key: string, body: string | null): NewAnswer => ({
  key,
  fingerprint: `print of ${key}`,
  body: body === null ? null : whole(body),
});
const completion = (key: string, body: string): NewAnswer => ({
  key,
  fingerprint: null,
  body: whole(body),
});
const effect = (
  effect_id: string,
  invoke_id: string | null = null,
): TurnRecord['effects'][number] => ({
  effect_id,
  name: 'area.act',
  input: '{}',
  invoke_id,
  correlation_id: 'c-1',
  attempts: 0,
  not_before_ms: 0,
  last_error: null,
});

const letter: NewDeadLetter = {
  kind: 'counter',
  id: 'a',
  message: '{}',
  reason: 'why',
  at: someTime,
  source: 'ask',
  by: 'tester',
  correlation_id: 'c-1',
  cause_id: null,
};

const counter = (id: string, version: number, value = version): TurnRecord =>
  stateTurn('counter', id, version, { status: 'open', value });
const runPart = (version: number, status: string): PartRecord =>
  stateTurn('run', 'p1-1', version, { status, project_id: 'p1', updated_at: someTime });
const project = (id: string, version: number, name: string): TurnRecord =>
  stateTurn('project', id, version, {
    status: 'recorded',
    project_id: id,
    project_name: name,
    tags: ['kept'],
    created_at: someTime,
    updated_at: someTime,
  });
const projectEnd = (id: string, version: number): TurnRecord =>
  endTurn('project', id, version, 'project.forgotten');

/** The promises of the journal. */
export function describeJournal(name: string, open: () => Promise<ConformanceJournal>): void {
  // A store is opened for its own tests only.
  describe(name, () => promisesOfJournal(open));
}

function promisesOfJournal(open: () => Promise<ConformanceJournal>): void {
  let store: ConformanceJournal;
  let journal: Journal;
  beforeEach(async () => {
    store = await open();
    ({ journal } = store);
  });
  afterEach(() => store.dispose());

  /** A store that must look the same after a refused batch. */
  const contents = async (): Promise<unknown> => ({
    head: await journal.headEventId(),
    events: await journal.eventsAfter(0, 1000),
    actors: await Promise.all(
      (await journal.addresses(null, 1000)).map(({ kind, id }) => journal.load(kind, id)),
    ),
    timers: await journal.timers(null, 1000),
    quarantines: await journal.quarantines(null, 1000),
    effects: await journal.effects(0, 1000),
    letters: await journal.deadLetters(1000),
  });
  const expectRefused = async (refused: TurnRecord, failure: object): Promise<void> => {
    const before = await contents();
    expect(await journal.commit([refused])).toEqual([{ ok: false, failure }]);
    expect(await contents()).toEqual(before);
  };

  describe('what a commit refuses', () => {
    it('refuses a state decided on another version', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await expectRefused(counter('a', 3), { reason: 'version' });
    });
    it('refuses the first state of an actor that is stored', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await expectRefused(counter('a', 1), { reason: 'version' });
    });
    it('refuses a turn without a change when the version it saw has passed', async () => {
      await commitAll(journal, [counter('a', 1), counter('a', 2)]);
      const stale = turn({ expectedVersion: 1, events: [newEvent()] });
      await expectRefused(stale, { reason: 'version' });
    });
    it('refuses a second answer under one key and keeps the first', async () => {
      await commitAll(journal, [turn({ answers: [answer('k', '"one"')] })]);
      const again = turn({ events: [newEvent()], answers: [answer('k', '"two"')] });
      await expectRefused(again, { reason: 'answer', key: 'k' });
      expect(await journal.findAnswer('k')).toEqual({
        key: 'k',
        fingerprint: 'print of k',
        body: '{"body":"one","event":null}',
      });
    });
    it('refuses two answers under one key in one batch', async () => {
      const both = [turn({ answers: [answer('k', '1')] }), turn({ answers: [answer('k', '2')] })];
      expect(await journal.commit(both)).toMatchObject([
        { ok: true },
        { ok: false, failure: { reason: 'answer', key: 'k' } },
      ]);
      expect((await journal.findAnswer('k'))?.body).toBe('{"body":1,"event":null}');
    });
    it('refuses the result of an effect that was completed before', async () => {
      await commitAll(journal, [turn({ effects: [effect('counter/a#1.0')] })]);
      const done = turn({ completedEffectId: 'counter/a#1.0' });
      await commitAll(journal, [done]);
      const late = { ...counter('a', 1), completedEffectId: 'counter/a#1.0' };
      await expectRefused(late, { reason: 'answer', key: 'counter/a#1.0' });
    });
    it('refuses a second active item on a lane, by the name of the constraint', async () => {
      await commitAll(journal, [queueTurn('p1', { status: 'running', lane: 'http://w1' })]);
      const second = queueTurn('p2', { status: 'dispatching', lane: 'http://w1' });
      await expectRefused(second, {
        reason: 'constraint',
        constraint: 'one_active_item_per_lane',
      });
    });
    it('leaves out what is refused and what was decided upon it, and writes the rest', async () => {
      const results = await journal.commit([
        counter('a', 1),
        counter('b', 3),
        counter('b', 4),
        turn({ id: 'b', events: [newEvent()] }),
        counter('a', 2),
      ]);
      expect(results).toMatchObject([
        { ok: true, eventIds: [1] },
        { ok: false, failure: { reason: 'version' } },
        { ok: false, failure: { reason: 'unwound' } },
        { ok: true, eventIds: [2] },
        { ok: true, eventIds: [3] },
      ]);
      expect(await journal.load('counter', 'b')).toBeUndefined();
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 3, actors: 1 });
    });
    it('applies batches in the order of the calls, also before the first is answered', async () => {
      const results = await Promise.all([
        journal.commit([counter('a', 1)]),
        journal.commit([counter('a', 2)]),
        journal.commit([counter('a', 3)]),
      ]);
      expect(results.flat().map((result) => result.ok && result.eventIds)).toEqual([[1], [2], [3]]);
    });
    it('refuses an owner with its part, whichever of them was written by another', async () => {
      await commitAll(journal, [counter('a', 1), counter('part', 1)]);
      const part = (version: number): PartRecord => counter('part', version);
      const failure = { reason: 'version' };
      await expectRefused({ ...counter('a', 2), parts: [part(1)] }, failure);
      await expectRefused({ ...counter('a', 2), parts: [part(3)] }, failure);
      await expectRefused({ ...counter('a', 1), parts: [part(2)] }, failure);
      const late = { ...counter('a', 2), parts: [part(2)], completedEffectId: 'none' };
      await expectRefused(late, { reason: 'answer', key: 'none' });
      await commitAll(journal, [{ ...counter('a', 2), parts: [part(2)] }]);
    });
    it('frees a lane when its item is no longer active', async () => {
      const held = { status: 'running', lane: 'http://w1' } as const;
      await commitAll(journal, [
        queueTurn('p1', held),
        stateTurn('queue_item', 'p1', 2, queueItem('p1', { status: 'blocked', lane: 'http://w1' })),
        queueTurn('p2', held),
      ]);
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

  describe('what a commit writes', () => {
    it('stores nothing for an actor that was never written', async () => {
      expect(await journal.load('counter', 'a')).toBeUndefined();
      expect(await journal.headEventId()).toBe(0);
      expect(await journal.commit([])).toEqual([]);
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
    it('writes parts with their owner: rows and events', async () => {
      const answered = { answers: [answer('k', '1')], effects: [effect('queue_item/p1#1.0')] };
      const claim = { ...queueTurn('p1', { project_name: 'Sparse' }), ...answered };
      const results = await journal.commit([
        { ...claim, parts: [runPart(1, 'dispatching')] },
        { ...counter('a', 1), parts: [runPart(2, 'running')] },
      ]);
      expect(results).toMatchObject([{ eventIds: [1, 2] }, { eventIds: [3, 4] }]);
      const log = await journal.eventsAfter(0, 9);
      expect(log.map(({ entity_type: type, cause_id: cause }) => [type, cause])).toEqual([
        ['queue_item', null],
        ['run', 1],
        ['counter', null],
        ['run', 3],
      ]);
      expect((await journal.effects(0, 9))[0]).toMatchObject({ cause_id: 1 });
      expect(await journal.load('run', 'p1-1')).toMatchObject({ version: 2 });
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 4, actors: 3 });
    });
    it('forgets an actor, and lets its id begin anew', async () => {
      await commitAll(journal, [project('p1', 1, 'Sparse'), project('p2', 1, 'Dense')]);
      await expectRefused(projectEnd('p1', 2), { reason: 'version' });
      await commitAll(journal, [projectEnd('p1', 1)]);
      expect(await journal.load('project', 'p1')).toBeUndefined();
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 3, actors: 1 });
      // In one batch: begun anew, forgotten, and begun once more.
      const again = [project('p1', 1, 'a'), projectEnd('p1', 1), project('p1', 1, 'Third')];
      await commitAll(journal, again);
      await commitAll(journal, [project('p3', 1, 'Brief'), projectEnd('p3', 1)]);
      await commitAll(journal, [projectEnd('p2', 1), project('p2', 1, 'Dense')]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 10, actors: 2 });
    });
    it('numbers events without a gap across refused batches', async () => {
      await commitAll(journal, [counter('a', 1)]);
      await journal.commit([counter('a', 1)]);
      const result = await journal.commit([
        turn({ events: [newEvent(), newEvent()] }),
        counter('b', 1),
      ]);
      expect(result).toMatchObject([{ eventIds: [2, 3] }, { eventIds: [4] }]);
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
        body: ['{"eventId":', '}'],
      };
      const result = await journal.commit([
        counter('a', 1),
        turn({ events: [newEvent(), newEvent()], answers: [asked] }),
        turn({ answers: [{ ...asked, key: 'k2' }] }),
      ]);
      expect(result).toMatchObject([
        { answers: [] },
        { answers: ['{"eventId":2}'] },
        { answers: ['{"eventId":null}'] },
      ]);
      expect((await journal.findAnswer('k'))?.body).toBe('{"eventId":2}');
    });
    it('completes a deferred answer once; the first completion stands', async () => {
      expect(await journal.commit([turn({ answers: [answer('k', null)] })])).toMatchObject([
        { answers: [null] },
      ]);
      expect((await journal.findAnswer('k'))?.body).toBeNull();
      await commitAll(journal, [turn({ answers: [completion('k', '"one"')] })]);
      const again = await journal.commit([turn({ answers: [completion('k', '"two"')] })]);
      expect(again).toMatchObject([{ ok: true, answers: ['{"body":"one","event":null}'] }]);
      expect((await journal.findAnswer('k'))?.body).toBe('{"body":"one","event":null}');
    });
    it('hands out the completion of a request that nobody stored without keeping it', async () => {
      const result = await journal.commit([turn({ answers: [completion('unknown', '1')] })]);
      expect(result).toMatchObject([{ ok: true, answers: ['{"body":1,"event":null}'] }]);
      expect(await journal.findAnswer('unknown')).toBeUndefined();
    });
    it('keeps the chain whole after every kind of refusal', async () => {
      await commitAll(journal, [
        counter('a', 1),
        queueTurn('p1', { status: 'running', lane: 'l' }),
      ]);
      await journal.commit([counter('a', 2), counter('a', 9)]);
      await journal.commit([counter('a', 3), queueTurn('p2', { status: 'running', lane: 'l' })]);
      await journal.commit([counter('a', 4), turn({ completedEffectId: 'none' })]);
      await commitAll(journal, [counter('a', 5)]);
      expect(await verifyJournal(journal)).toMatchObject({ ok: true, events: 6, actors: 2 });
    });
  });

  describe('timers, effects, dead letters', () => {
    const timer = (name: string, due_ms: number): TurnRecord['timersSet'][number] => ({
      name,
      due_ms,
      delay_ms: 60_000,
      event: '{"type":"TICK"}',
      correlation_id: 'c-1',
    });
    it('lists timers by due time and replaces those of one name', async () => {
      await commitAll(journal, [
        turn({ timersSet: [timer('late', 300), timer('soon', 100)] }),
        turn({ id: 'b', timersSet: [timer('late', 200)] }),
        turn({ timersSet: [timer('late', 50)] }),
      ]);
      expect(
        (await journal.timers(null, 10)).map(({ id, name, due_ms }) => [id, name, due_ms]),
      ).toEqual([
        ['a', 'late', 50],
        ['a', 'soon', 100],
        ['b', 'late', 200],
      ]);
      expect(await journal.timers(null, 1)).toHaveLength(1);
      const [{ kind, id }] = [turn({})];
      expect((await journal.timersOf({ kind, id })).map(({ name }) => name)).toEqual([
        'late',
        'soon',
      ]);
      expect(await journal.timersOf({ kind, id: 'b' })).toHaveLength(1);
      expect(await journal.timersOf({ kind, id: 'nobody' })).toEqual([]);
    });
    it('clears only the timers of the actor, and before it sets new ones', async () => {
      await commitAll(journal, [
        turn({ timersSet: [timer('t', 1)] }),
        turn({ id: 'b', timersSet: [timer('t', 2)] }),
        turn({ timersCleared: ['t', 'unknown'], timersSet: [timer('t', 3)] }),
        turn({ id: 'b', timersCleared: ['t'] }),
      ]);
      expect(await journal.timers(null, 10)).toEqual([
        { kind: 'counter', id: 'a', cause_id: null, ...timer('t', 3) },
      ]);
    });
    it('fires a timer once, and only as it is set', async () => {
      const set = timer('t', 100);
      await commitAll(journal, [turn({ timersSet: [set] })]);
      const fire = async (firedTimer: typeof set): Promise<string> => {
        const [result] = await journal.commit([turn({ firedTimer, timersCleared: ['t'] })]);
        return result?.ok === false ? result.failure.reason : 'fired';
      };
      expect(await fire({ ...set, due_ms: 99 })).toBe('gone');
      expect(await fire({ ...set, event: '{"type":"OTHER"}' })).toBe('gone');
      expect(await journal.timers(null, 10)).toHaveLength(1);
      expect([await fire(set), await fire(set)]).toEqual(['fired', 'gone']);
      expect(await journal.timers(null, 10)).toEqual([]);
    });
    it('keeps what caused timers and effects: the first event, or what led to a turn without', async () => {
      const asked = { timersSet: [timer('t', 1)] };
      await commitAll(journal, [
        turn({ causeId: 7, events: [newEvent()], ...asked, effects: [effect('e1')] }),
        turn({ id: 'b', causeId: 7, ...asked, effects: [effect('e2')] }),
      ]);
      const causesOf = (rows: readonly { readonly cause_id: number | null }[]) =>
        rows.map((row) => row.cause_id);
      expect(causesOf(await journal.timers(null, 9))).toEqual([1, 7]);
      expect(causesOf(await journal.effects(0, 9))).toEqual([1, 7]);
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
    it('tells the sequence of each effect, so that a reader knows what it has', async () => {
      const results = await journal.commit([
        turn({ effects: [effect('e1'), effect('e2')] }),
        turn({ id: 'b', effects: [effect('e3')] }),
      ]);
      const told = results.flatMap((result) => (result.ok ? result.effectSequences : []));
      expect(told).toEqual((await journal.effects(0, 10)).map((row) => row.sequence));
    });
    it('removes the effects of an invocation that is left, and no others', async () => {
      await commitAll(journal, [
        turn({ effects: [effect('e1', 'paying'), effect('e2', 'waiting'), effect('e3')] }),
        turn({ id: 'b', effects: [effect('e4', 'paying')] }),
      ]);
      await commitAll(journal, [
        turn({ effectsAborted: ['paying', 'unknown'], effects: [effect('e5', 'paying')] }),
      ]);
      const left = (await journal.effects(0, 10)).map((row) => row.effect_id);
      expect(left).toEqual(['e2', 'e3', 'e4', 'e5']);
    });
    it('reads the effects of one line of an actor, without messages', async () => {
      const tell = { ...effect('e3'), name: 'tell' };
      await commitAll(journal, [
        turn({ effects: [effect('e1'), effect('e2', 'paying'), tell, effect('e4')] }),
        turn({ id: 'b', effects: [effect('e5')] }),
      ]);
      const { kind, id } = turn();
      const of = async (invokeId: string | null, after = 0, limit = 9): Promise<string[]> =>
        (await journal.effectsOf({ kind, id, invokeId }, after, limit)).map((row) => row.effect_id);
      expect(await of(null)).toEqual(['e1', 'e4']);
      expect(await of('paying')).toEqual(['e2']);
      expect(await of(null, 0, 1)).toEqual(['e1']);
      const [first] = await journal.effects(0, 1);
      expect(await of(null, first!.sequence)).toEqual(['e4']);
    });
    it('reads timers on from where the last page ended', async () => {
      await commitAll(journal, [
        turn({ timersSet: [timer('b', 100), timer('a', 100), timer('c', 50)] }),
        turn({ id: 'b', timersSet: [timer('a', 100)] }),
      ]);
      const names: string[] = [];
      let last: TimerRow | null = null;
      for (;;) {
        const page: readonly TimerRow[] = await journal.timers(last, 1);
        if (page.length === 0) break;
        last = page[0]!;
        names.push(`${last.id} ${last.name}`);
      }
      expect(names).toEqual(['a c', 'a a', 'a b', 'b a']);
    });
    it('notes a failed attempt', async () => {
      await commitAll(journal, [turn({ effects: [effect('e1')] })]);
      const change = { attempts: 3, not_before_ms: 99, last_error: 'down' };
      const postponed = [
        { effect_id: 'e1', ...change },
        { effect_id: 'unknown', ...change },
      ];
      await commitAll(journal, [turn({ upkeep: { postponed } })]);
      expect(await journal.effects(0, 10)).toMatchObject([{ effect_id: 'e1', ...change }]);
    });
    it('keeps an effect as a dead letter once, whoever is late', async () => {
      await commitAll(journal, [turn({ effects: [effect('e1')] })]);
      const burial = turn({ completedEffectId: 'e1', upkeep: { letters: [letter] } });
      await commitAll(journal, [burial]);
      await expectRefused(burial, { reason: 'answer', key: 'e1' });
      expect(await journal.effects(0, 10)).toEqual([]);
      expect(await journal.deadLetters(10)).toEqual([{ ...letter, sequence: 1 }]);
    });
    it('lists dead letters newest first and removes each once', async () => {
      const letters = ['one', 'two', 'three'].map((reason) => ({ ...letter, reason }));
      await commitAll(journal, [turn({ upkeep: { letters } })]);
      expect(await journal.countDeadLetters()).toBe(3);
      const [newest] = await journal.deadLetters(1);
      expect(newest?.reason).toBe('three');
      const older = await journal.deadLetters(10, newest!.sequence);
      expect(older.map((row) => row.reason)).toEqual(['two', 'one']);
      const removal = turn({ upkeep: { lettersRemoved: [newest!.sequence] } });
      await commitAll(journal, [removal]);
      await expectRefused(removal, { reason: 'gone' });
      expect(await journal.countDeadLetters()).toBe(2);
    });
    it('keeps who is out of service, and why, until it is released', async () => {
      const quarantine = { event: '{"type":"BOOM"}', reason: 'boom', since: someTime };
      await commitAll(journal, [
        turn({ id: 'b', upkeep: { quarantine: { ...quarantine, event: null } } }),
        turn({ upkeep: { quarantine: { ...quarantine, reason: 'first' } } }),
        turn({ upkeep: { quarantine } }),
      ]);
      const [first] = await journal.quarantines(null, 1);
      expect(first).toEqual({ kind: 'counter', id: 'a', ...quarantine });
      expect(await journal.quarantines(first!, 10)).toMatchObject([{ id: 'b', event: null }]);
      await commitAll(journal, [turn({ upkeep: { quarantine: null } })]);
      expect(await journal.quarantines(null, 10)).toMatchObject([{ id: 'b' }]);
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
}

/** The promises of the journal and of the read models on it. */
export function describeStore(name: string, open: () => Promise<ConformanceStore>): void {
  describeJournal(name, open);

  describe(`${name}: reading`, () => {
    let store: ConformanceStore;
    let journal: Journal;
    let reads: ReadModels;
    beforeEach(async () => {
      store = await open();
      ({ journal, reads } = store);
    });
    afterEach(() => store.dispose());

    it('tells the lanes that are held', async () => {
      const held = { status: 'running', lane: 'http://w1' } as const;
      const freed = queueItem('p1', { status: 'blocked', lane: 'http://w1' });
      await commitAll(journal, [
        queueTurn('p1', held),
        stateTurn('queue_item', 'p1', 2, freed),
        queueTurn('p2', held),
      ]);
      expect(await reads.activeLanes()).toEqual(['http://w1']);
    });
    it('finds parts that were written with their owner', async () => {
      const claim = queueTurn('p1', { project_name: 'Sparse' });
      await commitAll(journal, [
        { ...claim, parts: [runPart(1, 'dispatching')] },
        { ...counter('a', 1), parts: [runPart(2, 'running')] },
      ]);
      expect((await reads.stateAt('run', 'p1-1', 3))?.state).toMatchObject({
        status: 'dispatching',
      });
      expect(await reads.countByStatus('run')).toEqual({ running: 1 });
      for (const [kind, search] of [
        ['run', 'running'],
        ['queue_item', 'sparse'],
      ] as const) {
        expect((await reads.list(kind, listQuery({ search }))).rows, search).toHaveLength(1);
      }
    });
    it('finds nothing of an actor that was forgotten, and what its id is now', async () => {
      const found = async (search: string) =>
        (await reads.list('project', listQuery({ search }))).rows.map((row) => row['project_id']);
      await commitAll(journal, [project('p1', 1, 'Sparse'), project('p2', 1, 'Dense')]);
      expect(await found('sparse')).toEqual(['p1']);
      await commitAll(journal, [projectEnd('p1', 1)]);
      expect(await found('sparse')).toEqual([]);
      expect(await reads.countByStatus('project')).toEqual({ recorded: 1 });
      expect(await reads.stateAt('project', 'p1', 1)).toMatchObject({ version: 1 });
      expect(await reads.stateAt('project', 'p1', 3)).toBeUndefined();
      const again = [project('p1', 1, 'a'), projectEnd('p1', 1), project('p1', 1, 'Third')];
      await commitAll(journal, again);
      expect(await found('third')).toEqual(['p1']);
      expect(await found('dense')).toEqual(['p2']);
    });
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
    it('begins anywhere, and goes on from there in both directions', async () => {
      const ids = Array.from({ length: 23 }, (_, index) => `p${String(index).padStart(2, '0')}`);
      await commitAll(
        journal,
        ids.map((id, index) =>
          queueTurn(id, {
            dispatch_priority: index < 9 ? 10 : 50,
            status: index % 5 ? 'queued' : 'paused',
          }),
        ),
      );
      for (const filters of [{}, { status: 'queued' }, { status: ['queued', 'paused'] }]) {
        const all = (await readAllPages(reads, 'queue_item', { filters })).map(
          (row) => row.project_id,
        );
        const page = async (change: Partial<ListQuery>) => {
          const found = await reads.list('queue_item', listQuery({ filters, ...change }));
          return { ids: found.rows.map((row) => row.project_id), cursor: found.nextCursor };
        };
        const sort = '-dispatch_priority';
        const middle = await page({ skip: 7, pageSize: 1 });
        expect(middle.ids).toEqual([all[7]]);
        const { cursor } = middle;
        expect((await page({ cursor })).ids).toEqual(all.slice(8));
        expect((await page({ cursor, skip: 2, pageSize: 3 })).ids).toEqual(all.slice(10, 13));
        expect((await page({ cursor, sort })).ids).toEqual(all.slice(0, 7).toReversed());
        const nearEnd = await page({ sort, skip: 2, pageSize: 1 });
        expect(nearEnd.ids).toEqual([all.at(-3)]);
        expect((await page({ cursor: nearEnd.cursor })).ids).toEqual(all.slice(-2));
        expect(await page({ skip: all.length })).toEqual({ ids: [], cursor: null });
      }
    });
    it('gives rows as text in the order and with the members of its objects', async () => {
      await commitAll(journal, [
        queueTurn('p1', { pending_cancel: 'key', last_error: 'it "failed"' }),
        queueTurn('p2'),
        queueTurn('p3'),
      ]);
      const query = listQuery({ sort: '-project_id', pageSize: 2 });
      const shape = { hide: ['pending_cancel'], pick: ['project_id'], textCharsMax: 2000 };
      const first = await reads.listTexts('queue_item', query, shape);
      const cursor = first.nextCursor;
      const second = await reads.listTexts('queue_item', { ...query, cursor }, shape);
      const objects = await readAllPages(reads, 'queue_item', { sort: '-project_id' });
      const texts = [...first.rows, ...second.rows];
      expect(texts.map(({ text }) => JSON.parse(text) as unknown)).toEqual(
        objects.map(({ pending_cancel: _, ...shown }) => shown),
      );
      expect(texts.map(({ picked }) => picked)).toEqual([['p3'], ['p2'], ['p1']]);
    });
    it('tells the statuses of those that exist', async () => {
      await commitAll(journal, [queueTurn('p1'), queueTurn('p2', { status: 'paused' })]);
      const statuses = await reads.statusesOf('queue_item', ['p2', 'none', 'p1']);
      expect(new Map(statuses)).toEqual(
        new Map([
          ['p1', 'queued'],
          ['p2', 'paused'],
        ]),
      );
      expect((await reads.statusesOf('paper', ['p1'])).size).toBe(0);
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
    it('offers the first of each way, and those behind it one by one', async () => {
      await commitAll(journal, [
        queueTurn('p1', { machine_target: 'one' }),
        queueTurn('p2', { machine_target: 'one', dispatch_priority: 10 }),
        queueTurn('p3', { workload_class: 'cpu_only', dispatch_priority: 20 }),
        queueTurn('p4', { next_mode: 'resume', session_lane: 'l' }),
        queueTurn('p5', { next_mode: 'resume', session_lane: 'm', selection_rank: 1 }),
        queueTurn('p6', { machine_target: 'two', manual_review_required: true }),
        queueTurn('p7', { machine_target: 'three', status: 'running', lane: 'l' }),
        queueTurn('p8', { machine_target: 'one', dispatch_priority: 20 }),
      ]);
      const heads = (await reads.dispatchHeads()).map((row) => row.project_id);
      expect(heads).toEqual(['p2', 'p3', 'p5', 'p4']);
      const alike = async (place: number) =>
        (await reads.dispatchAlike('p2', place))?.['project_id'];
      expect([await alike(0), await alike(1), await alike(2), await alike(3)]).toEqual([
        'p2',
        'p8',
        'p1',
        undefined,
      ]);
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
}
