/** Runs `test/lies/run.ts` from the root of the repository: lies told to the checks of papers, and what they find. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleScript } from './build.mjs';
import { runCommand } from './command.mjs';
import { root } from './stale.mjs';

const outdir = mkdtempSync(join(root, 'node_modules', '.orrery-lies-'));
try {
  const outfile = join(outdir, 'lies.mjs');
  await bundleScript(join(root, 'test', 'lies', 'run.ts'), outfile);
  // verify.mjs is in the bundle, and begins to check when the file it is in is the one that was started.
  const start = join(outdir, 'start.mjs');
  writeFileSync(start, "await import('./lies.mjs');\n");
  const { code } = await runCommand(process.execPath, [start, ...process.argv.slice(2)], {
    inherit: true,
  });
  process.exitCode = code;
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
