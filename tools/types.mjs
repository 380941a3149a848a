/**
 * Writes the declarations of what the package exports, `orrery/actors` and `orrery/client`, to
 * `dist/types/`: as far as they lead, and with the names that a consumer's compiler looks for.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listFiles, root } from './stale.mjs';

const out = join(root, 'dist', 'types');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const options = [
  '--ignoreConfig --declaration --emitDeclarationOnly --allowImportingTsExtensions --strict',
  '--exactOptionalPropertyTypes --skipLibCheck --resolveJsonModule --types node',
  '--target ES2023 --lib ES2023,ES2024.String,DOM --module NodeNext --moduleResolution NodeNext',
  '--rootDir src --outDir',
].flatMap((line) => line.split(' '));

rmSync(out, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [compiler, ...options, out, 'src/actors/index.ts', 'src/client/client.ts'],
  { cwd: root, stdio: 'inherit' },
);
const written = listFiles(out).filter((path) => path.endsWith('.d.ts'));
for (const path of written) {
  const text = readFileSync(path, 'utf8');
  // The sources name each other as they are called; beside a declaration stands no such file.
  writeFileSync(path, text.replace(/((?:from|import\()\s*'\.[^']*)\.ts'/g, "$1.js'"));
}
process.stdout.write(`${written.length} declarations\n`);
