/** Tells whether `dist/` was built from the sources as they are: size and time of every input. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const stampPath = join(root, 'dist', '.stamp');

/** Every file below `folder`, in a stable order; nothing when there is no such folder. */
export function listFiles(folder) {
  const entries = readDirectory(folder).sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function readDirectory(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** One hash over path, size and time of all that the build reads. */
export function signature() {
  const inputs = [...listFiles(join(root, 'src')), ...listFiles(join(root, 'tools'))];
  const hash = createHash('sha256');
  for (const path of [...inputs, join(root, 'package-lock.json')]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

export function isStale() {
  try {
    return readFileSync(stampPath, 'utf8') !== signature();
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}
