/**
 * A world that takes its time, by a seed: whatever waits here goes on in an order that the seed
 * chooses. The journal's answers and the bank's work wait here, so that they overtake each other.
 */
import type { Journal } from '../../src/actors/journal/port.ts';
import { createSeededEntropy } from '../../src/lib/ids.ts';

export class Steps {
  readonly random: () => number;
  /** Share of the waits that are waits at all, 0 to 1. */
  readonly slowness: number;
  /** Counts everything that ever came here: as long as it moves, something is going on. */
  moves = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(seed: number, slowness: number) {
    this.random = createSeededEntropy(seed).random;
    this.slowness = slowness;
  }

  wait(): Promise<void> {
    this.moves += 1;
    if (this.random() >= this.slowness) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Lets one of those that wait go on; false when none does. */
  take(): boolean {
    const index = Math.floor(this.random() * this.#waiting.length);
    const [next] = this.#waiting.splice(index, 1);
    next?.();
    return next !== undefined;
  }
}

/** A journal of a process that can die at any moment, and whose answers come late. */
export interface SlowJournal extends Journal {
  /** From here on nothing is written or answered. */
  die(): void;
  readonly isDead: boolean;
  /** The next calls that only read one thing fail. */
  failReads(times: number): void;
}

/** Commits are applied in the order of the calls; everything else happens when `steps` says so. */
export function createSlowJournal(inner: Journal, steps: Steps): SlowJournal {
  let isDead = false;
  let faults = 0;
  let applied: Promise<unknown> = Promise.resolve();
  const silence = new Promise<never>(() => {});
  const alive = <Value>(value: Value): Value | Promise<never> => (isDead ? silence : value);

  const slow =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await alive(steps.wait());
      const result = await call(...args);
      await steps.wait();
      return alive(result);
    };
  const faulty =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (faults > 0) {
        faults -= 1;
        await steps.wait();
        throw await alive(new Error('EIO: the disk hiccups'));
      }
      return slow(call)(...args);
    };

  return {
    load: faulty((...given) => inner.load(...given)),
    findAnswer: faulty((...given) => inner.findAnswer(...given)),
    async commit(turns) {
      const before = applied;
      const mine = (async () => {
        await alive(steps.wait());
        await before;
        if (isDead) return silence;
        return inner.commit(turns);
      })();
      applied = mine;
      const results = await mine;
      await steps.wait();
      return alive(results);
    },
    timers: faulty((...given) => inner.timers(...given)),
    timersOf: faulty((...given) => inner.timersOf(...given)),
    effects: faulty((...given) => inner.effects(...given)),
    effectsOf: faulty((...given) => inner.effectsOf(...given)),
    deadLetters: slow((...given) => inner.deadLetters(...given)),
    countDeadLetters: slow(() => inner.countDeadLetters()),
    quarantines: slow((...given) => inner.quarantines(...given)),
    addresses: slow((...given) => inner.addresses(...given)),
    headEventId: slow(() => inner.headEventId()),
    eventsAfter: slow((...given) => inner.eventsAfter(...given)),
    close: () => Promise.resolve(),
    die() {
      isDead = true;
    },
    get isDead() {
      return isDead;
    },
    failReads(times) {
      faults += times;
    },
  };
}
