/**
 * A journal whose answers a test gives out by hand: any of its methods can be held back, made to
 * fail, or (a commit) made to refuse turns as a real store would by a constraint.
 */
import { createMemoryJournal, type MemoryJournal } from '../../src/actors/journal/memory.ts';
import type { Journal, TurnRecord, TurnResult } from '../../src/actors/journal/port.ts';

type Method = Exclude<keyof Journal, 'close'>;

export interface ToyJournal extends Journal {
  readonly disk: MemoryJournal;
  /** From now on these calls do their work at once and are answered by `answer`. */
  hold(method: Method): void;
  /** Calls held back. */
  waiting(method: Method): number;
  /** Answers the oldest call held back, or the one at `index`. */
  answer(method: Method, index?: number): void;
  /** Answers all of them, and those to come at once. */
  letGo(method: Method): void;
  /** The next calls fail, after some that work; a commit writes nothing then. */
  failNext(method: Method, error: Error, times?: number, worksBefore?: number): void;
  /** Names the constraint that a turn breaks. */
  refuse: (turn: TurnRecord) => string | undefined;
  /** Turns of every commit, as they came. */
  readonly batches: (readonly TurnRecord[])[];
}

export function createToyJournal(disk: MemoryJournal = createMemoryJournal()): ToyJournal {
  const held = new Map<Method, (() => void)[]>();
  const failures: { method: Method; error: Error | null }[] = [];
  const batches: (readonly TurnRecord[])[] = [];

  const through = async <Result>(method: Method, act: () => Promise<Result>): Promise<Result> => {
    const at = failures.findIndex((each) => each.method === method);
    const [failure] = at < 0 ? [] : failures.splice(at, 1);
    const error = failure?.error ?? null;
    const result = error === null ? await act() : undefined;
    const line = held.get(method);
    if (line !== undefined) await new Promise<void>((resolve) => void line.push(resolve));
    if (error !== null) throw error;
    return result as Result;
  };

  /** The turns one by one: what is refused takes those of its actor behind it along. */
  const commit = async (turns: readonly TurnRecord[]): Promise<readonly TurnResult[]> => {
    batches.push(turns);
    const unwinding = new Set<string>();
    const results: TurnResult[] = [];
    for (const turn of turns) {
      const name = `${turn.kind}/${turn.id}`;
      const isBound = turn.expectedVersion >= 0;
      const constraint = journal.refuse(turn);
      let result: TurnResult;
      if (isBound && unwinding.has(name)) result = { ok: false, failure: { reason: 'unwound' } };
      else if (constraint !== undefined) {
        result = { ok: false, failure: { reason: 'constraint', constraint } };
      } else result = (await disk.commit([turn]))[0]!;
      if (!result.ok && isBound) unwinding.add(name);
      results.push(result);
    }
    return results;
  };

  const journal: ToyJournal = {
    disk,
    batches,
    refuse: () => undefined,
    hold: (method) => void held.set(method, held.get(method) ?? []),
    waiting: (method) => held.get(method)?.length ?? 0,
    answer(method, index = 0) {
      for (const resolve of held.get(method)?.splice(index, 1) ?? []) resolve();
    },
    letGo(method) {
      const line = held.get(method) ?? [];
      held.delete(method);
      for (const resolve of line) resolve();
    },
    failNext(method, error, times = 1, worksBefore = 0) {
      for (let time = 0; time < worksBefore; time += 1) failures.push({ method, error: null });
      for (let time = 0; time < times; time += 1) failures.push({ method, error });
    },
    load: (...given) => through('load', () => disk.load(...given)),
    findAnswer: (...given) => through('findAnswer', () => disk.findAnswer(...given)),
    commit: (turns) => through('commit', () => commit(turns)),
    timers: (...given) => through('timers', () => disk.timers(...given)),
    timersOf: (...given) => through('timersOf', () => disk.timersOf(...given)),
    effects: (...given) => through('effects', () => disk.effects(...given)),
    effectsOf: (...given) => through('effectsOf', () => disk.effectsOf(...given)),
    deadLetters: (...given) => through('deadLetters', () => disk.deadLetters(...given)),
    countDeadLetters: () => through('countDeadLetters', () => disk.countDeadLetters()),
    quarantines: (...given) => through('quarantines', () => disk.quarantines(...given)),
    addresses: (...given) => through('addresses', () => disk.addresses(...given)),
    headEventId: () => through('headEventId', () => disk.headEventId()),
    eventsAfter: (...given) => through('eventsAfter', () => disk.eventsAfter(...given)),
    close: () => Promise.resolve(),
  };
  return journal;
}
