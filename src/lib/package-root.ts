/** Finds the installed package around a module, wherever the bundler has put that module. */
import { existsSync } from 'node:fs';
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
