/** Evidence files of a paper as they are now, held against what they were when its claims were made. */
import { join } from 'node:path';
import { selectAll } from '../json-pointer.ts';
import { hashFile, readFileBytes } from '../read.ts';
import { resultValue } from '../readers/results.ts';

/** Of a file now, held against what it was when the claim was made. */
export type FileState = 'same' | 'changed' | 'missing';

interface FileNow {
  /** Null: there is no such regular file. */
  readonly sha256: string | null;
  readonly value: unknown;
}

/** One of them by its path in the folder. */
export type FilesNow = (path: string) => FileNow;

/** The files of a folder, each read once, when it is asked for. */
export function createFilesNow(dir: string): FilesNow {
  const files = new Map<string, FileNow>();
  return (path) => {
    const known = files.get(path) ?? openFile(dir, path);
    files.set(path, known);
    return known;
  };
}

function openFile(dir: string, path: string): FileNow {
  const full = join(dir, path);
  const sha256 = hashFile(full)?.sha256 ?? null;
  const bytes = sha256 === null ? undefined : readFileBytes(full);
  return { sha256, value: bytes === undefined ? undefined : resultValue(path, bytes) };
}

/** `sha256`: what it was. */
export const stateOf = (file: FileNow, sha256: string): FileState =>
  file.sha256 === null ? 'missing' : file.sha256 === sha256 ? 'same' : 'changed';

/** What stands at a pointer; null where nothing does, something else than one value, or more than one. */
export function valueAt(root: unknown, pointer: string): number | string | boolean | null {
  const [value, ...more] = selectAll(root, pointer, 2) ?? [];
  if (more.length > 0) return null;
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : null;
}
