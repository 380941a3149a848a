/**
 * The priority of one thread among all that want a processor. Linux keeps it for each thread; elsewhere
 * nothing is changed.
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
