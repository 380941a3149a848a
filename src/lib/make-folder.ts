/**
 * Makes a folder with those above it, at a path that somebody has configured. Node's own way never ends where a file
 * system has the parent and says that it does not, when a folder is to be made in it, as `/proc` does.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The topmost folder that was made, undefined where all were there. Throws what the file system says. */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  const missing: string[] = [];
  let at = resolve(path);
  while (!isFolder(at) && dirname(at) !== at) {
    missing.unshift(at);
    at = dirname(at);
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
    }
  }
  return missing[0];
}

/** Also of a link that leads to one; what cannot be looked at is told by whoever makes something in it. */
const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};
