/**
 * Reads of the store that are remembered until something is committed that they rest on. The same store is asked the same
 * by every look of the pump, of the alerts and of readiness, and most of it is as it was. Now and then what is remembered
 * is held against the store.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Journal, PartRecord } from '../actors/journal/port.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import { type Read, readRests } from './read-rests.ts';

/** One of so many answers that are remembered is read once more. */
const checkedOneOf = 64;
/** Answers that are kept before all are forgotten. */
const keptMax = 4096;

interface Answer {
  /** How often what it rests on had changed when it was read. */
  readonly changes: number;
  readonly value: Promise<unknown>;
}

/** Remembers what is read of a store that is written through `watch` alone, by commits that are done when they return. */
export class RememberedReads {
  readonly #changes = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();
  readonly #onDifferent: (sentence: string) => void;
  #hits = 0;

  /** `onDifferent` is told of an answer that is not the store's. */
  constructor(onDifferent: (sentence: string) => void) {
    this.#onDifferent = onDifferent;
  }

  /** The same journal; what it commits is not remembered any more. */
  watch(journal: Journal): Journal {
    return {
      ...journal,
      commit: (turns) => {
        const results = journal.commit(turns);
        for (const turn of turns) {
          this.#changed(turn);
          for (const part of turn.parts ?? []) this.#changed(part);
        }
        return results;
      },
    };
  }

  /** The same reads, for whoever changes nothing of what they answer. */
  over(reads: ReadModels): ReadModels {
    const remembered = Object.entries(readRests).map(([name, rests]) => [
      name,
      this.#remember(name, reads[name as keyof ReadModels] as Read, rests as never),
    ]);
    return { ...reads, ...Object.fromEntries(remembered) } as ReadModels;
  }

  #changed({ kind, id, events }: PartRecord): void {
    for (const what of [`kind ${kind}`, `${kind}/${id}`]) this.#count(what);
    for (const { event_type: type } of events) this.#count(`event ${type}`);
  }

  #count(what: string): void {
    this.#changes.set(what, (this.#changes.get(what) ?? 0) + 1);
  }

  #remember(name: string, read: Read, restsOf: (...args: never[]) => readonly string[] | null) {
    return (...args: never[]): Promise<unknown> => {
      const rests = restsOf(...args);
      if (rests === null) return read(...args);
      const key = `${name} ${JSON.stringify(args)}`;
      const changes = rests.reduce((sum, what) => sum + (this.#changes.get(what) ?? 0), 0);
      const known = this.#answers.get(key);
      if (known?.changes === changes) {
        this.#hits += 1;
        if (this.#hits % checkedOneOf === 0) this.#check(key, known.value, read(...args));
        return known.value;
      }
      const value = read(...args);
      if (this.#answers.size >= keptMax) this.#answers.clear();
      this.#answers.set(key, { changes, value });
      value.catch(() => this.#answers.delete(key));
      return value;
    };
  }

  #check(key: string, value: Promise<unknown>, fresh: Promise<unknown>): void {
    void Promise.all([value, fresh]).then(([one, other]) => {
      if (!isDeepStrictEqual(one, other))
        this.#onDifferent(`what was remembered of ${key} is not what the store says`);
    });
  }
}
