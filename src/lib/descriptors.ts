/** File descriptors of this process: how many there may be, and how many there are. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** The bound is the soft limit, read once; a process that changes its own later is not followed. */
export interface Descriptors {
  readonly max: number;
  /** Those that are open now; `max` where not even this can be looked at. */
  used(): number;
}

/** Null where the system does not tell, or sets no bound. */
export function createDescriptors(): Descriptors | null {
  const max = readMax();
  if (max === null) return null;
  return {
    max,
    used() {
      try {
        // One of them is the folder that is read.
        return readdirSync('/proc/self/fd').length - 1;
      } catch {
        return max;
      }
    },
  };
}

function readMax(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
