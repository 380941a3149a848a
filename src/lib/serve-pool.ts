/** The side of a thread or process that belongs to a pool: does the calls that come over its port, and says what came of each. */
import { toRemoteError } from './remote-error.ts';
import type { PoolAnswer, PoolCall } from './work-pool.ts';

/** What a member of a pool hears and says. */
export interface PoolPort {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  postMessage(message: unknown): void;
  close(): void;
}

/** `answer` does one call; what it throws reaches whoever called. `end` is for what the member holds when it goes. */
export function servePool(
  port: PoolPort,
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
  port.on('message', (message) => {
    if (message !== 'close') {
      void reply(message as PoolCall).then((told) => port.postMessage(told));
      return;
    }
    end();
    port.close();
  });
}
