/**
 * The files of a backup: which there are, and copying them with their hash. What is published appears
 * by a rename and is never written to again, so a file that is the same one, as large and as old as
 * before, is unchanged.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  type Dirent,
  fdatasyncSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackedUpFile } from './manifest.ts';

/** A folder whose files are taken along: where it lies, and as what in the backup. */
export interface SourceFolder {
  readonly from: string;
  readonly as: string;
}

/** A file as it was seen. */
export interface SeenFile {
  /** Where it lies. */
  readonly from: string;
  readonly bytes: number;
  /** Another file at the same place has another one. */
  readonly identity: string;
}

/** What lies in the folders, by path in the backup, and what of it is no file. */
export interface Listing {
  readonly files: ReadonlyMap<string, SeenFile>;
  readonly leftOut: readonly string[];
}

/** Bytes read at once. */
const pieceBytes = 1024 * 1024;
/** Of what is being written: it is not there yet. */
const isStaged = (name: string): boolean => /^\.stag(?:ing|ed)-|\.staging$|^\..+\.tmp$/.test(name);

/** Everything in the folders as it is now; a folder that is not there is empty. */
export function listSources(folders: readonly SourceFolder[]): Listing {
  const files = new Map<string, SeenFile>();
  const leftOut: string[] = [];
  const visit = ({ from, as }: SourceFolder): void => {
    for (const entry of entriesOf(from)) {
      if (isStaged(entry.name)) continue;
      const below = { from: join(from, entry.name), as: `${as}/${entry.name}` };
      if (entry.isDirectory()) visit(below);
      else if (!entry.isFile()) leftOut.push(below.as);
      else {
        const seen = see(below.from);
        if (seen !== null) files.set(below.as, seen);
      }
    }
  };
  for (const folder of folders) visit(folder);
  return { files, leftOut: leftOut.sort() };
}

/** Whether both show the same files, none of which was replaced in between. Pure. */
export function isSameListing(before: Listing, after: Listing): boolean {
  if (before.files.size !== after.files.size) return false;
  for (const [path, { identity }] of after.files) {
    if (before.files.get(path)?.identity !== identity) return false;
  }
  return true;
}

/** As `copyFile`, with the folders it needs; null when it is not the file that was seen any more. */
export function copySeen(seen: SeenFile, to: string): Omit<BackedUpFile, 'path'> | null {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  try {
    const copied = copyFile(seen.from, to);
    if (see(seen.from)?.identity === seen.identity) return copied;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(to, { force: true });
  return null;
}

/** Copies a file to a place where there is none, on the disk when it returns; its size and hash. */
export function copyFile(from: string, to: string): Omit<BackedUpFile, 'path'> {
  const source = openSync(from, 'r');
  try {
    const target = openSync(to, 'wx', 0o600);
    try {
      const copied = readThrough(source, (piece) => writeWhole(target, piece));
      fdatasyncSync(target);
      return copied;
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Size and hash of a file. Throws what the file system says. */
export function hashFile(path: string): Omit<BackedUpFile, 'path'> {
  const file = openSync(path, 'r');
  try {
    return readThrough(file, () => {});
  } finally {
    closeSync(file);
  }
}

/** Every folder below, and the folder itself, on the disk with their names. */
export function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  syncFolder(folder);
}

/** A folder with the names in it on the disk; file systems that cannot do it are left alone. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw error;
  } finally {
    closeSync(handle);
  }
}

/** What lies in a folder; nothing where there is none. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Null when it has gone. */
function see(from: string): SeenFile | null {
  const stats = lstatSync(from, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return null;
  const { dev, ino, size, mtimeNs } = stats;
  return { from, bytes: Number(size), identity: `${dev}:${ino}:${size}:${mtimeNs}` };
}

function readThrough(file: number, take: (piece: Uint8Array) => void): Omit<BackedUpFile, 'path'> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(pieceBytes);
  let bytes = 0;
  for (;;) {
    const read = readSync(file, buffer, 0, pieceBytes, null);
    if (read === 0) return { bytes, sha256: hash.digest('hex') };
    const piece = buffer.subarray(0, read);
    hash.update(piece);
    take(piece);
    bytes += read;
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}
