/**
 * Runs `test/chaos/planes/run.ts` from the root of the repository: three planes of the built program on one PostgreSQL,
 * and what comes of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale, bundleScript } from './build.mjs';
import { runCommand } from './command.mjs';
import { root } from './stale.mjs';

const outdir = mkdtempSync(join(root, 'node_modules', '.orrery-chaos-'));
try {
  const outfile = join(outdir, 'chaos.mjs');
  await bundleScript(join(root, 'test', 'chaos', 'planes', 'run.ts'), outfile);
  const { code } = (await buildIfStale())
    ? await runCommand(process.execPath, [outfile, ...process.argv.slice(2)], { inherit: true })
    : { code: 1 };
  process.exitCode = code;
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
