/**
 * A few members, threads or processes, that do one call at a time each; started when first needed. What waits is bounded
 * in number, every call in time, and a member that dies takes only its own call with it. What is said to a member is plain
 * data, and one that must stop in the middle of a call is ended: nothing else would stop it.
 */
import type { TimerHandle } from './clock.ts';
import { type ErrorMakers, fromRemoteError, type RemoteError } from './remote-error.ts';

/** Who does the calls, as the side that started it sees it: a thread, or a process where memory is bounded. */
export interface PoolMember {
  readonly port: { postMessage(message: unknown): void };
  /** Whether the program stays alive for it; false at first. */
  hold(isNeeded: boolean): void;
  /** Resolves once it has ended, with what ended it; null when it went by itself. */
  readonly ended: Promise<Error | null>;
  /** Stops it wherever it is. */
  terminate(): Promise<void>;
}

/** What a member is told; `'close'` tells it to go. */
export interface PoolCall {
  readonly method: string;
  readonly args: readonly unknown[];
}
/** What a member sends back: first perhaps what it works on, any number of times, and last the outcome. */
export type PoolAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: RemoteError }
  /** Says what it works on; the answer is still to come. */
  | { readonly at: string };

/** Why there is no answer. */
export type PoolTrouble =
  | { readonly kind: 'closed' | 'full' }
  /** `at` is what the member had said last that it works on; null while it waited or said nothing. */
  | { readonly kind: 'late'; readonly at: string | null }
  | { readonly kind: 'lost'; readonly at: string | null; readonly cause: unknown };

/** What a pool is made of; bounds are counts of members and calls, times are milliseconds. */
export interface WorkPoolOptions {
  readonly start: (onMessage: (message: unknown) => void) => PoolMember;
  /** Starts a timer of real time, which is what work takes. */
  readonly setTimer: (delayMs: number, callback: () => void) => TimerHandle;
  readonly membersMax: number;
  /**
   * How long a call waits for the members there are before there is one more: while one has answered
   * already, and while all of them only begin. A call whose new member cannot begin, as where no descriptors are left,
   * waits for those again. Absent: not at all.
   */
  readonly patience?: { readonly busyMs: number; readonly startingMs: number };
  /** Calls that wait for a member. */
  readonly waitingMax: number;
  readonly timeoutMs: number;
  /** Whether waiting for a member counts towards `timeoutMs`. */
  readonly timeFrom: 'call' | 'start';
  /** Classes of the errors that calls throw. */
  readonly errors: ErrorMakers;
  /** Words of a call without an answer. */
  readonly toError: (trouble: PoolTrouble) => Error;
}

/** What one call may ask for beyond its turn; all of it may be left out. */
export interface CallOptions {
  /** Ends the call wherever it is; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Calls that share a key are done one after the other, in the order in which they came. */
  readonly keys?: readonly string[];
  /** Told when a member is given it, which may be before `call` returns; not where it never is. */
  readonly onBegin?: () => void;
}

interface Pending extends PoolCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly keys: readonly string[];
  readonly onBegin: (() => void) | undefined;
  readonly stopListening: () => void;
  timer: TimerHandle | undefined;
  /** Set while it waits for the members there are; null once it has waited long enough for one more. */
  patience: TimerHandle | undefined | null;
}
interface Seat {
  readonly member: PoolMember;
  /** The call that its member works on. */
  call: Pending | undefined;
  at: string | null;
  /** It has answered something. */
  isUp: boolean;
  /** Given up: it is stopped as soon as it can be, and takes no more calls. */
  isLost: boolean;
}

/** Starts members as calls need them, up to its bound; a member stays for further calls. */
export class WorkPool {
  readonly #options: WorkPoolOptions;
  readonly #waiting: Pending[] = [];
  readonly #seats = new Set<Seat>();
  #closed: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(options: WorkPoolOptions) {
    this.#options = options;
  }

  /** Calls that wait for a member. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Calls that are being done. */
  get busyCount(): number {
    return [...this.#seats].filter(({ call }) => call !== undefined).length;
  }

  /** Has a member do it. Rejects with what that threw, or with `toError` of why there is no answer. */
  call(method: string, args: readonly unknown[], options: CallOptions = {}): Promise<unknown> {
    const { waitingMax, timeoutMs, timeFrom, setTimer, toError } = this.#options;
    const { signal, keys = [], onBegin } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(toError({ kind: 'closed' }));
      if (this.#waiting.length >= waitingMax) return reject(toError({ kind: 'full' }));
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const onAbort = (): void => this.#stop(call, () => signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const stopListening = (): void => signal?.removeEventListener('abort', onAbort);
      const call: Pending = {
        method,
        args,
        resolve,
        reject,
        keys,
        onBegin,
        stopListening,
        timer: undefined,
        patience: this.#options.patience === undefined ? null : undefined,
      };
      if (timeFrom === 'call') call.timer = setTimer(timeoutMs, () => this.#giveUp(call));
      this.#waiting.push(call);
      return this.#assign();
    });
  }

  /** Refuses what comes now, waits for what came before and ends the members. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    // Set before anything is awaited, so that no answer is missed.
    while (this.#waiting.length > 0 || this.busyCount > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await Promise.all([...this.#seats].map(endMember));
  }

  /** Gives calls to idle members, and starts members while there may be more. */
  #assign(): void {
    for (;;) {
      const place = this.#nextPlace();
      if (place < 0) return;
      let seat: Seat | undefined;
      try {
        seat = this.#seatFor(this.#waiting[place]!);
      } catch (cause) {
        const [call] = this.#waiting.splice(place, 1);
        this.#leave(call, { kind: 'lost', at: null, cause }, false);
        continue;
      }
      if (seat === undefined) return;
      this.#give(seat, this.#waiting.splice(place, 1)[0]!);
    }
  }

  /** Place of the first call that waits for no other of its keys, which may come before it; or -1. */
  #nextPlace(): number {
    const taken = new Set([...this.#seats].flatMap(({ call }) => call?.keys ?? []));
    return this.#waiting.findIndex(({ keys }) => {
      const isFree = keys.every((key) => !taken.has(key));
      for (const key of keys) taken.add(key);
      return isFree;
    });
  }

  #give(seat: Seat, call: Pending): void {
    const { timeoutMs, timeFrom, setTimer } = this.#options;
    call.patience?.cancel();
    call.onBegin?.();
    seat.call = call;
    seat.at = null;
    seat.member.hold(true);
    if (timeFrom === 'start') call.timer = setTimer(timeoutMs, () => this.#giveUp(call));
    const message: PoolCall = { method: call.method, args: call.args };
    seat.member.port.postMessage(message);
  }

  /** A member that is free, or one more where there may be; undefined: the call has to wait. */
  #seatFor(waiting: Pending): Seat | undefined {
    for (const seat of this.#seats) if (seat.call === undefined && !seat.isLost) return seat;
    if (this.#seats.size >= this.#options.membersMax) return undefined;
    if (this.#seats.size > 0 && waiting.patience !== null) {
      this.#bePatient(waiting);
      return undefined;
    }
    const member = this.#options.start((message) => this.#hear(seat, message as PoolAnswer));
    const seat: Seat = { member, call: undefined, at: null, isUp: false, isLost: false };
    this.#seats.add(seat);
    void member.ended.then((cause) => {
      // Another one takes its place when it is needed.
      this.#seats.delete(seat);
      const { call, at, isUp } = seat;
      seat.call = undefined;
      this.#leave(call, { kind: 'lost', at, cause }, isUp);
      this.#goOn();
    });
    return seat;
  }

  /** Most calls take far less time than a member takes to start. */
  #bePatient(call: Pending): void {
    const { setTimer, patience } = this.#options;
    const isUp = [...this.#seats].some((seat) => seat.isUp);
    const waitMs = (isUp ? patience?.busyMs : patience?.startingMs) ?? 0;
    call.patience ??= setTimer(waitMs, () => {
      call.patience = null;
      this.#assign();
    });
  }

  #hear(seat: Seat, answer: PoolAnswer): void {
    const { call } = seat;
    seat.isUp = true;
    if (call === undefined) return;
    if ('at' in answer) {
      seat.at = answer.at;
      return;
    }
    seat.call = undefined;
    seat.member.hold(false);
    finish(call);
    if (answer.ok) call.resolve(answer.value);
    else call.reject(fromRemoteError(answer.error, this.#options.errors));
    this.#goOn();
  }

  /** The member of a call has ended, or could not begin: then it waits for one that did, where there is patience. */
  #leave(call: Pending | undefined, trouble: PoolTrouble, hasBegun: boolean): void {
    if (call === undefined) return;
    const { patience, timeFrom, toError } = this.#options;
    if (!hasBegun && patience !== undefined && [...this.#seats].some(isAtWork)) {
      if (timeFrom === 'start') call.timer?.cancel();
      call.patience = undefined;
      this.#waiting.unshift(call);
      return;
    }
    finish(call);
    call.reject(toError(trouble));
  }

  #giveUp(call: Pending): void {
    this.#stop(call, (at) => this.#options.toError({ kind: 'late', at }));
  }

  /** Ends a call before its time; whoever else waits goes on. */
  #stop(call: Pending, toReason: (at: string | null) => unknown): void {
    finish(call);
    const place = this.#waiting.indexOf(call);
    if (place >= 0) this.#waiting.splice(place, 1);
    let at: string | null = null;
    for (const seat of this.#seats) {
      if (seat.call !== call) continue;
      at = seat.at;
      seat.call = undefined;
      seat.isLost = true;
      void seat.member.terminate();
    }
    call.reject(toReason(at));
    this.#goOn();
  }

  #goOn(): void {
    this.#assign();
    this.#onIdle?.();
  }
}

const isAtWork = ({ isUp, isLost }: Seat): boolean => isUp && !isLost;

function finish(call: Pending): void {
  call.timer?.cancel();
  call.patience?.cancel();
  call.stopListening();
}

async function endMember({ member }: Seat): Promise<void> {
  member.hold(true);
  member.port.postMessage('close');
  await member.ended;
}
