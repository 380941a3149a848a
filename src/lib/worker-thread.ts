/**
 * A thread of this program: a bundle of its own below `dist/threads/`, reached over one message
 * port. It keeps the process alive only while somebody waits for it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import { findPackageRoot } from './package-root.ts';

/** What a thread finds in `workerData`. */
export interface ThreadData<Data> {
  readonly port: MessagePort;
  readonly data: Data;
}

/** A thread as the side that started it sees it; `startThread` makes one for a pool or a store. */
export interface Thread {
  /** Of this side. */
  readonly port: MessagePort;
  /** Whether the process stays alive for it; false at first. */
  hold(isNeeded: boolean): void;
  /** Resolves once the thread has ended, with what ended it; null when it went by itself. */
  readonly ended: Promise<Error | null>;
  /** Stops it wherever it is. */
  terminate(): Promise<void>;
}

/** Path of a thread's bundle, wherever the bundler has put this module. */
export const threadFile = (name: string): string =>
  join(findPackageRoot(import.meta.url), 'dist', 'threads', `${name}.js`);

/** As `startThread`, which production uses. */
export type StartThread = typeof startThread;

/**
 * Starts `dist/threads/<name>.js` with a clone of `data`; `onMessage` hears what it sends. `resourceLimits` give it more
 * memory than a thread has otherwise; work that is to end at a bound needs `startProcess`, since native code that meets
 * the bound of a thread ends the whole process. Throws when the program was not built.
 */
export function startThread(
  name: string,
  data: unknown,
  onMessage: (message: unknown) => void,
  resourceLimits: ResourceLimits = {},
): Thread {
  const file = threadFile(name);
  if (!existsSync(file)) throw new Error(`${file} is missing; run: npm run build`);
  const { port1: port, port2 } = new MessageChannel();
  const workerData: ThreadData<unknown> = { port: port2, data };
  const worker = new Worker(file, { workerData, transferList: [port2], name, resourceLimits });
  const ended = new Promise<Error | null>((resolve) => {
    let failure: Error | null = null;
    worker.once('error', (error: unknown) => {
      failure = error instanceof Error ? error : ofAnotherThread(name, error);
    });
    worker.once('exit', (code) => {
      const fell = code === 0 ? null : new Error(`the thread ${name} ended with code ${code}`);
      resolve(failure ?? fell);
    });
  });
  port.on('message', onMessage);
  return holdThread(worker, port, ended);
}

/** Some errors of native code lose class and message on their way here, and keep their code. */
function ofAnotherThread(name: string, error: unknown): Error {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string'
    ? Object.assign(new Error(`the thread ${name} failed (${code})`), { code })
    : new Error(`the thread ${name} failed`);
}

/** The thread of `worker`; it does not keep the process alive until it is told to. */
export function holdThread(
  worker: Worker,
  port: MessagePort,
  ended: Promise<Error | null>,
): Thread {
  let isNeeded = false;
  const apply = (): void => {
    for (const held of [worker, port]) {
      if (isNeeded) held.ref();
      else held.unref();
    }
  };
  apply();
  return {
    port,
    hold(wanted) {
      if (wanted === isNeeded) return;
      isNeeded = wanted;
      apply();
    },
    ended,
    async terminate() {
      await worker.terminate();
    },
  };
}
