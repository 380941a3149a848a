/** Any turns, as somebody would write them who knows what is stored, for tests that compare journals. */
import fc from 'fast-check';
import type { Journal, NewAnswer, TurnRecord, TurnResult } from '../src/actors/journal/port.ts';
import {
  endTurn,
  newEvent,
  queueItem,
  someTime,
  stateTurn,
  turn,
} from '../test/support/store-fixtures.ts';

const ids = ['a', 'b'] as const;
/** Keys of answers. */
export const names = ['x', 'y'] as const;
/** What a turn does; numbers and names choose among what there is. */
interface Deed {
  readonly id: (typeof ids)[number];
  readonly does: 'counts' | 'claims' | 'frees' | 'ends' | 'notes' | 'looks';
  /** Decided on a version that is not the stored one. */
  readonly isStale: boolean;
  readonly key: (typeof names)[number] | null;
  readonly answers: 'at once' | 'later' | 'completes';
  readonly timer: 'none' | 'sets' | 'clears' | 'fires';
  readonly effect: 'none' | 'asks' | 'invokes' | 'aborts' | 'completes' | 'postpones';
  readonly keeps: 'nothing' | 'buries' | 'removes' | 'refuses' | 'quarantines' | 'releases';
  readonly nth: number;
}
/** What is committed together. */
export interface Step {
  /** Batches that are committed without waiting for one another. */
  readonly batches: readonly (readonly Deed[])[];
  readonly isRepeated: boolean;
  readonly cut: 'before' | 'after' | null;
}

const deed: fc.Arbitrary<Deed> = fc.record({
  id: fc.constantFrom(...ids),
  does: fc.constantFrom('counts', 'counts', 'claims', 'frees', 'ends', 'notes', 'looks'),
  isStale: fc.nat(9).map((n) => n === 0),
  key: fc.constantFrom(null, null, ...names),
  answers: fc.constantFrom('at once', 'later', 'completes'),
  timer: fc.constantFrom('none', 'none', 'sets', 'clears', 'fires'),
  effect: fc.constantFrom('none', 'asks', 'invokes', 'aborts', 'completes', 'postpones'),
  keeps: fc.constantFrom(
    'nothing',
    'nothing',
    'buries',
    'removes',
    'refuses',
    'quarantines',
    'releases',
  ),
  nth: fc.nat(5),
});
export const step: fc.Arbitrary<Step> = fc.record({
  batches: fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  isRepeated: fc.nat(4).map((n) => n === 0),
  cut: fc.constantFrom(null, null, null, 'before', 'after'),
});

/** Makes turns of deeds as somebody would who knows what is stored and expects all to go well. */
export class Author {
  readonly #model: Journal;
  readonly #versions = new Map<string, number>();
  #effects: readonly string[] = [];
  #made = 0;
  #letters: readonly number[] = [];

  constructor(model: Journal) {
    this.#model = model;
  }

  async look(): Promise<void> {
    for (const kind of ['counter', 'queue_item']) {
      for (const id of ids) {
        this.#versions.set(`${kind}/${id}`, (await this.#model.load(kind, id))?.version ?? 0);
      }
    }
    this.#effects = (await this.#model.effects(0, 99)).map(({ effect_id }) => effect_id);
    this.#letters = (await this.#model.deadLetters(99)).map(({ sequence }) => sequence);
  }

  write(made: Deed): TurnRecord {
    const base = this.#base(made);
    const { id, key, nth } = made;
    const timer = { name: `t${nth % 2}`, due_ms: nth, delay_ms: 1.5, event: '{"type":"DUE"}' };
    const effectId = this.#effects[nth % Math.max(1, this.#effects.length)] ?? 'none';
    const letter = this.#letters[nth % Math.max(1, this.#letters.length)] ?? 99;
    const at = {
      kind: base.kind,
      id,
      message: '{"type":"DUE"}',
      reason: 'why',
      at: someTime,
      source: 'ask',
    };
    const upkeep = {
      ...(made.effect === 'postpones'
        ? { postponed: [{ effect_id: effectId, attempts: nth, not_before_ms: 7, last_error: 'e' }] }
        : {}),
      ...(made.keeps === 'buries'
        ? { letters: [{ ...at, by: 'me', correlation_id: 'c', cause_id: null }] }
        : {}),
      ...(made.keeps === 'removes' ? { lettersRemoved: [letter] } : {}),
      ...(made.keeps === 'refuses' ? { lettersRefused: [{ sequence: letter, reason: 'no' }] } : {}),
      ...(made.keeps === 'quarantines'
        ? { quarantine: { event: null, reason: `r${nth}`, since: someTime } }
        : {}),
      ...(made.keeps === 'releases' ? { quarantine: null } : {}),
    };
    return {
      ...base,
      causeId: nth,
      answers: key === null ? [] : [answerOf(key, made.answers)],
      timersSet: made.timer === 'sets' ? [{ ...timer, correlation_id: 'c' }] : [],
      timersCleared: made.timer === 'clears' || made.timer === 'fires' ? [timer.name] : [],
      ...(made.timer === 'fires' ? { firedTimer: timer } : {}),
      effects: this.#effectsOf(made),
      effectsAborted: made.effect === 'aborts' ? [`i${nth % 2}`] : [],
      completedEffectId: made.effect === 'completes' ? effectId : null,
      upkeep,
    };
  }

  #base({ id, does, isStale, nth }: Deed): TurnRecord {
    if (does === 'notes') return turn({ id, events: [newEvent(), newEvent({ entity_id: id })] });
    const kind = does === 'claims' || does === 'frees' ? 'queue_item' : 'counter';
    const version = (this.#versions.get(`${kind}/${id}`) ?? 0) + (isStale ? 1 : 0);
    if (does === 'looks') return turn({ id, expectedVersion: version, events: [newEvent()] });
    if (does === 'ends') {
      this.#versions.set(`${kind}/${id}`, 0);
      return endTurn(kind, id, version);
    }
    this.#versions.set(`${kind}/${id}`, version + 1);
    if (kind === 'counter') {
      return stateTurn(kind, id, version + 1, { status: 'open', value: nth, text: '"\\ ☃\0' });
    }
    const status = does === 'claims' ? 'running' : 'blocked';
    return stateTurn(kind, id, version + 1, queueItem(id, { status, lane: 'lane' }));
  }

  #effectsOf({ effect, nth }: Deed): TurnRecord['effects'] {
    if (effect !== 'asks' && effect !== 'invokes') return [];
    this.#made += 1;
    const invoke_id = effect === 'invokes' ? `i${nth % 2}` : null;
    const row = { name: 'act', input: '{}', invoke_id, correlation_id: 'c', last_error: null };
    return [{ ...row, effect_id: `e${this.#made}`, attempts: 0, not_before_ms: 0.5 }];
  }
}

function answerOf(key: string, answers: Deed['answers']): NewAnswer {
  const body = answers === 'later' ? null : (['{"id":', '}'] as const);
  return { key, fingerprint: answers === 'completes' ? null : 'f', body };
}

/** Reasons may differ where a turn has two faults; that nothing of it is written may not. */
export const told = (results: readonly TurnResult[]): unknown[] =>
  results.map((result) => (result.ok ? result : 'refused'));
