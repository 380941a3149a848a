/**
 * Bytes of files that somebody else wrote: regular files only (a pipe or a device is opened without
 * waiting, and left), their size looked at before a byte is read and held to while reading. What cannot
 * be read is a fault in words, never a thrown error.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { sha256Hex } from '../../lib/hash.ts';

/** Larger files of a paper are not read. */
export const artifactFileBytesMax = 8 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** Why a file was not read; the words follow its name. */
export interface FileFault {
  readonly kind: 'missing' | 'not_regular' | 'too_large' | 'unreadable';
  readonly message: string;
}
type FileReading =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly fault: FileFault };

/** Bytes kept while one piece of work reads the same files several times; further files are read each time. */
const keptBytesMax = 64 * 1024 * 1024;
/** Files that were read meanwhile, by path; null while nothing is kept. */
let kept: Map<string, Buffer> | null = null;
let keptBytes = 0;
const hashes = new WeakMap<Buffer, string>();

/**
 * Does `work`, in which every file is read once, however many look at it. It must write none of them, and end
 * before it returns: nothing is kept beyond it.
 */
export function readingOnce<Value>(work: () => Value): Value {
  if (kept !== null) return work();
  kept = new Map();
  keptBytes = 0;
  try {
    return work();
  } finally {
    kept = null;
  }
}

/** The piece of work that reads every file once, for what else is found once in it; null outside of any. */
export const readingNow = (): object | null => kept;

/** The bytes of a regular file of at most `bytesMax`. Nobody may change them: the next reader may get the same. */
export function readRegularFile(path: string, bytesMax = artifactFileBytesMax): FileReading {
  const known = kept?.get(path);
  if (known !== undefined)
    return known.byteLength <= bytesMax
      ? { ok: true, bytes: known }
      : { ok: false, fault: tooLarge(known.byteLength, bytesMax) };
  const chunks: Buffer[] = [];
  const read = readChunks(path, bytesMax, artifactFileBytesMax, (chunk) => chunks.push(chunk) > 0);
  if (typeof read !== 'number') return { ok: false, fault: read };
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  if (kept !== null && keptBytes + bytes.byteLength <= keptBytesMax) {
    kept.set(path, bytes);
    keptBytes += bytes.byteLength;
  }
  return { ok: true, bytes };
}

/** SHA-256 of the bytes of a file, computed once for each reading of it. */
export function hashBytes(bytes: Buffer): string {
  const known = hashes.get(bytes);
  if (known !== undefined) return known;
  const sha256 = sha256Hex(bytes);
  hashes.set(bytes, sha256);
  return sha256;
}

/** Size and SHA-256 of a regular file, which is in memory as a whole only where it is kept there. */
export function hashFile(
  path: string,
  bytesMax = Number.POSITIVE_INFINITY,
): { readonly bytes: number; readonly sha256: string } | undefined {
  if (kept !== null) {
    const read = readRegularFile(path, Math.min(bytesMax, artifactFileBytesMax));
    if (read.ok) return { bytes: read.bytes.byteLength, sha256: hashBytes(read.bytes) };
    if (read.fault.kind !== 'too_large' || bytesMax <= artifactFileBytesMax) return undefined;
  }
  const hash = createHash('sha256');
  const bytes = readChunks(path, bytesMax, chunkBytes, (chunk) => {
    hash.update(chunk);
    return false;
  });
  return typeof bytes === 'number' ? { bytes, sha256: hash.digest('hex') } : undefined;
}

/** Size of what was read, or why nothing was. `take` gets chunks of at most `chunkMax`, and says whether it keeps one. */
function readChunks(
  path: string,
  bytesMax: number,
  chunkMax: number,
  take: (chunk: Buffer) => boolean,
): number | FileFault {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return faultOf(error);
  }
  try {
    const info = fstatSync(handle);
    if (!info.isFile()) return notRegular;
    if (info.size > bytesMax) return tooLarge(info.size, bytesMax);
    // One more than there should be, so that most files are read at once.
    const size = Math.min(chunkMax, info.size + 1);
    let chunk = Buffer.allocUnsafe(size);
    let bytes = 0;
    for (;;) {
      let filled = 0;
      for (let count = -1; count !== 0 && filled < chunk.byteLength; filled += count)
        count = readSync(handle, chunk, filled, chunk.byteLength - filled, null);
      bytes += filled;
      // It grows while it is read.
      if (bytes > bytesMax) return tooLarge(bytes, bytesMax);
      const isKept = filled > 0 && take(chunk.subarray(0, filled));
      if (filled < size) return bytes;
      if (isKept) chunk = Buffer.allocUnsafe(size);
    }
  } catch (error) {
    return faultOf(error);
  } finally {
    closeSync(handle);
  }
}

const notRegular: FileFault = {
  kind: 'not_regular',
  message: 'is not a regular file (a folder, a pipe, a socket or a device)',
};

function tooLarge(bytes: number, bytesMax: number): FileFault {
  return { kind: 'too_large', message: `has ${bytes} bytes, more than the ${bytesMax} read` };
}

function faultOf(error: unknown): FileFault {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing', message: 'is missing' };
  // A socket, or a device that nothing serves.
  if (code === 'ENXIO' || code === 'ENODEV') return notRegular;
  return { kind: 'unreadable', message: `cannot be read (${code})` };
}
