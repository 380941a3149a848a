/**
 * Bytes of all bodies that a transport holds at once, from their arrival until their requests are
 * answered. What a body declares is set aside before it comes, so that many large ones are refused
 * at once and not when memory is full.
 */
import { ServiceError } from '../../domain/errors.ts';

/** Seconds after which a client that was refused may try again. */
const retryAfterSec = 2;

/** What one body takes of the budget. */
export interface BodyShare {
  /** Sets aside `bytes` more; false, and nothing taken, where that would pass the bound. */
  grow(bytes: number): boolean;
  /** True when `bytes` in all are set aside, taking more where there is room. */
  covers(bytes: number): boolean;
  close(): void;
}

/** One for each transport. `open` gives a request its share, which is taken back when that is closed. */
export class BodyBudget {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  open(): BodyShare {
    let mine = 0;
    const grow = (bytes: number): boolean => {
      if (this.#bytes + bytes > this.#bytesMax) return false;
      this.#bytes += bytes;
      mine += bytes;
      return true;
    };
    return {
      grow,
      covers: (bytes) => bytes <= mine || grow(bytes - mine),
      close: () => {
        this.#bytes -= mine;
        mine = 0;
      },
    };
  }

  /** The error for a body that found no room: 503 with Retry-After. */
  refusal(): ServiceError {
    return new ServiceError(
      'overloaded',
      `the bodies of requests under way hold ${this.#bytes} of ${this.#bytesMax} bytes; send this one later`,
      { retry_after_sec: retryAfterSec },
    );
  }
}
