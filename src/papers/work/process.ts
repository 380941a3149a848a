/** A process that works on papers, one job at a time. It says which file it is at. */
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { ServiceError } from '../../domain/errors.ts';
import { openProcessPort } from '../../lib/process-port.ts';
import { servePool } from '../../lib/serve-pool.ts';
import type { PoolAnswer, PoolCall } from '../../lib/work-pool.ts';
import { engineFlags } from './engine-flags.ts';
import { jobs } from './jobs.ts';
import type { PaperRig } from './rig.ts';
import { onWorkingOn } from './working-on.ts';

const { port, data: rig } = openProcessPort<PaperRig | null>();
for (const flag of engineFlags(process.versions.v8)) setFlagsFromString(flag);
const byName = jobs as unknown as Readonly<
  Record<string, (...args: readonly unknown[]) => Promise<unknown>>
>;

const nowhere = 'the files of the paper';
let at = nowhere;
onWorkingOn((file) => {
  if (file === at) return;
  at = file;
  const message: PoolAnswer = { at };
  port.postMessage(message);
});

async function answer({ method, args }: PoolCall): Promise<unknown> {
  // Whoever asks hears of each file that its own job comes to, also where the one before it ended there.
  at = nowhere;
  try {
    if (rig !== null && method !== 'recover') standStill(rig);
    return await byName[method]?.(...args);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error;
  }
}

/** As endless work would: nothing else happens in this process. */
function standStill({ holdFile }: PaperRig): void {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  while (existsSync(holdFile)) Atomics.wait(nothing, 0, 0, 10);
}

/** The same text would end the same way again. */
function tooDeep(error: RangeError): ServiceError {
  return new ServiceError(
    'paper_too_large',
    `${at} cannot be worked on (${error.message}): it is nested too deeply or too long; make it smaller, then ask again.`,
    { file: at, bound: 'depth' },
    { cause: error },
  );
}

servePool(port, answer);
