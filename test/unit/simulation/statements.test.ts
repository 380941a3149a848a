/** What the service says of itself, made to be untrue: each is found, and nothing is said of what is so. */
import { describe, expect, it } from 'vitest';
import type { TurnRecord, TurnResult } from '../../../src/actors/journal/port.ts';
import { limits } from '../../../src/domain/limits.ts';
import { type Said, stillSo, whatIsNotSo } from '../../../src/simulation/statements.ts';
import { findTroubles, type World } from '../../../src/simulation/troubles.ts';
import { Watching } from '../../../src/simulation/watching.ts';

const minute = 60_000;
const alone = { leave_alone: true, headline: 'You can leave it alone. 0 running, 0 queued.' };
const troubled = { leave_alone: false, headline: 'Its disk is full. 0 running, 0 queued.' };
const well: World = {
  workers: [{ name: 'w1', awaySinceMs: null }],
  isDiskFull: false,
  startedMs: 0,
  refreshMs: 5 * minute,
  pumpIntervalMs: minute,
  pumpHungSinceMs: null,
  pumpSeenEveryMs: 5 * minute,
};
const worker = (status: string, gpus: readonly unknown[] | null = null) => ({
  name: 'w1',
  health: { status },
  gpus,
});
const said = (
  overview: Said['overview'],
  workers: Said['workers'] = [worker('healthy')],
): Said => ({ overview, workers });

let nowMs = 0;
/** What the commits say, the pump being on and the queue open where nothing else is given. */
function committed(states: readonly (readonly [kind: string, id: string, state: object])[] = []) {
  const watching = new Watching(() => nowMs);
  const all = [
    ['pump', 'main', { status: 'waiting', enabled: true }],
    ['control', 'main', { status: 'open' }],
    ...states,
  ] as const;
  for (const [kind, id, state] of all) {
    const next = { version: 1, stateVersion: 1, state: JSON.stringify(state) };
    const turn = { kind, id, next, answers: [] } as unknown as TurnRecord;
    watching.take(turn, { ok: true } as TurnResult);
  }
  return watching;
}
const judge = (overview: Said, world: World, watching: Watching, askedMs = nowMs): string | null =>
  whatIsNotSo(overview, findTroubles(world, watching), askedMs);

describe('that the service can be left alone', () => {
  it('is so where nothing speaks against it', () => {
    expect(judge(said(alone), well, committed())).toBeNull();
  });

  it.each<[string, Partial<World>, Parameters<typeof committed>[0], string]>([
    ['a full disk', { isDiskFull: true }, [], 'its disk is full'],
    ['a pump that is off', {}, [['pump', 'main', { enabled: false }]], 'the pump is off'],
    ['a paused queue', {}, [['control', 'main', { status: 'paused' }]], 'the queue is paused'],
    [
      'an item that waits for a person',
      {},
      [['queue_item', 'a', { status: 'needs_review' }]],
      'queue_item a is needs_review',
    ],
    [
      'a paper that is held',
      {},
      [['paper', 'p', { status: 'human_review_required' }]],
      'paper p is human_review_required',
    ],
  ])('is not so with %s', (_, world, states, what) => {
    const watching = committed(states);
    const sentence = `the service says "${alone.headline}" while ${what}`;
    expect(judge(said(alone), { ...well, ...world }, watching)).toBe(sentence);
    expect(judge(said(troubled), { ...well, ...world }, watching)).toBeNull();
  });

  it('is not so while a worker does not answer, once that must have been noticed', () => {
    const world = { ...well, workers: [{ name: 'w1', awaySinceMs: 0 }] };
    const down = said(alone, [worker('unreachable')]);
    expect(judge(down, world, committed(), 10 * minute)).toBeNull();
    expect(judge(down, world, committed(), 14 * minute)).toContain('worker w1 does not answer');
    // A process that has just been started has not looked yet; and where nobody looks, nobody knows.
    expect(judge(down, { ...world, startedMs: 5 * minute }, committed(), 14 * minute)).toBeNull();
    expect(judge(down, { ...world, refreshMs: 0 }, committed(), 15 * minute)).toBeNull();
  });

  it('is not so while the pump takes no turn for longer than it ever pauses', () => {
    nowMs = 0;
    const watching = committed();
    expect(judge(said(alone), well, watching, limits.pumpPauseMsMax)).toBeNull();
    const late = limits.pumpPauseMsMax + 10 * minute;
    expect(judge(said(alone), well, watching, late)).toContain('the pump does nothing');
    nowMs = late;
    const turn = { kind: 'pump', id: 'main', answers: [] } as unknown as TurnRecord;
    watching.take(turn, { ok: true } as TurnResult);
    expect(judge(said(alone), well, watching, late)).toBeNull();
    nowMs = 0;
  });

  it('is not so while the pump does not end what it began, once that must have been seen', () => {
    const world = { ...well, pumpHungSinceMs: minute };
    const seen = minute + well.pumpSeenEveryMs + limits.outboxStuckMs;
    expect(judge(said(alone), world, committed(), seen)).toBeNull();
    const words = 'the pump does not end what it began';
    expect(judge(said(alone), world, committed(), seen + 4 * minute)).toContain(words);
    expect(judge(said(troubled), world, committed(), seen + 4 * minute)).toBeNull();
  });

  it('is said by headline and member alike', () => {
    const torn = said({ ...alone, leave_alone: false });
    expect(judge(torn, well, committed())).toContain('and leave_alone is false');
  });
});

describe('a worker that does not answer', () => {
  const world = { ...well, workers: [{ name: 'w1', awaySinceMs: 0 }] };
  const shown = (...workers: Said['workers']) =>
    judge(said(troubled, workers), world, committed(), 20 * minute);

  it('is shown as down, with what was last known of it', () => {
    expect(shown(worker('unreachable'))).toBeNull();
    expect(shown(worker('unreachable', [{ uuid: 'g' }]))).toBeNull();
  });

  it('is not shown as well, nor as one that has nothing', () => {
    expect(shown(worker('healthy'))).toBe('worker w1 does not answer, and is said to be healthy');
    expect(shown(worker('unreachable', []))).toBe(
      'worker w1 does not answer, and is shown as one without GPUs',
    );
  });
});

it('what changed while the service looked is not held against it', () => {
  const one = { what: 'its disk is full', knownFromMs: 0 };
  const other = { what: 'the pump is off', knownFromMs: 0 };
  expect(stillSo([one], [])).toEqual([]);
  expect(stillSo([one, other], [other])).toEqual([other]);
});
