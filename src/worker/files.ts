/** Reading and writing small files in folders that an agent can write to, so nothing is trusted. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Entropy } from '../lib/ids.ts';
import { isRecord } from '../lib/is-record.ts';
import type { FileSlice, GateFiles } from './ports.ts';

/**
 * Writes a whole file or nothing: staged beside its place, flushed, then renamed over it. Creates
 * missing folders. A symbolic link at the place itself is replaced, not followed.
 */
export async function writeFileAtomic(path: string, data: string, entropy: Entropy): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const staging = join(dirname(path), `.${basename(path).slice(0, 80)}.${entropy.id()}.tmp`);
  try {
    const handle = await open(staging, 'wx', 0o644);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staging, path);
    await syncDir(dirname(path));
  } catch (error) {
    await rm(staging, { force: true });
    throw error;
  }
}

/** Makes a rename survive a power cut; file systems that cannot sync a folder are left alone. */
async function syncDir(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!isErrno(error, 'EINVAL', 'ENOTSUP', 'EPERM')) throw error;
  } finally {
    await handle.close();
  }
}

/** True for a file system error with one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Reads up to `maxBytes` from `offset` (negative: counted from the end). Undefined when there is no
 * regular file: a symbolic link is not followed and pipes or devices never block the reader.
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  offset = 0,
): Promise<FileSlice | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EISDIR', 'EACCES')) return undefined;
    throw error;
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return undefined;
    const start = offset < 0 ? Math.max(0, stat.size + offset) : offset;
    const wanted = Math.max(0, Math.min(maxBytes, stat.size - start));
    const data = Buffer.alloc(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(data, filled, wanted - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { data: data.subarray(0, filled), sizeBytes: stat.size, modifiedMs: stat.mtimeMs };
  } finally {
    await handle.close();
  }
}

/** The files of this machine; `entropy` names those that are being written. */
export const diskFiles = (entropy: Entropy): GateFiles => ({
  ...diskReads,
  write: (path, data) => writeFileAtomic(path, data, entropy),
  stat,
  lstat,
  list: (path) => readdir(path, { withFileTypes: true }),
  mkdir: async (path) => {
    await mkdir(path, { recursive: true });
  },
  rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
});

/** The same for whoever only reads. */
export const diskReads: Pick<GateFiles, 'read' | 'lstat'> = { read: readRegularFile, lstat };

/** A JSON object from a file of at most `maxBytes`; null when it is missing, larger or something else. */
export async function readJsonObject(
  path: string,
  maxBytes: number,
  { read }: Pick<GateFiles, 'read'> = diskReads,
): Promise<Record<string, unknown> | null> {
  const slice = await read(path, maxBytes);
  if (slice === undefined || slice.sizeBytes > maxBytes) return null;
  try {
    const value: unknown = JSON.parse(slice.data.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
