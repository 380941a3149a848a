/**
 * The threads that read: a call is refused as overloaded where it would wait too long. Calls for the same that wait
 * are one: what is read after both were made is as new to the first as to the second.
 */
import { ServiceError } from '../../../domain/errors.ts';
import { type PoolTrouble, WorkPool, type WorkPoolOptions } from '../../../lib/work-pool.ts';
import { findStoreTrouble } from '../../ports/store-trouble.ts';

/** `timeoutMs` is from the call to its answer. */
export type ReadPoolOptions = Omit<WorkPoolOptions, 'timeFrom' | 'toError'>;

/** Calls methods of the reader by name, in whichever thread is free. */
export interface ReadPool {
  /**
   * Runs a method of the reader. Rejects with what it threw; with `overloaded` where too much waits
   * or it took too long; where its thread died, with what kept it from the store, or
   * else with `internal`, which may be tried again.
   */
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  /** Refuses what comes now, waits for what came before and ends the threads. */
  close(): Promise<void>;
}

/** A pool without threads yet: they start when a call needs them, `membersMax` of them at most. */
export function createReadPool(options: ReadPoolOptions): ReadPool {
  const { waitingMax, timeoutMs } = options;
  const toError = (trouble: PoolTrouble): Error => {
    switch (trouble.kind) {
      case 'closed':
        return new Error('the store is closed');
      case 'full':
        return new ServiceError('overloaded', `${waitingMax} reads wait already; try again.`);
      case 'late':
        return new ServiceError(
          'overloaded',
          `The read took over ${timeoutMs / 1000} s; try again.`,
        );
      case 'lost': {
        // Whoever asked hears of the store and not of the thread that could not open it.
        if (trouble.cause instanceof Error && findStoreTrouble(trouble.cause) !== null)
          return trouble.cause;
        const why = trouble.cause instanceof Error ? trouble.cause.message : 'it ended by itself';
        const detail = `The thread that should read this is gone (${why}); try again.`;
        return new ServiceError('internal', detail, {}, { cause: trouble.cause });
      }
    }
  };
  const threads = new WorkPool({ ...options, timeFrom: 'call', toError });
  return { call: shareWaiting(threads), close: () => threads.close() };
}

/** The answers are shared, too: nobody may change one. */
function shareWaiting(threads: WorkPool): ReadPool['call'] {
  const waiting = new Map<string, Promise<unknown>>();
  return (method, args) => {
    const key = JSON.stringify([method, args]);
    const same = waiting.get(key);
    if (same !== undefined) return same;
    let waits = true;
    const onBegin = (): void => {
      waits = false;
      waiting.delete(key);
    };
    const answer = threads.call(method, args, { onBegin });
    if (waits) waiting.set(key, answer);
    // One that was never begun.
    answer.catch(() => {
      if (waiting.get(key) === answer) waiting.delete(key);
    });
    return answer;
  };
}
