/**
 * The claim with the highest fencing number that a worker has seen for each project. One that was superseded while
 * its dispatch was under way carries a smaller number and is refused, and so is another run with the same number:
 * a store counts each claim, so one that gives a number twice does not know of the first, as after a backup was restored. Kept in the worker's state
 * folder, out of reach of the agent's project folder.
 */
import { join } from 'node:path';
import { readJsonObject } from '../files.ts';
import type { GateFiles } from '../ports.ts';

/** The newest claim of a project that was let in here. */
interface Claim {
  readonly fencing: number;
  /** Null: written by a version that did not keep it. */
  readonly runId: string | null;
}

/** Newest claim by project; its number only grows, also over restarts. */
export interface FencingLedger {
  /** Null for a project never seen. */
  newest(projectId: string): Promise<Claim | null>;
  /** Keeps it, unless one with a larger number is there. */
  raise(
    projectId: string,
    claim: { readonly fencing: number; readonly runId: string },
  ): Promise<void>;
}

const ledgerBytesMax = 4096;

/** One small file per project under `stateDir/fencing`. */
export function createFencingLedger(options: {
  stateDir: string;
  files: Pick<GateFiles, 'read' | 'write'>;
}): FencingLedger {
  const fileOf = (projectId: string): string =>
    join(options.stateDir, 'fencing', `${projectId}.json`);
  const newest = async (projectId: string): Promise<Claim | null> => {
    const stored = await readJsonObject(fileOf(projectId), ledgerBytesMax, options.files);
    if (typeof stored?.fencing !== 'number') return null;
    const { fencing, run_id: runId } = stored;
    return { fencing, runId: typeof runId === 'string' ? runId : null };
  };
  return {
    newest,
    async raise(projectId, { fencing, runId }) {
      const known = await newest(projectId);
      if (known !== null && known.fencing > fencing) return;
      if (known?.fencing === fencing && known.runId === runId) return;
      const text = `${JSON.stringify({ fencing, run_id: runId })}\n`;
      await options.files.write(fileOf(projectId), text);
    },
  };
}
