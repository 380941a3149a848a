/** What tells the files of a folder from those that were there before, without reading one of them. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../lib/hash.ts';
import { listFiles } from './staging.ts';

/** A hash of the names, sizes and times of all files of the folder, which must be there. */
export function markOf(folder: string): string {
  const lines = listFiles(folder).map((path) => {
    const { size, mtimeMs, ctimeMs } = lstatSync(join(folder, path));
    return `${path}\0${size}\0${mtimeMs}\0${ctimeMs}`;
  });
  return sha256Hex(lines.join('\n'));
}
