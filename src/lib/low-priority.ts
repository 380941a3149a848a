/**
 * The priority of a thread or a child process among all that want a processor. Linux keeps it for each thread;
 * elsewhere that of a thread is not changed.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets others go first where processors are few: for threads whose work nobody waits for by the
 * millisecond. False where that cannot be had, which costs nothing but time.
 */
export function lowerThreadPriority(): boolean {
  try {
    // The link names the thread that reads it, as PID/task/TID.
    const threadId = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
    return true;
  } catch {
    return false;
  }
}

/** The same for a process that was just started, and what it starts; one that has ended is left alone. */
export function lowerProcessPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or this system has no priorities.
  }
}
