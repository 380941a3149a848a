/**
 * Whether a file of the project folder is evidence of this run: by the record of what was fetched when the
 * run was over, and by the run that the file itself names. What is not known is said to be unknown.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CollectedEvidence,
  collectedDir,
  collectedFile,
  readCollected,
} from '../../domain/collected-evidence.ts';
import { isRecord } from '../../lib/is-record.ts';
import { hashBytes, readTextFile } from '../read.ts';
import { resultValue } from '../readers/results.ts';

/** What is known of where the files of one run come from. */
export interface Belonging {
  /** Why a file is not of this run, to follow its path in a sentence; null when nothing says so. */
  objection(path: string, bytes: Buffer): string | null;
  /** Whether there is a record of what was fetched. */
  readonly isRecorded: boolean;
  /** What was left behind when the evidence was fetched, and which of the files `here` were brought since. */
  tell(here: readonly string[]): Told;
}

/** Each in sentences. */
interface Told {
  readonly leftOut: readonly string[];
  readonly brought: readonly string[];
}

/** Said of evidence whose fetching is not on record. */
export const noRecordSentence =
  'No record says which files the worker had, so it is not known whether all of them are here';

/** Records of other runs that are looked at. */
const recordsMax = 200;
/** Files left behind that are named; the rest is counted. */
const leftOutShown = 50;

/** Reads the records in the folder of the project. */
export function belongingOf(projectDir: string, runId: string): Belonging {
  const own = readRecord(join(projectDir, collectedFile(runId)), runId);
  const ownFiles = new Map(own?.files.map((file) => [file.path, file]));
  const others = new Set(
    otherRecords(projectDir, runId).flatMap(({ files }) =>
      files.map(({ path, sha256 }) => `${sha256} ${path}`),
    ),
  );
  return {
    isRecorded: own !== null,
    tell: (here) => (own === null ? { leftOut: [], brought: [] } : tell(own, here)),
    objection(path, bytes) {
      const sha256 = hashBytes(bytes);
      const known = ownFiles.get(path);
      if (known !== undefined && known.sha256 !== sha256)
        return 'is not the file that was fetched when the run was over';
      if (known === undefined && others.has(`${sha256} ${path}`))
        return 'was fetched for another run of the project';
      if (known === undefined && own !== null && whyMissed(own, path) === null)
        return 'was not fetched when the run was over';
      const modifiedAt = known?.modified_at ?? null;
      if (isBefore(modifiedAt, own?.started_at ?? null))
        return 'was last written before the run started';
      if (isBefore(own?.ended_at ?? null, modifiedAt))
        return 'was last written after the run was over';
      return namesOtherRun(path, bytes, runId) ? 'names another run as its own' : null;
    },
  };
}

function readRecord(path: string, runId: string): CollectedEvidence | null {
  const text = readTextFile(path);
  const record = text === undefined ? null : readCollected(text);
  return record?.run_id === runId ? record : null;
}

function otherRecords(projectDir: string, runId: string): CollectedEvidence[] {
  let names: string[];
  try {
    names = readdirSync(join(projectDir, collectedDir));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json') && name !== `${runId}.json`)
    .slice(0, recordsMax)
    .flatMap((name) => {
      const record = readRecord(join(projectDir, collectedDir, name), name.slice(0, -5));
      return record === null ? [] : [record];
    });
}

/** Both times are of one file system, which keeps some to the millisecond only. */
const isBefore = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Date.parse(one) < Date.parse(other);

/** Ids of runs end with the time of their claim; other names of trials and jobs are none. */
const runIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*-\d{8}T\d{9}$/;

const runIdNames = ['run_id', 'runId'] as const;

/**
 * A member `run_id` at the top of a file, or one level below it, with the id of another run. Rows (of a list, of
 * JSON Lines, of CSV) may set other runs beside this one, which must be among them.
 */
function namesOtherRun(path: string, bytes: Buffer, runId: string): boolean {
  // A name may be written in escapes; without either there is nothing to be read.
  if (![...runIdNames, '\\u'].some((mark) => bytes.includes(mark))) return false;
  const root = resultValue(path, bytes);
  const rows = Array.isArray(root) ? root.flatMap(runsNamed) : [];
  if (rows.length > 0) return !rows.includes(runId);
  return (
    isRecord(root) &&
    [root, ...Object.values(root)].flatMap(runsNamed).some((named) => named !== runId)
  );
}

/** Ids of runs that a record names as its own. */
function runsNamed(record: unknown): string[] {
  if (!isRecord(record)) return [];
  return runIdNames.flatMap((name) => {
    const named = Object.hasOwn(record, name) ? record[name] : undefined;
    return typeof named === 'string' && runIdPattern.test(named) ? [named] : [];
  });
}

/** Why a file that is not on record may not have come with the others; null where it would have. */
const whyMissed = ({ failed, error }: CollectedEvidence, path: string): string | null =>
  failed.find((file) => file.path === path)?.reason ?? error;

function tell(own: CollectedEvidence, files: readonly string[]): Told {
  const { failed, error } = own;
  const known = new Set(own.files.map(({ path }) => path));
  const brought = files
    .filter((path) => !known.has(path))
    .map(
      (path) =>
        `${path} was not fetched when the run was over (${whyMissed(own, path)}) and was brought later`,
    );
  // What was fetched once is here, whatever became of it on the worker since.
  const here = new Set([...known, ...files]);
  const missing = failed.filter(({ path }) => !here.has(path));
  const named = missing
    .slice(0, leftOutShown)
    .map(({ path, reason }) => `${path === '' ? 'a file' : path} was not fetched: ${reason}`);
  const rest = missing.length - named.length;
  const leftOut = [
    ...named,
    ...(rest > 0 ? [`${rest} further files were not fetched`] : []),
    ...(error === null ? [] : [`the evidence was not fetched to its end: ${error}`]),
  ];
  return { leftOut, brought };
}
