/**
 * The one who writes: batches in the order of the calls, those that come while a group is under way
 * together in the next. A server that is away is waited for, and a commit whose answer was lost is
 * looked up before anything is done again.
 */
import type pg from 'pg';
import { backOffDelayMs } from '../../../lib/back-off.ts';
import type { Clock, TimerHandle } from '../../../lib/clock.ts';
import type { Entropy } from '../../../lib/ids.ts';
import type { CommitFailure, TurnRecord, TurnResult } from '../port.ts';
import { takeBatches } from '../take-batches.ts';
import { endConnection } from './connect.ts';
import {
  brokenUniqueRule,
  FencedError,
  inWords,
  isLostConnection,
  isWorthRepeating,
  PostgresUnavailableError,
} from './errors.ts';
import { holdsNul, noNulInNames } from './nul.ts';
import { attemptGroup, type GroupResults, isWritten, type WriterIdentity } from './transaction.ts';

/** What a writer is given. */
export interface WriterOptions {
  readonly identity: WriterIdentity;
  /** The connection to begin with. */
  readonly client: pg.Client;
  readonly connect: () => Promise<pg.Client>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** How long turns wait for a server that is away, ms. */
  readonly patienceMs: number;
  /** Told, in words, that turns wait for the server, and (null) that they go on. */
  readonly onTrouble: (trouble: string | null) => void;
}

/** Most turns in one transaction, unless a single batch has more. */
const groupTurnsMax = 1024;
/** How often a group is done again that met others, and not a server that is away. */
const racesMax = 20;
const pauses = { baseMs: 10, maxMs: 1_000, factor: 2 } as const;

interface Batch {
  readonly turns: readonly TurnRecord[];
  readonly resolve: (results: readonly TurnResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Commits groups on one connection, and on another one when that is lost. */
export class PostgresWriter {
  readonly #options: WriterOptions;
  #client: pg.Client | null;
  #waiting: Batch[] = [];
  #groups = 0;
  /** Numbers of which one is that of the last group written; more than one while it is not known whether some were. */
  #last: readonly number[] | null = null;
  /** Once set, nothing is written any more. */
  #failure: FencedError | undefined;
  #pause: { readonly timer: TimerHandle; readonly end: () => void } | null = null;
  #isClosing = false;
  #work: Promise<void> | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#client = options.client;
  }

  /** As the port has it. Rejects when the server stays away, and for good once another has taken over. */
  async commit(turns: readonly TurnRecord[]): Promise<readonly TurnResult[]> {
    if (turns.length === 0) return [];
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#isClosing) throw new Error('the journal is closed');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ turns, resolve, reject });
      this.#work ??= this.#writeAll();
    });
  }

  /** Refuses what comes now and writes what came before, without waiting for a server that is away. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#pause?.end();
    await this.#work;
    if (this.#client !== null) await this.#client.end().catch(() => {});
    this.#client = null;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batches = takeBatches(this.#waiting, groupTurnsMax);
      try {
        const results = await this.#write(batches.map(({ turns }) => turns));
        for (const [index, { resolve }] of batches.entries()) resolve(results[index] ?? []);
      } catch (error) {
        if (error instanceof FencedError) this.#failure = error;
        // What was decided upon turns that are not written is not written either.
        const later = isLost(error) ? this.#waiting.splice(0) : [];
        for (const { reject } of [...batches, ...later]) reject(error);
      }
    }
    this.#work = null;
  }

  async #write(batches: readonly (readonly TurnRecord[])[]): Promise<GroupResults> {
    const { identity, clock } = this.#options;
    const refused = new Map<number, CommitFailure>();
    for (const [index, turn] of batches.flat().entries()) {
      if (holdsNul(turn)) refused.set(index, { reason: 'constraint', constraint: noNulInNames });
    }
    this.#groups += 1;
    const group = { number: this.#groups, batches, refused, after: this.#last };
    const sinceMs = clock.monotonic();
    /** What everybody is told if the commit under way was made. */
    let decided: GroupResults | null = null;
    let races = 0;
    let told: string | null = null;
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#client ??= await this.#options.connect();
        const isDone = decided !== null && (await isWritten(this.#client, identity, group.number));
        if (!isDone) decided = null;
        const results = isDone
          ? decided
          : await attemptGroup(this.#client, identity, group, (plan) => {
              decided = plan;
            });
        if (told !== null) this.#options.onTrouble(null);
        told = null;
        if (results !== undefined && results !== null) {
          if (decided !== null) this.#last = [group.number];
          return results;
        }
      } catch (error) {
        if (isLostConnection(error)) {
          this.#drop();
          const isTooLong = clock.monotonic() - sinceMs >= this.#options.patienceMs;
          const trouble = new PostgresUnavailableError(error);
          if (this.#isClosing || isTooLong) {
            if (decided !== null) this.#last = this.#last && [...this.#last, group.number];
            throw trouble;
          }
          if (trouble.message !== told) this.#options.onTrouble(trouble.message);
          told = trouble.message;
        } else {
          // A key that is taken: another writer was there between the look and the write.
          const isRace = isWorthRepeating(error) || brokenUniqueRule(error) !== undefined;
          races += 1;
          if (!isRace || races > racesMax || this.#isClosing) throw inWords(error);
        }
        await this.#wait(attempt);
      }
    }
  }

  #drop(): void {
    if (this.#client !== null) endConnection(this.#client);
    this.#client = null;
  }

  #wait(attempt: number): Promise<void> {
    const { clock, entropy } = this.#options;
    return new Promise((resolve) => {
      const end = (): void => {
        this.#pause?.timer.cancel();
        this.#pause = null;
        resolve();
      };
      const delayMs = backOffDelayMs(pauses, attempt, entropy.random());
      this.#pause = { timer: clock.setTimer(delayMs, end), end };
    });
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof FencedError || error instanceof PostgresUnavailableError;
