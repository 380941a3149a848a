/** A script of this folder as one file, for tests that kill a process of their own. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { packageRoot } from './service-config.ts';

/** Path of `name`.ts once the tests around the call begin; it is removed after them. */
export function builtScript(name: string): string {
  // Inside the project, so that it finds the native driver.
  const path = join(packageRoot, 'node_modules/.cache/store-tests', `${name}-${process.pid}.mjs`);
  beforeAll(async () => {
    mkdirSync(dirname(path), { recursive: true });
    await build({
      entryPoints: [join(import.meta.dirname, `${name}.ts`)],
      outfile: path,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
  });
  afterAll(() => rmSync(path, { force: true }));
  return path;
}
