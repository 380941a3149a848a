/** What durable execution cannot honour in a machine, collected so that one error names it all. */
import { InvariantError } from '../../lib/assert.ts';

/** Takes one fault: where it is (`order.paying.entry`) and what is wrong there. */
export type Report = (place: string, fault: string) => void;

/** The faults of one machine while it is compiled. */
export class Problems {
  readonly #lines: string[] = [];

  readonly report: Report = (place, fault) => {
    this.#lines.push(`${place}: ${fault}`);
  };

  /** Runs a check that throws, and takes what it throws as a fault. */
  attempt<Result>(check: () => Result): Result | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof InvariantError)) throw error;
      this.#lines.push(error.message);
      return undefined;
    }
  }

  /** Throws `InvariantError` with all faults, if there are any. */
  throwIfAny(name: string): void {
    if (this.#lines.length === 0) return;
    const faults = this.#lines.map((line) => `\n- ${line}`).join('');
    throw new InvariantError(`machine ${name} cannot be carried out durably:${faults}`);
  }
}

/** Reports by throwing: for what a machine gives only while it runs. */
export const throwFault: Report = (place, fault) => {
  throw new InvariantError(`${place}: ${fault}`);
};
