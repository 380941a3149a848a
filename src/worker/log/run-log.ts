/**
 * The logs of runs: read in bounded pieces, and kept within their bound. Both for one run happen one
 * after the other, so that nobody reads what is just being dropped.
 */
import { join } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { GateRun } from '../../domain/records.ts';
import type { Entropy } from '../../lib/ids.ts';
import { resolveRunPaths, runFiles } from '../../worker-wire/run-paths.ts';
import { diskReads } from '../files.ts';
import { hasFlooded } from '../start/script-record.ts';
import { boundLog, finishEmptying, type LogBounds } from './log-bound.ts';
import { openCopy } from './log-copy.ts';
import { openRegularFile } from './log-file.ts';
import { layoutOf, recordOf } from './log-layout.ts';
import { createLogRecords, type LogRecord } from './log-record.ts';
import { type PunchHole, punchHole } from './punch-hole.ts';
import { cutPiece } from './text.ts';

/** What one read gives. No text and no problem: nothing was written there so far. */
export interface LogPiece {
  readonly text: string;
  /** Byte offset of the first byte; later than asked for when that part was dropped. */
  readonly offset: number;
  readonly nextOffset: number;
  /** Size of the whole log, with what was dropped. */
  readonly sizeBytes: number;
  /** Set when the piece asked for begins in the part that was dropped; reading goes on after it. */
  readonly dropped: { readonly from: number; readonly to: number } | null;
  /** Why there is nothing to read where something should be. */
  readonly problem: string | null;
  /** How the log is kept within its bound; null while it never had to be. */
  readonly bounded: Pick<LogRecord, 'method' | 'reason'> | null;
}

type RunPlace = Pick<GateRun, 'run_id' | 'project_dir'>;

/** Reading and bounding; a path outside the project root is an answer with `problem`, not an error. */
export interface RunLogs {
  /**
   * Up to `maxBytes` from `offset` (negative: that many bytes from the end). A piece never ends
   * within a character, unless nothing more can come: `isFinal` says that the run is over.
   */
  read(
    run: RunPlace,
    options: { readonly offset: number; readonly maxBytes: number; readonly isFinal: boolean },
  ): Promise<LogPiece>;
  /** Drops the middle of a log that has outgrown its bound. Says what stood in the way, or null. */
  bound(run: RunPlace): Promise<string | null>;
}

interface RunLogsOptions {
  readonly projectRoot: string;
  /** Folder of the gate's own for what is known and kept of logs. */
  readonly folder: string;
  readonly bounds: LogBounds;
  readonly entropy: Entropy;
  readonly punch?: PunchHole;
}

/** Bytes of the log shown with a run's detail. */
export const logTailBytes = 16 * 1024;

/** Makes the logs of one worker. */
export function createRunLogs(options: RunLogsOptions): RunLogs {
  const { bounds, punch = punchHole } = options;
  const records = createLogRecords(options.folder, options.entropy);
  const turns = new Map<string, Promise<unknown>>();

  const inTurn = <Value>(runId: string, act: () => Promise<Value>): Promise<Value> => {
    const turn = (turns.get(runId) ?? Promise.resolve()).then(act);
    const settled = turn
      .catch(() => {})
      .finally(() => {
        if (turns.get(runId) === settled) turns.delete(runId);
      });
    turns.set(runId, settled);
    return turn;
  };

  const pathsOf = (run: RunPlace) => resolveRunPaths(options.projectRoot, run);

  const readFile = async (
    runId: string,
    path: string,
    wanted: { offset: number; maxBytes: number; isFinal: boolean },
  ): Promise<LogPiece> => {
    await finishEmptying(runId, path, records);
    const opened = await openRegularFile(path);
    if (opened.kind === 'missing') return nothing(wanted.offset, null);
    if (opened.kind === 'refused') {
      return nothing(wanted.offset, `agent.log was replaced and is not read: ${opened.problem}`);
    }
    const { file } = opened;
    const record = recordOf(file, await records.load(runId));
    const copy = await openCopy(records, runId, record);
    try {
      const layout = layoutOf(file, record, copy);
      const bounded = record === null ? null : { method: record.method, reason: record.reason };
      return { ...(await readPiece(layout, wanted)), bounded };
    } finally {
      await copy?.handle.close();
      await file.handle.close();
    }
  };

  return {
    async read(run, { offset, maxBytes, isFinal }) {
      if (run.project_dir === '') return nothing(offset, null);
      const wanted = { offset, maxBytes: Math.min(maxBytes, limits.logReadBytesMax), isFinal };
      try {
        const path = join(pathsOf(run).runDir, runFiles.log);
        return await inTurn(run.run_id, () => readFile(run.run_id, path, wanted));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return nothing(offset, `the log cannot be read: ${error.message}`);
      }
    },

    async bound(run) {
      if (bounds.maxBytes === 0 || run.project_dir === '') return null;
      try {
        const paths = pathsOf(run);
        if (await hasFlooded(paths, diskReads)) await emptyScriptOutput(paths.runDir);
        const path = join(paths.runDir, runFiles.log);
        return await inTurn(run.run_id, async () => {
          await finishEmptying(run.run_id, path, records);
          return boundLog(run.run_id, path, { records, bounds, punch });
        });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return `the log cannot be bounded: ${error.message}`;
      }
    },
  };
}

function nothing(offset: number, problem: string | null): LogPiece {
  const at = Math.max(0, offset);
  const empty = { text: '', offset: at, nextOffset: at, sizeBytes: 0 };
  return { ...empty, dropped: null, problem, bounded: null };
}

async function readPiece(
  layout: ReturnType<typeof layoutOf>,
  { offset, maxBytes, isFinal }: { offset: number; maxBytes: number; isFinal: boolean },
): Promise<Omit<LogPiece, 'bounded'>> {
  const { sizeBytes, dropped: gap } = layout;
  const asked = offset < 0 ? Math.max(0, sizeBytes + offset) : offset;
  const isInGap = gap !== null && asked >= gap.from && asked < gap.to;
  const start = isInGap ? gap.to : asked;
  // One more character than asked for, so that even a limit of one byte gets on.
  const data = await layout.read(start, maxBytes + 3);
  const end = start + data.length;
  const piece = cutPiece(data, {
    maxBytes,
    // An offset that was not read up to may lie within a character.
    isLoose: (offset < 0 && start > 0) || isInGap,
    isFinal: end === gap?.from || (isFinal && end >= sizeBytes),
  });
  return {
    text: piece.data.toString('utf8'),
    offset: start + piece.skipped,
    nextOffset: start + piece.skipped + piece.data.length,
    sizeBytes,
    dropped: isInGap ? gap : null,
    problem:
      asked > sizeBytes
        ? `the log has ${sizeBytes} bytes, fewer than the offset: it was replaced or cut short; read it again from 0`
        : null,
  };
}

/** What a script prints after its answer is of no use; it appends, so the file stays short. */
async function emptyScriptOutput(runDir: string): Promise<void> {
  for (const name of [runFiles.scriptOut, runFiles.scriptErr]) {
    const opened = await openRegularFile(join(runDir, name), true);
    if (opened.kind !== 'open') continue;
    try {
      if (opened.file.nameCount === 1) await opened.file.handle.truncate(0);
    } finally {
      await opened.file.handle.close();
    }
  }
}
