/** Finds the installed package around a module, wherever the bundler has put that module. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert } from './assert.ts';

/** The nearest folder above `moduleUrl` that holds a package.json. */
export function findPackageRoot(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    assert(parent !== folder, `a package.json lies above ${moduleUrl}`);
    folder = parent;
  }
  return folder;
}

/** Version of this program. */
export const ownVersion = (): string => packageVersion(findPackageRoot(import.meta.url));

/** Version of the package whose root this is. */
export function packageVersion(root: string): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
