/** Paths that stay inside a root. Every path that comes from outside goes through here. */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** True when `path` is `root` or lies below it (both absolute, lexically). */
export function isInside(root: string, path: string): boolean {
  const between = relative(root, path);
  return (
    between === '' || (!isAbsolute(between) && between !== '..' && !between.startsWith(`..${sep}`))
  );
}

/**
 * Resolves `path` (relative, from outside) below `root`. Returns undefined when it is absolute,
 * holds a NUL byte, or leaves `root` lexically or through a symbolic link of an existing ancestor.
 */
export function resolveInside(root: string, path: string): string | undefined {
  if (path.includes('\0') || isAbsolute(path)) return undefined;
  const from = resolve(root);
  const target = resolve(root, path);
  if (!isInside(from, target)) return undefined;
  if (isPlain(from, target)) return target;
  return isInside(realpathOfNearest(from), realpathOfNearest(target)) ? target : undefined;
}

/** True where nothing below `root` on the way to `target` is a link, so that it lies where its name says. */
function isPlain(root: string, target: string): boolean {
  let at = root;
  for (const name of relative(root, target).split(sep)) {
    at = join(at, name);
    try {
      const found = lstatSync(at, { throwIfNoEntry: false });
      // Below what is missing there is nothing.
      if (found === undefined) return true;
      if (found.isSymbolicLink()) return false;
    } catch {
      return false;
    }
  }
  return true;
}

/** Real path of the nearest existing ancestor, with the missing rest appended. */
function realpathOfNearest(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(realpathOfNearest(parent), relative(parent, path));
  }
}
