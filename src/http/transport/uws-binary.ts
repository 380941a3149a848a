/** Holds the native library against the sum on record for it, before any of its code runs. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import record from './uws-binaries.json' with { type: 'json' };

/** The binary that the library picks here: one for each system, processor and ABI of Node. */
export const uwsBinary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;

/**
 * Resolves when the binary in `folder` (the package's own unless told) is the one on record, and
 * when there is none for this machine: the library has its own words for that. Rejects with a
 * sentence when it is another one.
 */
export async function checkUwsBinary(folder?: string): Promise<void> {
  const path = join(folder ?? shippedFolder(), uwsBinary);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return;
  const sum = createHash('sha256').update(bytes).digest('hex');
  const expected = (record.sha256 as Readonly<Record<string, string>>)[uwsBinary];
  if (sum === expected) return;
  throw new Error(
    `its binary ${uwsBinary} is not the one on record, so it was altered or is of another version (SHA-256 ${sum} instead of ${expected ?? 'none'}); run npm ci to get it back`,
  );
}

const shippedFolder = (): string =>
  fileURLToPath(new URL('bin/', import.meta.resolve('uWebSockets.js')));
