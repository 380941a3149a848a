/** Paths that stay inside a root. Every path that comes from outside goes through here. */
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

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
  const target = resolve(root, path);
  if (!isInside(resolve(root), target)) return undefined;
  const realRoot = realpathOfNearest(resolve(root));
  return isInside(realRoot, realpathOfNearest(target)) ? target : undefined;
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
