/**
 * Runs that were started on this project root and that this gate has no record of, as after the loss
 * of its state folder. Their start tokens lie in the project folders and their processes bear a mark,
 * so they are seen all the same: nothing may start beside them, and none counts as never started.
 */
import { join, relative } from 'node:path';
import { ServiceError } from '../domain/errors.ts';
import { isIdentifier } from '../domain/ids.ts';
import { projectMetaDir } from '../domain/product.ts';
import { isAlive } from '../sensing/parsers/proc-pid-stat.ts';
import type { ProcessList, ProcessSource } from '../sensing/process-list.ts';
import { type RunPaths, runDirOf } from '../worker-wire/run-paths.ts';
import { isErrno } from './files.ts';
import type { GateFiles, GateRunReader } from './ports.ts';
import { readAnswer, readToken } from './start/script-record.ts';

/** The two questions about runs without a record; both resolve where nothing stands in the way. */
export interface ForgottenRuns {
  /**
   * Throws `worker_busy` when processes of such a run live: of the project in `projectDir`, or, by
   * their marks, of any other on this root. The run `except` is not looked at.
   */
  refuseBeside(projectDir: string, except: string): Promise<void>;
  /** Throws `run_lost` when the run was started here, and names what lives of it. */
  refuseLost(runId: string): Promise<void>;
}

interface Options {
  readonly projectRoot: string;
  readonly files: Files;
  readonly runs: Pick<GateRunReader, 'get'>;
  readonly source: Pick<ProcessSource, 'list'>;
}

type Files = Pick<GateFiles, 'read' | 'list' | 'stat'>;

/** Folders looked into for a run's own; with more of them it cannot be told whether it was started. */
const foldersMax = 20_000;
const depthMax = 6;

/** Looks at folders and processes anew at each question; nothing is remembered. */
export function createForgottenRuns(options: Options): ForgottenRuns {
  const { projectRoot, runs, source, files } = options;
  const isForgotten = async (runId: string): Promise<boolean> => {
    const run = isIdentifier(runId) ? await runs.get(runId) : null;
    // One that was only prepared or called off here has not been started by this gate.
    return run === undefined || run?.dispatch_fingerprint === null;
  };
  const wasStarted = async (paths: RunPaths): Promise<boolean> =>
    (await readToken(paths, files)) !== undefined;

  return {
    async refuseBeside(projectDir, except) {
      const list = await source.list();
      const here = await namesIn(files, join(projectDir, projectMetaDir, 'runs'));
      const marked = list.processes.flatMap(({ runId }) => (runId === null ? [] : [runId]));
      for (const runId of new Set([...here, ...marked])) {
        if (runId === except || !(await isForgotten(runId))) continue;
        const paths = here.includes(runId)
          ? { projectDir, runDir: join(projectDir, runDirOf(runId)) }
          : await findRun(options, runId);
        if (paths === undefined || !(await wasStarted(paths))) continue;
        const pids = await livingOf(options, { runId, paths }, list);
        if (pids.length === 0) continue;
        throw new ServiceError(
          'worker_busy',
          `run ${runId} lives on here (processes ${pids.join(', ')}), although this gate has no record of it; wait until it has ended, or end these processes`,
          { live_run_id: runId, pids },
        );
      }
    },

    async refuseLost(runId) {
      if (!(await isForgotten(runId))) return;
      const paths = await findRun(options, runId);
      if (paths === undefined || !(await wasStarted(paths))) return;
      const pids = await livingOf(options, { runId, paths }, await source.list());
      const where = relative(projectRoot, paths.projectDir);
      throw new ServiceError(
        'run_lost',
        `run ${runId} was started here, in "${where}", but this gate has lost its record of it; ${
          pids.length === 0 ? 'nothing of it lives' : `processes ${pids.join(', ')} of it live on`
        }`,
        { project_dir: where, pids },
      );
    },
  };
}

/** Its marked processes, and the one that its dispatch script named, if that still is the same. */
async function livingOf(
  { files }: Pick<Options, 'files'>,
  { runId, paths }: { readonly runId: string; readonly paths: RunPaths },
  list: ProcessList,
): Promise<number[]> {
  const [token, answer] = await Promise.all([readToken(paths, files), readAnswer(paths, files)]);
  const named = (pid: number, startTicks: number): boolean =>
    answer !== null &&
    answer.pid === pid &&
    answer.startTicks === startTicks &&
    token?.bootId === list.bootId;
  return list.processes
    .filter((each) => isAlive(each) && (each.runId === runId || named(each.pid, each.startTicks)))
    .map(({ pid }) => pid);
}

/**
 * The folders of a run, wherever its project lies; undefined when there are none. Throws `internal`
 * when there are too many folders to tell.
 */
async function findRun(
  { projectRoot, files }: Pick<Options, 'projectRoot' | 'files'>,
  runId: string,
): Promise<RunPaths | undefined> {
  let level = [projectRoot];
  let visited = 0;
  for (let depth = 0; depth <= depthMax && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      visited += 1;
      if (visited > foldersMax) {
        throw new ServiceError(
          'internal',
          `whether run ${runId} was started here cannot be told: project_root holds more than ${foldersMax} folders`,
        );
      }
      const runDir = join(folder, runDirOf(runId));
      if (await isFolder(files, runDir)) return { projectDir: folder, runDir };
      // Projects do not lie within projects, and what an agent piled up is not worth a look.
      if (folder !== projectRoot && (await isFolder(files, join(folder, projectMetaDir)))) continue;
      for (const name of await namesIn(files, folder)) next.push(join(folder, name));
    }
    level = next;
  }
  return undefined;
}

/** Names of the folders in a folder, without hidden ones; none where it cannot be read. */
async function namesIn({ list }: Files, folder: string): Promise<string[]> {
  try {
    const entries = await list(folder);
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

/** False where nothing can be there; whether one is there may not be told by a disk that fails. */
async function isFolder({ stat }: Files, path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return false;
    throw error;
  }
}
