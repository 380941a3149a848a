/** A journal whose process can die: before or after any commit, and for good. */
import type { Journal } from '../actors/journal/port.ts';

/** A journal as a process has it that may die at any commit. */
export interface CrashableJournal extends Journal {
  /** Dies at the commit that comes `commits` from now, either just before or just after it. */
  dieAt(commits: number, moment: 'before' | 'after'): void;
  /** From here on nothing is answered, as from a dead process. */
  die(): void;
  readonly isDead: boolean;
}

/** `onDeath` is called once, at the moment from which on nothing is answered. */
export function createCrashableJournal(
  inner: Journal,
  onDeath: () => void = () => {},
): CrashableJournal {
  let dead = false;
  const perish = (): void => {
    if (dead) return;
    dead = true;
    onDeath();
  };
  let left = Number.POSITIVE_INFINITY;
  let moment: 'before' | 'after' = 'before';
  const silence = new Promise<never>(() => {});
  const alive =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      dead ? silence : call(...args);
  return {
    load: alive((...args) => inner.load(...args)),
    findAnswer: alive((...args) => inner.findAnswer(...args)),
    async commit(turns) {
      if (dead) return silence;
      left -= 1;
      if (left <= 0 && moment === 'before') perish();
      if (dead) return silence;
      const result = await inner.commit(turns);
      if (left <= 0) perish();
      return dead ? silence : result;
    },
    timers: alive((...args) => inner.timers(...args)),
    timersOf: alive((...args) => inner.timersOf(...args)),
    effects: alive((...args) => inner.effects(...args)),
    effectsOf: alive((...args) => inner.effectsOf(...args)),
    deadLetters: alive((...args) => inner.deadLetters(...args)),
    countDeadLetters: alive(() => inner.countDeadLetters()),
    quarantines: alive((...args) => inner.quarantines(...args)),
    addresses: alive((...args) => inner.addresses(...args)),
    headEventId: alive(() => inner.headEventId()),
    eventsAfter: alive((...args) => inner.eventsAfter(...args)),
    close: () => Promise.resolve(),
    dieAt(commits, when) {
      left = commits;
      moment = when;
    },
    die: perish,
    get isDead() {
      return dead;
    },
  };
}
