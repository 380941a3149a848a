/**
 * Bytes of files that somebody else wrote: regular files only (a pipe or a device is opened without
 * waiting, and left), their size looked at before a byte is read and held to while reading. What cannot
 * be read is a fault in words, never a thrown error.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

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

/** The bytes of a regular file of at most `bytesMax`. */
export function readRegularFile(path: string, bytesMax = artifactFileBytesMax): FileReading {
  const chunks: Buffer[] = [];
  const read = readChunks(path, bytesMax, (chunk) => chunks.push(Buffer.from(chunk)));
  return typeof read === 'number'
    ? { ok: true, bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }
    : { ok: false, fault: read };
}

/** Size and SHA-256 of a regular file, which is never in memory as a whole. */
export function hashFile(
  path: string,
  bytesMax = Number.POSITIVE_INFINITY,
): { readonly bytes: number; readonly sha256: string } | undefined {
  const hash = createHash('sha256');
  const bytes = readChunks(path, bytesMax, (chunk) => hash.update(chunk));
  return typeof bytes === 'number' ? { bytes, sha256: hash.digest('hex') } : undefined;
}

/** Size of what was read, or why nothing was. */
function readChunks(
  path: string,
  bytesMax: number,
  take: (chunk: Buffer) => void,
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
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, info.size + 1));
    let bytes = 0;
    for (;;) {
      const count = readSync(handle, chunk, 0, chunk.byteLength, null);
      if (count === 0) return bytes;
      bytes += count;
      // It grows while it is read.
      if (bytes > bytesMax) return tooLarge(bytes, bytesMax);
      take(chunk.subarray(0, count));
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
