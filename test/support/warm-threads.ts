/**
 * Threads of stores, handed from one store of a process of tests to the next: a fresh one takes most of a tenth of a second of
 * a processor before it does anything. Only what was told to close and then let go of its port is handed on.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import {
  holdThread,
  type StartThread,
  type Thread,
  threadFile,
} from '../../src/lib/worker-thread.ts';
import { packageRoot } from './service-config.ts';

/** Modules are never forgotten: so many runs take some 20 MB. */
const runsMax = 40;

interface Warm {
  readonly worker: Worker;
  runs: number;
  /** Called when the one that runs in it has let go of its port. */
  over: () => void;
  /** Called when the thread itself has ended. */
  gone: (error: Error) => void;
}

const deaf = (): void => {};
const idle: Warm[] = [];

function startWarm(): Warm {
  const worker = new Worker(join(packageRoot, 'test', 'support', 'thread-host.mjs'));
  const warm: Warm = { worker, runs: 0, over: deaf, gone: deaf };
  let failure: Error | undefined;
  worker.on('message', () => warm.over());
  worker.once('error', (error: Error) => {
    failure = error;
  });
  worker.once('exit', (code) => {
    const place = idle.indexOf(warm);
    if (place >= 0) idle.splice(place, 1);
    warm.gone(failure ?? new Error(`the thread ended with code ${code}`));
  });
  return warm;
}

/** As `startThread`, in one that is free, or in another. */
export const borrowThread: StartThread = (name, data, onMessage): Thread => {
  const warm = idle.pop() ?? startWarm();
  const { worker } = warm;
  warm.runs += 1;
  const { port1: port, port2 } = new MessageChannel();
  const ended = new Promise<Error | null>((resolve) => {
    warm.gone = resolve;
    const isOver = new Promise<void>((over) => {
      warm.over = over;
    });
    // All that it said has been heard by then. Within the event itself Node cannot look for more: it crashes.
    const isSilent = new Promise((silent) => port.once('close', () => setImmediate(silent)));
    void Promise.all([isOver, isSilent]).then(() => {
      worker.unref();
      if (warm.runs < runsMax) idle.push(warm);
      else void worker.terminate();
      resolve(null);
    });
  });
  const url = pathToFileURL(threadFile(name)).href;
  worker.postMessage({ url, workerData: { port: port2, data } }, [port2]);
  port.on('message', onMessage);
  return holdThread(worker, port, ended);
};
