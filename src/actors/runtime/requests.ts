/**
 * Asking: one request, one answer, also when it is repeated, answered later, or left to an effect.
 * A request under an idempotency key gets the answer that was stored with its turn, as bytes.
 */
import { describeError } from '../../lib/describe-error.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { Entropy } from '../../lib/ids.ts';
import type { Journal, StoredAnswer } from '../journal/port.ts';
import type { ActorAddress, ActorEvent } from '../machine/durable-actions.ts';
import type { Outcome, Reply } from './definition.ts';
import { InFlightRequests, idempotencyConflict } from './in-flight.ts';
import type { Message } from './message.ts';
import { clientKey, internalKey } from './request-keys.ts';
import { Ripple } from './settling.ts';

/** How a request is sent and answered; all of it may be left out. */
export interface AskOptions {
  /** Who asks; `system` when absent. */
  readonly by?: string;
  /** The same key and payload get the same outcome again; another payload is a conflict. */
  readonly idempotency?: { readonly key: string; readonly payload: unknown };
  readonly lane?: 'control' | 'command' | 'telemetry';
  readonly causeId?: number;
  readonly correlationId?: string;
  /** Resolve only after the actors told by this turn, and those told by them, have taken it. */
  readonly settle?: boolean;
  /** In the telemetry lane: replaces a waiting message with the same key. */
  readonly coalesceKey?: string;
  /**
   * Of the effect that asks: it stops waiting when that is told to stop, and a drain does not wait
   * for an effect that only waits for a later answer.
   */
  readonly signal?: AbortSignal;
  /**
   * Once it is begun it goes on by itself, after a restart, too, and the same key finds its answer: whoever waits may
   * be told so before a stop. Nothing else of who asks may depend on the answer.
   */
  readonly goesOn?: boolean;
}

interface RequestsOptions {
  readonly journal: Journal;
  readonly entropy: Entropy;
  readonly post: (to: ActorAddress, message: Message) => void;
}

/**
 * The requests of one host. A repeat is answered from memory, then from the journal, before it becomes
 * a message.
 */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #inFlight = new InFlightRequests();
  /** Deferred requests that want to be answered only when everything told with the answer is taken. */
  readonly #settling = new Set<string>();
  #effectsWaiting = 0;
  /** Tell those who wait for what goes on by itself that it does. */
  readonly #lettingGo = new Set<() => void>();
  #isLettingGo = false;
  /** What everybody hears who would have to wait, once the host is closed. */
  #closedWith: Reply | null = null;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Effects that do nothing but wait for an answer that was deferred. */
  get effectsWaitingCount(): number {
    return this.#effectsWaiting;
  }

  ask(address: ActorAddress, event: ActorEvent, options: AskOptions): Promise<Reply> {
    const { idempotency } = options;
    if (idempotency === undefined) {
      const name = `request:${this.#options.entropy.id()}`;
      const named = { ...options, correlationId: options.correlationId ?? name };
      return this.#send(address, event, named, internalKey(name), null);
    }
    return this.#askOnce(address, event, options, idempotency);
  }

  /** As `ask` under an idempotency key. */
  async #askOnce(
    address: ActorAddress,
    event: ActorEvent,
    options: AskOptions,
    idempotency: NonNullable<AskOptions['idempotency']>,
  ): Promise<Reply> {
    const print = fingerprint(idempotency.payload);
    const key = clientKey(idempotency.key);
    const joined = this.#inFlight.join(key, print);
    if (joined !== undefined) return this.#wait(joined, options);
    // Registered before the store is asked, so that a repeat arriving meanwhile joins.
    const token = this.#inFlight.begin(key, print);
    let stored: StoredAnswer | undefined;
    try {
      stored = await this.#options.journal.findAnswer(key);
    } catch (error) {
      // Nothing was done under the key: whoever repeats the request begins anew.
      const reply = unreadable(error);
      this.#inFlight.answer(key, reply);
      return reply;
    }
    if (stored === undefined) {
      const reply = await this.#send(address, event, options, key, print);
      if (this.#inFlight.isCurrent(key, token)) this.#inFlight.answer(key, reply);
      return reply;
    }
    // An answer not yet there was deferred, perhaps in an earlier process: its effect is under way.
    if (stored.body === null) {
      // Answered between the reading and now: the next reading will find it.
      if (!this.#inFlight.isCurrent(key, token)) return this.ask(address, event, options);
      this.#inFlight.adopt(key, stored.fingerprint);
      return this.#wait(this.#inFlight.join(key, print), options);
    }
    const matches = stored.fingerprint === print;
    const reply: Reply = matches
      ? { ok: true, outcome: parseOutcome(stored.body), replayed: true }
      : idempotencyConflict;
    this.#inFlight.answer(key, reply);
    return reply;
  }

  /**
   * The answer to a request asked earlier under the client's key, perhaps by an earlier process; waits while it
   * is worked on. Undefined when the key was never used: nothing was committed under it.
   */
  async recall(given: string, options: Pick<AskOptions, 'signal'>): Promise<Reply | undefined> {
    const key = clientKey(given);
    const stored = await this.#options.journal.findAnswer(key);
    if (stored === undefined) return undefined;
    if (stored.body !== null) {
      return { ok: true, outcome: parseOutcome(stored.body), replayed: true };
    }
    const joined = this.#inFlight.join(key, stored.fingerprint);
    if (joined !== undefined) return this.#wait(joined, options);
    this.#inFlight.adopt(key, stored.fingerprint);
    const waiting = this.#inFlight.join(key, stored.fingerprint);
    // Read again: it may have been answered before anyone waited.
    const again = await this.#options.journal.findAnswer(key);
    if (again?.body !== undefined && again.body !== null) this.answer(key, again.body);
    return this.#wait(waiting, options);
  }

  /** True when the answer under `key` is to wait for what the turn that gives it sets off. */
  isSettling(key: string): boolean {
    return this.#settling.has(key);
  }

  /** Answers everyone who waits for `key` with a stored outcome. */
  answer(key: string, body: string): void {
    this.#settling.delete(key);
    this.#inFlight.answer(key, { ok: true, outcome: parseOutcome(body), replayed: false });
  }

  /**
   * Looks for answers that another process has stored to what is waited for here. Throws when the
   * store cannot be read.
   */
  async lookAgain(): Promise<void> {
    for (const key of this.#inFlight.keys()) {
      const stored = await this.#options.journal.findAnswer(key);
      if (stored !== undefined && stored.body !== null) this.answer(key, stored.body);
    }
  }

  /** Whoever waits for what goes on by itself, or would from now on, is told that it does. */
  letGo(): void {
    this.#isLettingGo = true;
    for (const tell of this.#lettingGo) tell();
    this.#lettingGo.clear();
  }

  /** Answers everyone who waits, and those who would wait from now on. */
  close(reply: Reply): void {
    this.#closedWith = reply;
    this.#inFlight.answerAll(reply);
  }

  #send(
    address: ActorAddress,
    event: ActorEvent,
    options: AskOptions,
    requestKey: string,
    print: string | null,
  ): Promise<Reply> {
    const ripple = options.settle === true ? new Ripple() : null;
    return new Promise((resolve) => {
      const settle: Message['settle'] = (reply, isDeferred) => {
        if (isDeferred) {
          if (options.settle === true) this.#settling.add(requestKey);
          const answered = new Promise<Reply>((done) => this.#inFlight.defer(requestKey, done));
          resolve(this.#wait(answered, options));
        } else if (ripple === null) resolve(reply);
        else void ripple.calm().then(() => resolve(reply));
      };
      this.#options.post(address, {
        // Member by member: a spread would cost a fifth of a turn without storage.
        event,
        lane: options.lane ?? 'command',
        by: options.by ?? 'system',
        source: 'ask',
        requestKey,
        fingerprint: print,
        correlationId: options.correlationId ?? requestKey,
        causeId: options.causeId ?? null,
        completesEffectId: null,
        timer: null,
        retries: null,
        coalesceKey: options.coalesceKey ?? null,
        ripple,
        settle,
        failures: 0,
      });
    });
  }

  #unlessLetGo(answer: Promise<Reply>): Promise<Reply> {
    if (this.#isLettingGo) return Promise.resolve(goesOnLater);
    return new Promise((resolve) => {
      const tell = (): void => resolve(goesOnLater);
      this.#lettingGo.add(tell);
      void answer.then((reply) => {
        this.#lettingGo.delete(tell);
        resolve(reply);
      });
    });
  }

  /** Waits for an answer that comes with a later turn, unless the effect that asks is to stop. */
  #wait(
    answer: Promise<Reply> | undefined,
    { signal, goesOn = false }: Pick<AskOptions, 'signal' | 'goesOn'>,
  ): Promise<Reply> {
    if (answer === undefined) return Promise.resolve(idempotencyConflict);
    if (this.#closedWith !== null) return Promise.resolve(this.#closedWith);
    if (signal === undefined) return goesOn ? this.#unlessLetGo(answer) : answer;
    if (signal.aborted) return Promise.resolve(toldToStop);
    this.#effectsWaiting += 1;
    return new Promise((resolve) => {
      const end = (reply: Reply): void => {
        signal.removeEventListener('abort', stop);
        this.#effectsWaiting -= 1;
        resolve(reply);
      };
      const stop = (): void => end(toldToStop);
      signal.addEventListener('abort', stop);
      void answer.then((reply) => {
        if (!signal.aborted) end(reply);
      });
    });
  }
}

const goesOnLater: Reply = {
  ok: false,
  rejected: 'shutting_down',
  detail:
    'the service stops, and goes on with it when it runs again; the same idempotency key has the outcome then',
};
const toldToStop: Reply = {
  ok: false,
  rejected: 'shutting_down',
  detail: 'whoever asked was told to stop; the answer will be there later',
};
/** What was answered before cannot be read just now, so nothing may be done. */
export const unreadable = (error: unknown): Extract<Reply, { ok: false }> => ({
  ok: false,
  rejected: 'overloaded',
  detail: `the store cannot be read: ${describeError(error)}`,
});
const parseOutcome = (body: string): Outcome => JSON.parse(body) as Outcome;
