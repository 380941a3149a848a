/** SQLite's quick check of a whole file, in a thread of its own that ends with it. */

import { fromRemoteError } from '../../../lib/remote-error.ts';
import type { PoolAnswer, PoolCall } from '../../../lib/thread-pool.ts';
import type { Thread } from '../../../lib/worker-thread.ts';

type Answer = Extract<PoolAnswer, { readonly ok: boolean }>;

interface StoreCheck {
  /** Null when the file is sound, else the first thing that is wrong. Rejects when it was stopped. */
  run(): Promise<string | null>;
  /** Ends the thread wherever it is. */
  stop(): Promise<void>;
}

/** `start` starts a thread that reads the store. */
export function createStoreCheck(
  start: (onMessage: (message: unknown) => void) => Thread,
): StoreCheck {
  let thread: Thread | undefined;
  return {
    async run() {
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
