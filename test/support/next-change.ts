/** Waiting for what a service of this process commits, since looking is work for the service, too. */
import type { App } from '../../src/app/app.ts';

/** Called at the next commit of any service of this process. */
const waiting = new Set<() => void>();
/** Real milliseconds that a commit is given to be followed by others before somebody looks. */
const settleMs = 5;

/** From now on a commit of either half of `app` ends the waiting. */
export function noticeCommits(app: App): void {
  const wakeWaiting = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  for (const part of [app.control, app.gate]) part?.host.onCommit(wakeWaiting);
}

/** Resolves a little after the next commit, and after `pauseMs` at the latest. */
export function nextChange(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    const wake = (): void => {
      clearTimeout(timer);
      setTimeout(end, settleMs);
    };
    waiting.add(wake);
  });
}
