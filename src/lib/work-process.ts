/**
 * A process of its own for work whose memory is bounded: `dist/threads/<name>.js` again, with a heap of its own. A thread
 * would not do: where native code (a parser, a decoder) meets the bound, V8 ends the whole process and not the thread.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { lowerProcessPriority } from './low-priority.ts';
import { flagsAgainstRegexpFault } from './regexp-fault.ts';
import type { PoolMember } from './work-pool.ts';
import { threadFile } from './worker-thread.ts';

/** What a process finds in its first argument, as JSON. */
export interface ProcessStart<Data> {
  readonly data: Data;
  /** Of the process that started it; without that one it ends. */
  readonly parentPid: number;
}

/** Ended because its heap was full; `memoryMib` is the bound. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
  constructor(readonly memoryMib: number) {
    super(`took more than ${memoryMib} MiB of memory`);
  }
}

export interface ProcessBounds {
  /** Of its heap; what lies outside, such as buffers, is not counted. */
  readonly memoryMib: number;
  /**
   * Of each half of what of its heap is new, V8's own bound (16) unless told: with more of it less is copied that lives
   * as long as one piece of work.
   */
  readonly newMib?: number;
  /** Others go first where processors are few. */
  readonly givesWay?: boolean;
}

/** What of the environment it is given: no setting of the service, and so no secret. */
const environmentNames = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG'];
/** Of what it says last, kept to tell why it ended; characters. */
const lastWordsMax = 4_096;

/**
 * Starts it with `data`, which is plain and small; `onMessage` hears what it sends. It stays in the service's group, by
 * which that tells its own processes from those of runs; it ends with its parent, also where that is killed, and what it
 * waits for itself is ended with it (Linux). Throws when the program was not built.
 */
export function startProcess(
  name: string,
  data: unknown,
  onMessage: (message: unknown) => void,
  { memoryMib, newMib, givesWay = false }: ProcessBounds,
): PoolMember {
  const file = threadFile(name);
  if (!existsSync(file)) throw new Error(`${file} is missing; run: npm run build`);
  const start: ProcessStart<unknown> = { data, parentPid: process.pid };
  const env = Object.fromEntries(
    environmentNames.flatMap((key) => {
      // allowed: what any program needs to find its way
      const value = process.env[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const child = fork(file, [JSON.stringify(start)], {
    env,
    execArgv: [
      ...flagsAgainstRegexpFault(),
      `--max-old-space-size=${memoryMib}`,
      ...(newMib === undefined ? [] : [`--max-semi-space-size=${newMib}`]),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (givesWay) lowerProcessPriority(child.pid);
  const stderr = child.stderr as Socket;
  let lastWords = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-lastWordsMax);
  });
  child.on('message', onMessage);
  const ended = new Promise<Error | null>((resolve) => {
    let failure: Error | null = null;
    // What could not be started, or is gone while something is said to it.
    child.on('error', (error) => {
      failure ??= error;
      if (child.pid === undefined) resolve(error);
    });
    child.once('close', (code, signal) => {
      if (/heap out of memory|Allocation failed/.test(lastWords))
        return resolve(new OutOfMemoryError(memoryMib));
      if (code === 0) return resolve(null);
      const by = signal === null ? `with code ${code}` : `by ${signal}`;
      return resolve(
        new Error(`the process ${name} ended ${by}`, { cause: failure ?? new Error(lastWords) }),
      );
    });
  });
  const apply = (isNeeded: boolean): void => {
    const what = isNeeded ? 'ref' : 'unref';
    child[what]();
    child.channel?.[what]();
    stderr[what]();
  };
  apply(false);
  return {
    port: {
      // Whoever waits for an answer hears of its end; a message that did not reach it says no more.
      postMessage: (message) => void child.send(message as object, () => {}),
    },
    hold: apply,
    ended,
    async terminate() {
      endWithChildren(child);
      await ended;
    },
  };
}

function endWithChildren(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  // The number of one that has ended may be another's by now.
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const children = childrenOf(pid);
  child.kill('SIGKILL');
  for (const one of children) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

/** Of its first thread, which is the one that starts any; none where the system does not tell. */
function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
