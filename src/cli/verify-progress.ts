/** Says now and then how far long work has come, on the error output: the report stays clean. */
import { systemClock } from '../lib/clock.ts';
import type { Progress } from '../store/sqlite/proof/notes.ts';

const firstMs = 2_000;
const everyMs = 5_000;

/** Silent for work that is over soon. */
export function createProgress(name: string, say: (line: string) => void): Progress {
  let nextMs = systemClock.monotonic() + firstMs;
  return (what, done, total) => {
    const nowMs = systemClock.monotonic();
    if (nowMs < nextMs) return;
    nextMs = nowMs + everyMs;
    const far = done === 0 ? '' : total === null ? `, ${done}` : `, ${done} of ${total}`;
    say(`${name}: ${what}${far} …`);
  };
}
