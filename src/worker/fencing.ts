/**
 * The highest fencing number a worker has seen for each project. A claim that was superseded while
 * its dispatch was under way carries a smaller number and is refused. Kept in the worker's state
 * folder, out of reach of the agent's project folder.
 */
import { join } from 'node:path';
import { readJsonObject } from './files.ts';
import type { GateFiles } from './ports.ts';

/** Highest number by project; it only grows, also over restarts. */
export interface FencingLedger {
  /** 0 for a project never seen. */
  highest(projectId: string): Promise<number>;
  /** Keeps the larger of the stored and the given number. */
  raise(projectId: string, fencing: number): Promise<void>;
}

const ledgerBytesMax = 4096;

/** One small file per project under `stateDir/fencing`. */
export function createFencingLedger(options: {
  stateDir: string;
  files: Pick<GateFiles, 'read' | 'write'>;
}): FencingLedger {
  const fileOf = (projectId: string): string =>
    join(options.stateDir, 'fencing', `${projectId}.json`);
  const highest = async (projectId: string): Promise<number> => {
    const stored = await readJsonObject(fileOf(projectId), ledgerBytesMax, options.files);
    return typeof stored?.fencing === 'number' ? stored.fencing : 0;
  };
  return {
    highest,
    async raise(projectId, fencing) {
      if (fencing <= (await highest(projectId))) return;
      await options.files.write(fileOf(projectId), `${JSON.stringify({ fencing })}\n`);
    },
  };
}
