/** What must never happen, made to happen: each is found at the commit that did it, and said once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { genesisHash, hashNewEvent } from '../../../src/actors/journal/event-chain.ts';
import type { NewEvent, TurnRecord, TurnResult } from '../../../src/actors/journal/port.ts';
import { Invariants, type Truth, wholeAfterDays } from '../../../src/simulation/invariants.ts';
import { Watching } from '../../../src/simulation/watching.ts';

const goodTruth: Truth = {
  wasQuiet: () => true,
  packagePasses: () => true,
  whatFails: () => null,
  hasMessage: () => true,
};

const eventOf = (kind: string, id: string): NewEvent => ({
  event_type: `${kind}.changed`,
  entity_type: kind,
  entity_id: id,
  payload: '{}',
  idempotency_key: null,
  actor: 'test',
  cause_id: null,
  correlation_id: 'c',
  created_at: '2026-01-01T00:00:00.000Z',
});

const turnOf = (kind: string, id: string, state: object, key?: string): TurnRecord => ({
  kind,
  id,
  expectedVersion: 0,
  causeId: null,
  next: { version: 1, stateVersion: 1, state: JSON.stringify(state) },
  events: [eventOf(kind, id)],
  answers: key === undefined ? [] : [{ key, fingerprint: 'f', body: ['', ''] }],
  timersSet: [],
  timersCleared: [],
  effects: [],
  effectsAborted: [],
  completedEffectId: null,
});

/** A store that chains what it is given, as the real one does; `head` may be made to lie. */
class FakeStore {
  hash: string = genesisHash;
  eventId = 0;
  readonly hashes: string[] = [];

  write(turn: TurnRecord): TurnResult {
    const eventIds = turn.events.map((event) => {
      this.eventId += 1;
      this.hash = hashNewEvent(this.hash, this.eventId, event);
      this.hashes.push(this.hash);
      return this.eventId;
    });
    return { ok: true, eventIds, answers: [], effectSequences: [] };
  }

  readonly hashOf = async (eventId: number) => this.hashes[eventId - 1] ?? null;
}

describe('the invariants of a simulation', () => {
  let store: FakeStore;
  let changes: string[];
  let nowMs = 0;
  const watch = (truth: Partial<Truth> = {}): Invariants =>
    new Invariants({
      store,
      watching: new Watching(() => nowMs),
      truth: { ...goodTruth, ...truth },
      secrets: { 'the token': 's3cret' },
      onChange: ({ kind, id }) => changes.push(`${kind}/${id}`),
    });
  const commit = async (invariants: Invariants, ...turns: readonly TurnRecord[]) => {
    const results = turns.map((turn) => store.write(turn));
    await invariants.look(turns, results);
    return invariants.broken;
  };

  beforeEach(() => {
    store = new FakeStore();
    changes = [];
    nowMs = 0;
  });

  const running = (lane: string, runId: string, fencing = 1) => ({
    status: 'running',
    lane,
    current_run_id: runId,
    fencing,
    machine_target: null,
  });

  it('say nothing of what may be, and are told of each change', async () => {
    const invariants = watch();
    expect(await commit(invariants, turnOf('queue_item', 'a', running('l1', 'r1')))).toBeNull();
    expect(
      await commit(
        invariants,
        turnOf('queue_item', 'a', { ...running('l1', 'r1'), status: 'completed' }),
        turnOf('queue_item', 'b', running('l1', 'r2')),
      ),
    ).toBeNull();
    expect(changes).toEqual(['queue_item/a', 'queue_item/a', 'queue_item/b']);
    expect(invariants.commits).toBe(2);
  });

  it('find a lane with two owners', async () => {
    const invariants = watch();
    await commit(invariants, turnOf('queue_item', 'a', running('l1', 'r1')));
    expect(await commit(invariants, turnOf('queue_item', 'b', running('l1', 'r2')))).toBe(
      'lane l1 has two owners: a and b',
    );
  });

  it('find a run that two claims have', async () => {
    const invariants = watch();
    await commit(invariants, turnOf('queue_item', 'a', running('l1', 'r1')));
    expect(await commit(invariants, turnOf('queue_item', 'b', running('l2', 'r1')))).toContain(
      'run r1 was claimed twice',
    );
  });

  it('find a run whose processes were ended unasked', () => {
    const invariants = watch();
    invariants.cutShort({ runId: 'r1', worker: 'w' });
    expect(invariants.broken).toContain('a process of run r1 on w was ended');
  });

  it('find a run that was started twice', () => {
    const invariants = watch();
    invariants.runStarted({ runId: 'r1', projectId: 'a', starts: 2 }, []);
    expect(invariants.broken).toBe('run r1 was started twice');
  });

  it('find a run beside another of its project, unless a person was asked in between', async () => {
    const second = { runId: 'r2', projectId: 'a', starts: 1 };
    const asked = watch();
    await commit(asked, turnOf('queue_item', 'a', running('l1', 'r1')));
    nowMs = 20;
    await commit(asked, turnOf('queue_item', 'a', { status: 'needs_review' }));
    asked.runStarted(second, [{ runId: 'r1', startedMs: 10 }]);
    expect(asked.broken).toBeNull();
    asked.runStarted(second, [{ runId: 'r1', startedMs: 30 }]);
    expect(asked.broken).toBe('run r2 was started beside r1 of the same project');
  });

  it('find a callback that was applied twice, and one that was lost', async () => {
    const invariants = watch();
    const callback = turnOf('queue_item', 'a', { status: 'queued' }, 'worker-callback:k1');
    await commit(invariants, callback);
    invariants.callbackTaken('k1');
    expect(invariants.broken).toBeNull();
    expect(await commit(invariants, callback)).toBe('callback k1 was applied twice');
    const others = watch();
    others.callbackTaken('k2');
    expect(others.broken).toContain('it is lost');
  });

  const receipt = {
    verdict: 'idle',
    window: { samples: 3, duration_ms: 60_000, required_ms: 60_000, max_gap_ms: 30_000 },
    sample_interval_ms: 30_000,
    signals: [{ applies: true, value: 1, holds: true }],
  };

  it('find an idle verdict on missing data, by the receipt and by what was really there', async () => {
    const idle = turnOf('run', 'r1', { idle_verdict: receipt });
    expect(await commit(watch(), idle)).toBeNull();
    store = new FakeStore();
    expect(await commit(watch({ wasQuiet: () => false }), idle)).toContain('readings were missing');
    store = new FakeStore();
    const unknown = { ...receipt, signals: [{ applies: true, value: null, holds: true }] };
    expect(await commit(watch(), turnOf('run', 'r1', { idle_verdict: unknown }))).toContain(
      'a receipt that does not show it',
    );
  });

  it('find what was packaged or published although it has not passed', async () => {
    const truth = { packagePasses: () => false };
    expect(
      await commit(watch(truth), turnOf('paper_review', 'p1', { package_sha256: 'abc' })),
    ).toContain('packaged although it has not passed');
    store = new FakeStore();
    const entry = { status: 'imported', lint: 'pass', audit: 'strict_pass' };
    expect(await commit(watch(truth), turnOf('corpus_entry', 'p1', entry))).toContain(
      'published although it has not passed',
    );
    store = new FakeStore();
    expect(
      await commit(watch(), turnOf('corpus_entry', 'p1', { ...entry, audit: 'unknown' })),
    ).toContain('(pass, unknown)');
  });

  it('find a text that does not lead to its evidence, when it is written and not before', async () => {
    const truth = { whatFails: () => 'paper.md: 3 is in no claim' };
    expect(await commit(watch(truth), turnOf('paper', 'p1', { status: 'new' }))).toBeNull();
    store = new FakeStore();
    expect(
      await commit(watch(truth), turnOf('paper', 'p1', { artifact_sha256: { 'paper.md': 'a' } })),
    ).toBe('paper p1 holds what is not in its evidence: paper.md: 3 is in no claim');
  });

  it('find what may not be told, in an event, an answer and a reply', async () => {
    const turn = turnOf('control', 'main', {});
    const told = { ...turn.events[0]!, payload: '{"said":"s3cret"}' };
    expect(await commit(watch(), { ...turn, events: [told] })).toBe(
      'an event control.changed of control/main holds the token',
    );
    store = new FakeStore();
    const answering = watch();
    await answering.look(
      [turn],
      [{ ...store.write(turn), answers: ['{"a":"s3cret"}'] } as TurnResult],
    );
    expect(answering.broken).toBe('an answer of control/main holds the token');
    const replying = watch();
    replying.said('a reply', '{"ok":true}');
    expect(replying.broken).toBeNull();
    replying.said('a reply', 's3cret');
    expect(replying.broken).toBe('a reply holds the token');
  });

  it('find a message that is called delivered and that nobody has', async () => {
    const truth = { hasMessage: () => false };
    expect(
      await commit(watch(truth), turnOf('notification', 'n1', { status: 'delivered' })),
    ).toContain('nobody has it');
  });

  it('find a gap in the ids and a chain that is not what was written', async () => {
    const gap = watch();
    store.eventId = 1;
    expect(await commit(gap, turnOf('control', 'main', {}))).toContain('ids have a gap');
    store = new FakeStore();
    const chain = watch();
    const turn = turnOf('control', 'main', {});
    const result = store.write(turn);
    store.hashes[0] = 'another';
    await chain.look([turn], [result]);
    expect(chain.broken).toBe('the hash chain is broken at event 1: its hash is another');
  });

  it('say the first alone', () => {
    const invariants = watch();
    invariants.break('one');
    invariants.break('two');
    expect(invariants.broken).toBe('one');
  });

  it('are proven whole after one, two, four, eight and sixteen days', () => {
    expect([1, 2, 3, 4, 5, 8, 16, 17].filter(wholeAfterDays)).toEqual([1, 2, 4, 8, 16]);
  });
});
