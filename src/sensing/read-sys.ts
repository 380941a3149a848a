/** Reads the small text files below `/sys`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reading below `/sys`, by paths relative to it. */
export interface ReadSys {
  /** Names in a folder; rejects when it cannot be read. */
  list(path: string): Promise<readonly string[]>;
  text(path: string): Promise<string>;
  /** The same, with nothing where there is no such folder or file. */
  listOrNone(path: string): Promise<readonly string[]>;
  textOrNone(path: string): Promise<string | null>;
}

/** Asynchronous: a driver in trouble keeps its reader waiting, and that must not be this thread. */
export function createReadSys(root: string): ReadSys {
  const list: ReadSys['list'] = (path) => readdir(join(root, path));
  const text: ReadSys['text'] = (path) => readFile(join(root, path), 'utf8');
  return {
    list,
    text,
    listOrNone: (path) => list(path).catch(noneIfAbsent([])),
    textOrNone: (path) => text(path).catch(noneIfAbsent(null)),
  };
}

function noneIfAbsent<None>(none: None): (error: unknown) => None {
  return (error) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return none;
    throw error;
  };
}

/** The system's word for what failed, `EBUSY` for one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
}
