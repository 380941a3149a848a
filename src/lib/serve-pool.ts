/** The side of a thread that belongs to a pool: does the calls that come over its port, and says what came of each. */
import type { MessagePort } from 'node:worker_threads';
import { toRemoteError } from './remote-error.ts';
import type { PoolAnswer, PoolCall } from './thread-pool.ts';

/** `answer` does one call; what it throws reaches whoever called. `end` is for what the thread holds when it goes. */
export function servePool(
  port: MessagePort,
  answer: (call: PoolCall) => unknown,
  end: () => void = () => {},
): void {
  const reply = async (call: PoolCall): Promise<PoolAnswer> => {
    try {
      return { ok: true, value: await answer(call) };
    } catch (error) {
      return { ok: false, error: toRemoteError(error) };
    }
  };
  port.on('message', (message: PoolCall | 'close') => {
    if (message !== 'close') {
      void reply(message).then((told) => port.postMessage(told));
      return;
    }
    end();
    port.close();
  });
}
