/** SQLite's quick check of a whole file: of a large one in a thread of its own that ends with it. */

import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { messageOfError } from '../../../lib/describe-error.ts';
import { fromRemoteError } from '../../../lib/remote-error.ts';
import type { PoolAnswer, PoolCall } from '../../../lib/work-pool.ts';
import type { Thread } from '../../../lib/worker-thread.ts';
import { findDamage } from '../find-damage.ts';

type Answer = Extract<PoolAnswer, { readonly ok: boolean }>;

interface StoreCheck {
  /** Null when the file is sound, else the first thing that is wrong. Rejects when it was stopped. */
  run(): Promise<string | null>;
  /** Ends the thread wherever it is. */
  stop(): Promise<void>;
}

interface CheckOptions {
  /** On the file, of this thread. */
  readonly db: Database;
  /** Starts a thread that reads the store. */
  readonly start: (onMessage: (message: unknown) => void) => Thread;
}

/** Up to here a file is checked on the spot, bytes: it takes some 20 ms, and a thread far longer to start. */
export const checkInlineBytesMax = 4 * 2 ** 20;

/** Nothing is read before `run`. */
export function createStoreCheck({ db, start }: CheckOptions): StoreCheck {
  let thread: Thread | undefined;
  return {
    async run() {
      if (statSync(db.name).size <= checkInlineBytesMax) return checkHere(db);
      const answer = await new Promise<Answer>((resolve, reject) => {
        const started = start((message) => resolve(message as Answer));
        thread = started;
        void started.ended.then((error) => reject(error ?? new Error('the check was stopped')));
        const call: PoolCall = { method: 'quickCheck', args: [] };
        started.port.postMessage(call);
      });
      thread?.port.postMessage('close');
      if (answer.ok) return answer.value as string | null;
      return fromRemoteError(answer.error).message;
    },
    async stop() {
      await thread?.terminate();
    },
  };
}

function checkHere(db: Database): string | null {
  try {
    return findDamage(db, 'quick_check');
  } catch (error) {
    return messageOfError(error);
  }
}
