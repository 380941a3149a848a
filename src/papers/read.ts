/**
 * Reads of files that somebody else wrote: regular files only (a pipe or a device is not waited
 * for), their size looked at first and held to while reading. What cannot be read is undefined,
 * never a thrown error.
 */

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isRecord } from './json-pointer.ts';

/** Larger files of a paper are not read. */
export const artifactFileBytesMax = 8 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/** The bytes of a regular file of at most `bytesMax`. */
export function readFileBytes(path: string, bytesMax = artifactFileBytesMax): Buffer | undefined {
  const chunks: Buffer[] = [];
  const size = readChunks(path, bytesMax, (chunk) => chunks.push(Buffer.from(chunk)));
  return size === undefined ? undefined : Buffer.concat(chunks);
}

/** Size and SHA-256 of a regular file, which is never in memory as a whole. */
export function hashFile(
  path: string,
  bytesMax = Number.POSITIVE_INFINITY,
): { readonly bytes: number; readonly sha256: string } | undefined {
  const hash = createHash('sha256');
  const bytes = readChunks(path, bytesMax, (chunk) => hash.update(chunk));
  return bytes === undefined ? undefined : { bytes, sha256: hash.digest('hex') };
}

/** Size of what was read; undefined when it is no regular file, too large, or cannot be read. */
function readChunks(
  path: string,
  bytesMax: number,
  take: (chunk: Buffer) => void,
): number | undefined {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const info = fstatSync(handle);
    if (!info.isFile() || info.size > bytesMax) return undefined;
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, info.size + 1));
    let bytes = 0;
    for (;;) {
      const count = readSync(handle, chunk, 0, chunk.byteLength, null);
      if (count === 0) return bytes;
      bytes += count;
      // It grows while it is read.
      if (bytes > bytesMax) return undefined;
      take(chunk.subarray(0, count));
    }
  } catch {
    return undefined;
  } finally {
    closeSync(handle);
  }
}

/** The text of a file. */
export function readTextFile(path: string, bytesMax = artifactFileBytesMax): string | undefined {
  return readFileBytes(path, bytesMax)?.toString('utf8');
}

/** The JSON object a file holds. */
export function readObjectFile(path: string): Record<string, unknown> | undefined {
  const value = parseJson(readTextFile(path) ?? '');
  return isRecord(value) ? value : undefined;
}

/** What JSON text holds, a byte order mark or not; undefined when it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}
