/** The side of a process that works for another: what it hears and says, and the end of both together. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PoolPort } from './serve-pool.ts';
import type { ProcessStart } from './work-process.ts';

/** How often it looks whether its parent is still there; milliseconds. */
const lookMs = 500;

/**
 * The port of a process that `startProcess` has started; to be called once, first of all. From then on the process ends when
 * its parent does, whatever it works on.
 */
export function openProcessPort<Data>(): { readonly port: PoolPort; readonly data: Data } {
  // allowed: how whoever starts it tells it what it is for
  const { data, parentPid } = JSON.parse(process.argv[2] ?? '{}') as ProcessStart<Data>;
  endWith(parentPid);
  takeTheBlame();
  const port: PoolPort = {
    on: (_, listener) => process.on('message', listener),
    postMessage: (message) => void process.send?.(message, undefined, undefined, () => {}),
    // Not within the message that asks for it: Node still hands out what came before there was a listener.
    close: () => void setImmediate(() => process.disconnect()),
  };
  return { port, data };
}

function endWith(parentPid: number): void {
  process.once('disconnect', () => process.exit());
  // Sent to the whole group: the service finishes what it has begun, with this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  // In a thread: the process may be in the middle of work that lets nothing else happen.
  const look = `
    if (process.ppid === ${parentPid}) return;
    let text = '';
    try { text = require('node:fs').readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8'); } catch {}
    for (const pid of text.split(' ').filter(Boolean)) try { process.kill(Number(pid), 'SIGKILL'); } catch {}
    process.kill(process.pid, 'SIGKILL');`;
  // allowed: it watches real processes, in real time
  const watch = `setInterval(() => { ${look} }, ${lookMs})`;
  new Worker(watch, { eval: true }).unref();
}

/** Where the machine has no memory left, Linux ends this process rather than the service. */
function takeTheBlame(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Another system, or one that does not let it.
  }
}
