/**
 * Takes the pictures of the documentation anew, into `docs/images`: what the dashboard's browser tests keep
 * of some of their states. Needs chromium.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { localProgram, runCommand } from './command.mjs';
import { root } from './stale.mjs';

/** By file: the state as its test calls it, with width and theme. */
const pictures = {
  'dashboard.png': 'overview-1400-light',
  'run.png': 'run-over-1400-dark',
  'dispatch.png': 'dispatch-1400-light',
  'add.png': 'add-file-1400-light',
  'corpus.png': 'corpus-1400-light',
};
/** Titles of the tests that keep them, and their files. */
const titles =
  'says who is needed first|that are over say how they ended|acting from the dashboard|after a night';
const files = ['dashboard', 'dashboard-runs', 'dashboard-acting', 'dashboard-truth'].map(
  (name) => `test/e2e/${name}.test.ts`,
);

const folder = mkdtempSync(join(tmpdir(), 'orrery-pictures-'));
try {
  const isBuilt = await buildIfStale();
  const { code, stdout, stderr } = await runCommand(
    localProgram('vitest'),
    ['run', '--project', 'e2e', '-t', titles, ...files],
    { env: { DASHBOARD_PICTURES: folder } },
  );
  if (isBuilt && code === 0) {
    for (const [name, state] of Object.entries(pictures))
      copyFileSync(join(folder, `${state}.png`), join(root, 'docs/images', name));
    process.stdout.write(`took ${Object.keys(pictures).join(' and ')}\n`);
  } else process.stdout.write(`${stdout}${stderr}`);
  process.exitCode = isBuilt ? code : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
