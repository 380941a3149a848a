/**
 * Takes the pictures of the documentation anew, into `docs/images`: one of each page of the dashboard, with what a
 * real service had done by then, and one of a run with its readings. Its browser tests keep them. Needs chromium.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { localProgram, runCommand } from './command.mjs';
import { root } from './stale.mjs';

/** Bytes; a test holds the pictures of the pages against the same bound. */
const pictureBytesMax = 150_000;
/** By file: the state as its test calls it, with width and theme. */
const states = { 'run.png': 'run-over-1400-dark' };
/** Titles of the tests that keep them, and their files. */
const titles = 'cuts no word in two|that are over say how they ended';
const files = ['dashboard-states', 'dashboard-runs'].map((name) => `test/e2e/${name}.test.ts`);

const folder = mkdtempSync(join(tmpdir(), 'orrery-pictures-'));
try {
  const isBuilt = await buildIfStale();
  const { code, stdout, stderr } = await runCommand(
    localProgram('vitest'),
    ['run', '--project', 'e2e', '-t', titles, ...files],
    { env: { DASHBOARD_PICTURES: folder } },
  );
  const pages = readdirSync(folder).filter((name) => name.startsWith('dashboard-'));
  if (isBuilt && code === 0) {
    for (const [name, state] of Object.entries(states))
      copyFileSync(join(folder, `${state}.png`), join(root, 'docs/images', name));
    for (const name of pages) {
      const { size } = statSync(join(folder, name));
      if (size > pictureBytesMax) throw new Error(`${name} has ${size} bytes`);
      copyFileSync(join(folder, name), join(root, 'docs/images', name));
    }
    process.stdout.write(`took ${[...Object.keys(states), ...pages].join(', ')}\n`);
  } else process.stdout.write(`${stdout}${stderr}`);
  process.exitCode = isBuilt ? code : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
