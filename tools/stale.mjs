/** Tells whether `dist/` was built from the sources as they are: size and time of every input. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const stampPath = join(root, 'dist', '.stamp');

/** Every file below `folder`, in a stable order; nothing when there is no such folder. */
export function listFiles(folder) {
  const entries = readDirectory(folder).sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.flatMap((entry) => {
    // Every command in a checkout looks at every source; `join` would take most of that time.
    const path = `${folder}/${entry.name}`;
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
  const lines = [...inputs, join(root, 'package-lock.json')].map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path.slice(root.length)} ${size} ${mtimeMs}\n`;
  });
  return createHash('sha256').update(lines.join('')).digest('hex');
}

export function isStale() {
  try {
    return readFileSync(stampPath, 'utf8') !== signature();
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}
