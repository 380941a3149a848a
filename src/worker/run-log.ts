/** Reading an agent's log in bounded pieces. */
import { join } from 'node:path';
import { limits } from '../domain/limits.ts';
import type { GateRun } from '../domain/records.ts';
import { readRegularFile } from './files.ts';
import { resolveRunPaths, runFiles } from './run-paths.ts';
import { dropTornCharacter } from './text.ts';

export interface LogPiece {
  readonly text: string;
  /** Byte offset of the first byte. */
  readonly offset: number;
  readonly nextOffset: number;
  readonly sizeBytes: number;
}

/** Bytes of the log shown with a run's detail. */
export const logTailBytes = 16 * 1024;

/**
 * Up to `maxBytes` from `offset` (negative: that many bytes from the end). A missing log is empty.
 * Never ends within a character, unless the log itself does and nothing more can come.
 */
export async function readRunLog(
  projectRoot: string,
  run: GateRun,
  options: { offset: number; maxBytes: number },
): Promise<LogPiece> {
  const maxBytes = Math.min(options.maxBytes, limits.logReadBytesMax);
  const { offset } = options;
  const slice =
    run.project_dir === ''
      ? undefined
      : await readRegularFile(
          join(resolveRunPaths(projectRoot, run).runDir, runFiles.log),
          maxBytes,
          offset,
        );
  if (slice === undefined) return { text: '', offset: 0, nextOffset: 0, sizeBytes: 0 };
  const start = offset < 0 ? Math.max(0, slice.sizeBytes + offset) : offset;
  const whole = dropTornCharacter(slice.data);
  const data = whole.length === 0 ? slice.data : whole;
  return {
    text: data.toString('utf8'),
    offset: start,
    nextOffset: start + data.length,
    sizeBytes: slice.sizeBytes,
  };
}
