/** A secret value that cannot be printed by accident: every way to text gives `[redacted]`. */
import { inspect } from 'node:util';

const shown = '[redacted]';

/** Holds a token, key or connection string. Only `reveal` gives it back. */
export class Secret {
  readonly #value: string;

  /** Throws `TypeError` for an empty value: an empty secret protects nothing. */
  constructor(value: string) {
    if (value === '') throw new TypeError('a secret must not be empty');
    this.#value = value;
    Object.freeze(this);
  }

  /** The value itself. Call it where it is sent or compared, and keep the result nowhere. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
