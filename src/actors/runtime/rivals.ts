/**
 * Another process that writes to the same store. A conflict proves that there is one: what it has
 * written since this host last read everything is then taken up here too.
 */
import type { EffectRunner } from './effect-runner.ts';
import type { ReadFaults } from './read-faults.ts';
import type { Requests } from './requests.ts';
import type { Timers } from './timers.ts';
import type { Wakeups } from './wakeups.ts';

interface RivalsOptions {
  readonly wakeups: Wakeups;
  readonly readFaults: ReadFaults;
  readonly timers: Pick<Timers, 'reread'>;
  readonly effects: Pick<EffectRunner, 'catchUp'>;
  readonly requests: Pick<Requests, 'lookAgain'>;
}

/** Conflicts come in flocks; one look serves all of them. */
const lookPauseMs = 20;
const reading = 'answers';

/** Looks once for any number of conflicts that come close together. */
export class Rivals {
  readonly #options: RivalsOptions;
  #isLookSet = false;

  constructor(options: RivalsOptions) {
    this.#options = options;
  }

  /** Another process was first. */
  noticed(): void {
    if (this.#isLookSet) return;
    this.#isLookSet = true;
    this.#options.wakeups.setIn('rival', lookPauseMs, () => {
      this.#isLookSet = false;
      this.#options.timers.reread();
      this.#options.effects.catchUp();
      void this.#lookForAnswers();
    });
  }

  async #lookForAnswers(): Promise<void> {
    const { requests, readFaults } = this.#options;
    try {
      await requests.lookAgain();
      readFaults.worked(reading);
    } catch (error) {
      readFaults.failed(reading, error, () => void this.#lookForAnswers());
    }
  }
}
