/**
 * Work on papers, off the event loop: what an agent wrote may take as long and as much memory as it
 * likes, and only its own paper is refused for it. A few processes, each job with a deadline and a
 * bound on its memory; jobs on the same folder are done one after the other.
 */
import { dirname, join } from 'node:path';
import { ServiceError, serviceErrorMaker } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { systemClock, type TimerHandle } from '../../lib/clock.ts';
import { type PoolMember, type PoolTrouble, WorkPool } from '../../lib/work-pool.ts';
import { OutOfMemoryError, startProcess } from '../../lib/work-process.ts';
import type { WrittenPaper } from '../artifacts.ts';
import type { ImportOutcome } from '../corpus/corpus.ts';
import type { IndexTotals } from '../corpus/corpus-index.ts';
import type { RemovalOutcome, RemovalRequest } from '../corpus/corpus-removal.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { PublishedPaper } from '../drafts/drift.ts';
import type { DrillDown } from '../drill-down.ts';
import type { EvidenceRole } from '../evidence/schema.ts';
import type { PaperFindings } from '../findings.ts';
import { type PackageOutcome, type PackageRequest, preparePackage } from '../package/package.ts';
import type { ProvedPaper } from '../prove-folder.ts';
import type { PaperText } from '../text/paper-text.ts';
import type { Question } from '../writers/external/prompt.ts';
import type {
  Examination,
  ExaminationTask,
  ImportTask,
  Jobs,
  QuestionTask,
  ReplicationVerdict,
  WriteTask,
} from './jobs.ts';
import type { PaperRig } from './rig.ts';

/**
 * Every job rejects with `paper_too_large`, which names the file it was at, when it takes too long or
 * too much memory; with `overloaded` when too many wait; with the signal's reason when that is
 * aborted; otherwise with what it threw.
 */
export interface PaperWork {
  write(task: WriteTask, signal?: AbortSignal): Promise<WrittenPaper>;
  /** What a model is to be asked next for this paper; null: nothing more. Writes nothing. */
  nextQuestion(task: QuestionTask, signal?: AbortSignal): Promise<Question | null>;
  examine(task: ExaminationTask, signal?: AbortSignal): Promise<Examination>;
  /** What tells the files of a paper, and the rules that judge it, from others; reads no file. */
  judgingMark(dir: string, signal?: AbortSignal): Promise<string>;
  /** Folders of the papers of a corpus, by the id of the paper. */
  publishedFolders(
    corpusDir: string,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, string>>>;
  /** What of a paper of the corpus is not as it was imported; null where its files are those that were read last. */
  readPublished(
    paper: PublishedPaper & { readonly corpusDir: string },
    signal?: AbortSignal,
  ): Promise<{ readonly mark: string; readonly drift: string | null } | null>;
  /** What a replication comes to; null where there is nothing to compare by. Writes nothing. */
  compareReplication(task: WriteTask, signal?: AbortSignal): Promise<ReplicationVerdict | null>;
  /** What can be proved of the paper in a folder; see `provePaper`. */
  prove(
    folder: { readonly slug: string; readonly dir: string },
    publicKey?: string,
  ): Promise<ProvedPaper>;
  /** Sentences, claims and files of the paper in a folder. */
  drillDown(dir: string): Promise<DrillDown | null>;
  /** Its drafts, and what the present one changed; null where there is none. See `readDrafts`. */
  drafts(dir: string, from: string | null): Promise<Drafts | null>;
  /** What it says, for a page that shows it. */
  text(dir: string): Promise<PaperText>;
  /** What lint and strict audit find in it; null where there is no folder. */
  findings(dir: string): Promise<PaperFindings | null>;
  preparePackage(request: PackageRequest, signal?: AbortSignal): Promise<PackageOutcome>;
  importPackage(task: ImportTask, signal?: AbortSignal): Promise<ImportOutcome>;
  /** Why the paper of a package is in the corpus already, or was there; none where it is new. */
  whyNotTwice(of: {
    readonly corpusDir: string;
    readonly packageDir: string;
  }): Promise<readonly string[]>;
  /** Takes a paper out of the corpus, and leaves its tombstone. */
  removePaper(request: RemovalRequest, signal?: AbortSignal): Promise<RemovalOutcome>;
  /** Builds the index of a corpus from its folders; `at` is now, ISO 8601. */
  rebuildIndex(of: { readonly corpusDir: string; readonly at: string }): Promise<void>;
  /** What the index of a corpus counts; null where it cannot be read. Waits for no other work on the corpus. */
  indexTotals(corpusDir: string): Promise<IndexTotals | null>;
  /** What evidence a project folder has, by role; no file is read. */
  findRoles(projectDir: string): Promise<ReadonlySet<EvidenceRole>>;
  stats(): PaperWorkStats;
  /** Refuses what comes now, waits for what came before and ends the processes. */
  close(): Promise<void>;
}
/** The jobs alone. */
export type PaperJobs = Omit<PaperWork, 'stats' | 'close'>;
interface PaperWorkStats {
  /** Jobs that are being done, and that wait for a process. */
  readonly busy: number;
  readonly waiting: number;
  /** Jobs ended since the start because they went beyond a bound. */
  readonly timedOut: number;
  readonly outOfMemory: number;
}

/** Bounds of the work; each that is left out is the one in `limits`. */
export interface PaperWorkOptions {
  readonly processesMax?: number;
  readonly waitingMax?: number;
  /** From the start of a job to its end. */
  readonly deadlineMs?: number;
  /** Of the heap of one process. */
  readonly memoryMib?: number;
  readonly setTimer?: (delayMs: number, callback: () => void) => TimerHandle;
  /**
   * Of the installation's configuration, to be taken out of papers. The processes are told with each paper, over their
   * channel: what starts a process can be read by others, and what is kept there outlives the paper.
   */
  readonly secrets?: readonly string[];
  /** Faults, for tests. */
  readonly rig?: PaperRig;
  /** Gives a process to work in: a new one with these bounds unless told, as by tests that keep some at hand. */
  readonly start?: (onMessage: (message: unknown) => void) => PoolMember;
}

/** A process that works on papers; which takes seconds of a processor each, so that requests and their answers go first. */
export const startPaperProcess = (
  onMessage: (message: unknown) => void,
  rig: PaperRig | null = null,
  memoryMib: number = limits.paperJobMemoryMib,
): PoolMember => startProcess('papers', rig, onMessage, { memoryMib, newMib: 32, givesWay: true });

/**
 * Starts no process before the first job. A job that is ended in the middle is followed by one that
 * puts its folder right.
 */
export function createPaperWork(options: PaperWorkOptions = {}): PaperWork {
  const {
    processesMax = limits.paperProcessesMax,
    waitingMax = limits.paperJobsWaitingMax,
    deadlineMs = limits.paperJobMs,
    memoryMib = limits.paperJobMemoryMib,
    setTimer = (delayMs, callback) => systemClock.setTimer(delayMs, callback),
    secrets = [],
    rig = null,
    start = (onMessage) => startPaperProcess(onMessage, rig, memoryMib),
  } = options;
  const ended = { timedOut: 0, outOfMemory: 0 };
  const toError = (trouble: PoolTrouble): Error => {
    if (trouble.kind === 'late') ended.timedOut += 1;
    if (isOutOfMemory(trouble)) ended.outOfMemory += 1;
    return explain(trouble, { deadlineMs, memoryMib, waitingMax });
  };
  const pool = new WorkPool({
    start,
    setTimer,
    membersMax: processesMax,
    waitingMax,
    timeoutMs: deadlineMs,
    timeFrom: 'start',
    errors: serviceErrorMaker,
    toError,
  });
  const run: RunJob = async <Name extends keyof Jobs>(
    name: Name,
    args: Parameters<Jobs[Name]>,
    place: Place,
    signal: AbortSignal | undefined,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> => {
    try {
      const value = await pool.call(name, args, { signal, keys: place.keys });
      return value as Awaited<ReturnType<Jobs[Name]>>;
    } catch (error) {
      // Ended in the middle, it may have left an exchange of folders half done.
      if (place.written !== undefined && wasCutOff(error, signal)) {
        void pool.call('recover', [place.written], { keys: place.keys }).catch(() => {});
      }
      throw error;
    }
  };
  return {
    ...paperWorkBy(run, secrets),
    stats: () => ({ busy: pool.busyCount, waiting: pool.waitingCount, ...ended }),
    close: () => pool.close(),
  };
}

/** Carries out one job; `place` says what must not be worked on meanwhile. */
type RunJob = <Name extends keyof Jobs>(
  name: Name,
  args: Parameters<Jobs[Name]>,
  place: Place,
  signal: AbortSignal | undefined,
) => Promise<Awaited<ReturnType<Jobs[Name]>>>;

/** The work on papers, wherever `run` does it; `secrets` are taken out of what is written. */
export function paperWorkBy(run: RunJob, secrets: readonly string[] = []): PaperJobs {
  return {
    write: (task, signal) => run('write', [{ ...task, secrets }], paperPlace(task, true), signal),
    nextQuestion: (task, signal) =>
      run('nextQuestion', [{ ...task, secrets }], paperPlace(task, false), signal),
    examine: (task, signal) => run('examine', [task], { keys: [task.dir] }, signal),
    judgingMark: (dir, signal) => run('judgingMark', [{ dir }], { keys: [dir] }, signal),
    publishedFolders: (corpusDir, signal) =>
      run('publishedFolders', [{ corpusDir }], { keys: [corpusDir] }, signal),
    readPublished: ({ corpusDir, ...paper }, signal) =>
      run('readPublished', [paper], { keys: [corpusDir] }, signal),
    compareReplication: (task, signal) =>
      run('compareReplication', [{ ...task, secrets }], paperPlace(task, false), signal),
    prove: ({ slug, dir }, publicKey) =>
      run('prove', [{ slug, dir }, publicKey], { keys: [dir] }, undefined),
    drillDown: (dir) => run('drillDown', [{ dir }], { keys: [dir] }, undefined),
    drafts: (dir, from) => run('drafts', [{ dir, from }], { keys: [dir] }, undefined),
    text: (dir) => run('text', [{ dir }], { keys: [dir] }, undefined),
    findings: (dir) => run('findings', [{ dir }], { keys: [dir] }, undefined),
    preparePackage: (request, signal) =>
      preparePackage(request, {
        inspect: (task) => run('inspectPackage', [task], paperPlace(task, false), signal),
        build: (task) => run('buildPackage', [task], packagePlace(task), signal),
      }),
    importPackage: (task, signal) =>
      run(
        'importPackage',
        [task],
        {
          keys: [task.corpusDir, dirname(task.packageDir)],
          ...(task.dryRun === true
            ? {}
            : { written: { parent: join(task.corpusDir, 'papers'), name: null } }),
        },
        signal,
      ),
    whyNotTwice: (of) => run('whyNotTwice', [of], { keys: [of.corpusDir] }, undefined),
    removePaper: (request, signal) =>
      run('removePaper', [request], { keys: [request.corpusDir] }, signal),
    rebuildIndex: (of) => run('rebuildIndex', [of], { keys: [of.corpusDir] }, undefined),
    indexTotals: (corpusDir) => run('indexTotals', [{ corpusDir }], { keys: [] }, undefined),
    findRoles: (projectDir) => run('findRoles', [{ projectDir }], { keys: [] }, undefined),
  };
}

/** What a job works on, and the folder that it may leave half done. */
interface Place {
  readonly keys: readonly string[];
  readonly written?: Parameters<Jobs['recover']>[0];
}

function paperPlace(
  { artifactRoot, runId }: { readonly artifactRoot: string; readonly runId: string },
  isWritten: boolean,
): Place {
  const parent = join(artifactRoot, 'papers');
  const keys = [join(parent, runId)];
  return isWritten ? { keys, written: { parent, name: runId } } : { keys };
}

function packagePlace(task: Parameters<Jobs['buildPackage']>[0]): Place {
  const parent = join(task.artifactRoot, 'packages');
  const keys = [...paperPlace(task, false).keys, join(parent, task.paperId)];
  return { keys, written: { parent, name: task.paperId } };
}

const isOutOfMemory = (trouble: PoolTrouble): boolean =>
  trouble.kind === 'lost' && trouble.cause instanceof OutOfMemoryError;

const wasCutOff = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true ||
  !(error instanceof ServiceError) ||
  ['paper_too_large', 'internal'].includes(error.code);

interface Bounds {
  readonly deadlineMs: number;
  readonly memoryMib: number;
  readonly waitingMax: number;
}

function explain(trouble: PoolTrouble, bounds: Bounds): Error {
  switch (trouble.kind) {
    case 'closed':
      return new ServiceError(
        'shutting_down',
        'Papers are not worked on any more; ask again later.',
      );
    case 'full':
      return new ServiceError(
        'overloaded',
        `${bounds.waitingMax} papers wait to be worked on; try again.`,
      );
    case 'late':
      return tooLarge(trouble.at, 'time', `took over ${bounds.deadlineMs / 1000} s`);
    case 'lost': {
      if (isOutOfMemory(trouble))
        return tooLarge(trouble.at, 'memory', `took more than ${bounds.memoryMib} MiB of memory`);
      const why = trouble.cause instanceof Error ? trouble.cause.message : 'it ended by itself';
      const where = trouble.at === null ? '' : ` at ${trouble.at}`;
      return new ServiceError(
        'internal',
        `The process that worked on the paper is gone${where} (${why}).`,
      );
    }
  }
}

function tooLarge(at: string | null, bound: string, words: string): ServiceError {
  const file = at ?? 'the files of the paper';
  return new ServiceError(
    'paper_too_large',
    `The work on this paper ${words} and was ended at ${file}; make that file smaller or simpler, then ask again.`,
    { file, bound },
  );
}
