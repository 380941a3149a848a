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
import { sha256Hex } from '../../lib/hash.ts';
import { isRecord } from '../json-pointer.ts';
import { parseJson, readTextFile } from '../read.ts';

/** What is known of where the files of one run come from. */
export interface Belonging {
  /** Why a file is not of this run, to follow its path in a sentence; null when nothing says so. */
  objection(path: string, bytes: Buffer): string | null;
  /** Whether there is a record of what was fetched. */
  readonly isRecorded: boolean;
  /** What was left behind when the evidence was fetched, in sentences. */
  readonly leftOut: readonly string[];
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
    leftOut: own === null ? [] : leftOutOf(own),
    objection(path, bytes) {
      const sha256 = sha256Hex(bytes);
      const known = ownFiles.get(path);
      if (known !== undefined && known.sha256 !== sha256)
        return 'is not the file that was fetched when the run was over';
      if (known === undefined && others.has(`${sha256} ${path}`))
        return 'was fetched for another run of the project';
      if (isOlder(known?.modified_at ?? null, own?.started_at ?? null))
        return 'was last written before the run started';
      return path.endsWith('.json') && namesOtherRun(bytes, runId)
        ? 'names another run as its own'
        : null;
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
const isOlder = (modifiedAt: string | null, startedAt: string | null): boolean =>
  modifiedAt !== null && startedAt !== null && Date.parse(modifiedAt) < Date.parse(startedAt);

/** Ids of runs end with the time of their claim; other names of trials and jobs are none. */
const runIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*-\d{8}T\d{9}$/;

/** A member `run_id` at the top of a file, or one level below it, with the id of another run. */
function namesOtherRun(bytes: Buffer, runId: string): boolean {
  const root = parseJson(bytes.toString('utf8'));
  if (!isRecord(root)) return false;
  return [root, ...Object.values(root).filter(isRecord)].some((record) =>
    ['run_id', 'runId'].some((name) => {
      const named = Object.hasOwn(record, name) ? record[name] : undefined;
      return typeof named === 'string' && named !== runId && runIdPattern.test(named);
    }),
  );
}

function leftOutOf({ failed, error }: CollectedEvidence): string[] {
  const named = failed
    .slice(0, leftOutShown)
    .map(({ path, reason }) => `${path === '' ? 'a file' : path} was not fetched: ${reason}`);
  const rest = failed.length - named.length;
  return [
    ...named,
    ...(rest > 0 ? [`${rest} further files were not fetched`] : []),
    ...(error === null ? [] : [`the evidence was not fetched to its end: ${error}`]),
  ];
}
