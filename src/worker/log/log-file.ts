/**
 * The files behind a run's log. The agent owns the folder they lie in, so a file is only what it is
 * while it is open: it is opened without following links or blocking, and looked at afterwards.
 */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isErrno } from '../files.ts';

/** A regular file while it is open; who opened it closes `handle`. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly sizeBytes: number;
  /** Tells this file from another one at the same place, also when the inode number is used again. */
  readonly identity: string;
  readonly nameCount: number;
}

type OpenResult =
  | { readonly kind: 'open'; readonly file: OpenFile }
  | { readonly kind: 'missing' }
  /** Something is there, but not a file that may be read; says what. */
  | { readonly kind: 'refused'; readonly problem: string };

/** Opens a regular file; `write` also for changing it. Rejects only on failures of the disk. */
export async function openRegularFile(path: string, write = false): Promise<OpenResult> {
  let handle: FileHandle;
  try {
    const access = write ? constants.O_RDWR : constants.O_RDONLY;
    handle = await open(path, access | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { kind: 'missing' };
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { kind: 'refused', problem };
  }
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isFile()) return { kind: 'open', file: toOpenFile(handle, stat) };
    await handle.close();
    return { kind: 'refused', problem: 'it is not a regular file' };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function problemOf(error: unknown): string | undefined {
  if (isErrno(error, 'ELOOP')) return 'it is a symbolic link, which is not followed';
  if (isErrno(error, 'EISDIR', 'ENXIO', 'ENODEV')) return 'it is not a regular file';
  if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return 'the service may not open it';
  return undefined;
}

function toOpenFile(handle: FileHandle, stat: BigIntStats): OpenFile {
  return {
    handle,
    sizeBytes: Number(stat.size),
    identity: `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`,
    nameCount: Number(stat.nlink),
  };
}

/** Up to `length` bytes from `position`; fewer at the end of the file. */
export async function readBytes(
  handle: FileHandle,
  position: number,
  length: number,
): Promise<Buffer> {
  const data = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(data, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return data.subarray(0, filled);
}
