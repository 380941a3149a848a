/** Programs of the chaos tests, each built into one file that many processes are started from. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../support/service-config.ts';

// One for each test file: they run beside each other.
const dir = join(packageRoot, 'node_modules', '.cache', `orrery-chaos-${process.pid}`);

/** Builds `name`.ts of this folder; answers the program's path. */
export async function buildProgram(name: string): Promise<string> {
  const outfile = join(dir, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    // As the program itself is built: see tools/build.mjs.
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node20.19',
    external: [
      'better-sqlite3',
      'uWebSockets.js',
      'pino',
      'pg',
      'ssh2',
      '@myriaddreamin/typst-ts-node-compiler',
    ],
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
    // Each start reads all of it; names stay, for the traces of failures.
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'error',
  });
  return outfile;
}

/** Removes what was built. */
export function removePrograms(): void {
  rmSync(dir, { recursive: true, force: true });
}
