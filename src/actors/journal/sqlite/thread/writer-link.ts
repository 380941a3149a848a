/**
 * The main thread's end of the line to the journal's writer. Two messages with turns are under way at a
 * time; what is committed meanwhile goes together in the next. Nobody waits for a thread that is gone.
 */
import { receiveMessageOnPort } from 'node:worker_threads';
import { InvariantError } from '../../../../lib/assert.ts';
import {
  type ErrorMakers,
  fromRemoteError,
  type RemoteError,
} from '../../../../lib/remote-error.ts';
import { Sqlite } from '../../../../lib/sqlite.ts';
import type { Thread } from '../../../../lib/worker-thread.ts';
import type { TurnRecord, TurnResult } from '../../port.ts';
import { takeBatches } from '../../take-batches.ts';
import type { ChoreAnswer, ChoreRequest } from './messages.ts';
import { readResults } from './result-wire.ts';
import { type Wire, WireReader, writeBatch } from './turn-wire.ts';

/** Messages with turns under way: while one is written, the next one is there already. */
const messagesMax = 2;
/** Turns sent in one message, unless a single batch has more. */
const messageTurnsMax = 1024;

/** Classes of the errors that the writer sends. */
const writerErrors: ErrorMakers = {
  SqliteError: (message, { code }) => new Sqlite.SqliteError(message, String(code)),
  InvariantError: (message) => new InvariantError(message),
  TypeError: (message) => new TypeError(message),
};

interface Batch {
  readonly turns: readonly TurnRecord[];
  readonly resolve: (results: readonly TurnResult[]) => void;
  readonly reject: (error: Error) => void;
  /** True for the last batch of its message. */
  isLast: boolean;
}
interface Chore {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread that runs `serveJournal`. */
export type StartWriter = (onMessage: (message: unknown) => void) => Thread;

/** One writer, from its start to its end. */
export class WriterLink {
  readonly #thread: Thread;
  /** Not yet sent. */
  readonly #waiting: Batch[] = [];
  /** Sent and not yet answered, in order. */
  readonly #sent: Batch[] = [];
  readonly #chores = new Map<number, Chore>();
  #messages = 0;
  #choreIds = 0;
  #failure: Error | undefined;
  #closed: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(start: StartWriter, onEnd: ((error: Error) => void) | undefined) {
    this.#thread = start((message) => this.#hear(message as Wire | ChoreAnswer));
    void this.#thread.ended.then((error) => {
      const failure = error ?? new Error("the journal's writer ended by itself");
      this.#fail(failure);
      if (this.#closed === undefined) onEnd?.(failure);
    });
  }

  async commit(turns: readonly TurnRecord[]): Promise<readonly TurnResult[]> {
    if (turns.length === 0) return [];
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ turns, resolve, reject, isLast: false });
      this.#send();
    });
  }

  request(chore: string, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#choreIds += 1;
      const request: ChoreRequest = { id: this.#choreIds, chore, input };
      this.#thread.port.postMessage(request);
      this.#chores.set(request.id, { resolve, reject });
      this.#thread.hold(true);
    });
  }

  /** Refuses what comes now, waits for what came before, calls `before` and ends the thread. */
  close(before: () => void): Promise<void> {
    this.#closed ??= this.#close(before);
    return this.#closed;
  }

  async #close(before: () => void): Promise<void> {
    const isBroken = this.#failure !== undefined;
    this.#failure ??= new Error('the journal is closed');
    if (!isBroken && !this.#isIdle()) {
      // Whoever stops does not wait for another process to give the write lock back.
      this.#thread.port.postMessage('hurry');
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    before();
    this.#thread.hold(true);
    this.#thread.port.postMessage('close');
    await this.#thread.ended;
  }

  #isIdle(): boolean {
    return this.#sent.length === 0 && this.#waiting.length === 0 && this.#chores.size === 0;
  }

  #send(): void {
    while (this.#messages < messagesMax && this.#waiting.length > 0) {
      const batches = takeBatches(this.#waiting, messageTurnsMax);
      const wire: Wire = [];
      for (const { turns } of batches) writeBatch(wire, turns);
      batches.at(-1)!.isLast = true;
      this.#thread.port.postMessage(wire);
      this.#sent.push(...batches);
      this.#messages += 1;
      this.#thread.hold(true);
    }
  }

  #hear(message: Wire | ChoreAnswer): void {
    if (Array.isArray(message)) this.#hearResults(new WireReader(message));
    else this.#hearChore(message);
    this.#settle();
  }

  #hearResults(wire: WireReader): void {
    while (!wire.isAtEnd) {
      const outcome = wire.next<true | RemoteError>();
      const { turns, resolve, reject, isLast } = this.#sent.shift()!;
      if (isLast) this.#messages -= 1;
      if (outcome === true) resolve(readResults(wire, turns));
      else reject(fromRemoteError(outcome, writerErrors));
    }
    this.#send();
  }

  #hearChore(answer: ChoreAnswer): void {
    const chore = this.#chores.get(answer.id);
    this.#chores.delete(answer.id);
    if (answer.ok) chore?.resolve(answer.value);
    else chore?.reject(fromRemoteError(answer.error, writerErrors));
  }

  #settle(): void {
    if (!this.#isIdle()) return;
    this.#thread.hold(this.#closed !== undefined);
    this.#onIdle?.();
  }

  /** The thread is gone. What it said before counts. */
  #fail(failure: Error): void {
    for (
      let last = receiveMessageOnPort(this.#thread.port);
      last !== undefined;
      last = receiveMessageOnPort(this.#thread.port)
    ) {
      this.#hear(last.message as Wire | ChoreAnswer);
    }
    this.#failure ??= failure;
    for (const { reject } of [...this.#sent.splice(0), ...this.#waiting.splice(0)]) reject(failure);
    for (const { reject } of this.#chores.values()) reject(failure);
    this.#chores.clear();
    this.#settle();
  }
}
