/** A process killed while it commits leaves a store that verifies and holds all it confirmed. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyJournal } from '../../../src/store/verify.ts';
import { createTempDir, listQuery, openTestStore } from '../../support/store-fixtures.ts';

const root = join(import.meta.dirname, '..', '..', '..');
// Inside the project, so that the bundle finds the native driver.
const bundle = join(
  root,
  'node_modules',
  '.cache',
  'store-tests',
  `crash-writer-${process.pid}.mjs`,
);
const dir = createTempDir();
const path = join(dir.path, 'store.db');

beforeAll(async () => {
  mkdirSync(join(bundle, '..'), { recursive: true });
  await build({
    entryPoints: [join(root, 'test', 'support', 'store-crash-writer.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
});
afterAll(() => {
  dir.remove();
  rmSync(bundle, { force: true });
});

/** Kills the writer right after it confirmed `batches` batches; answers the last confirmed event. */
async function writeAndKill(batches: number): Promise<number> {
  const child = spawn(process.execPath, [bundle, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  let confirmed = 0;
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    confirmed = Number(line);
    lines += 1;
    if (lines === batches) child.kill('SIGKILL');
  }
  expect(await exited).toBe('SIGKILL');
  return confirmed;
}

it('keeps every confirmed turn and no half of another', async () => {
  for (const batches of [1, 4, 9, 15]) {
    const confirmed = await writeAndKill(batches);
    const { journal, reads } = openTestStore(path);
    const report = await verifyJournal(journal);
    expect(report.problems).toEqual([]);
    expect(report.events).toBeGreaterThanOrEqual(confirmed);
    // Whole batches only.
    expect(report.events % 40).toBe(0);
    const found = await reads.list('queue_item', listQuery({ search: 'p0' }));
    expect(found.rows).toMatchObject([{ project_id: 'p0' }]);
    await journal.close();
  }
}, 60_000);
