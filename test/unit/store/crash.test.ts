/** A process killed while it commits leaves a store that verifies and holds all it confirmed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import {
  type WriterRig,
  writerPoints,
} from '../../../src/actors/journal/sqlite/thread/writer-rig.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { builtScript } from '../../support/built-script.ts';
import { createTempDir, listQuery, openTestStore } from '../../support/store-fixtures.ts';

const dir = createTempDir();
const path = join(dir.path, 'store.db');
const endless = Number.POSITIVE_INFINITY;

const bundle = builtScript('store-crash-writer');
afterAll(() => dir.remove());

/** Lets it write until it is killed, at the latest after `lines` confirmations; the last event confirmed. */
async function writeUntilKilled(rig: WriterRig, lines = endless): Promise<number> {
  const child = spawn(process.execPath, [bundle, path, JSON.stringify(rig)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  let confirmed = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    confirmed = Math.max(confirmed, Number(line));
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  }
  expect(await exited).toBe('SIGKILL');
  return confirmed;
}

async function expectSound(confirmed: number): Promise<void> {
  const { journal, reads } = openTestStore(path);
  const report = await verifyJournal(journal);
  expect(report.problems).toEqual([]);
  expect(report.events).toBeGreaterThanOrEqual(confirmed);
  // Whole batches only.
  expect(report.events % 40).toBe(0);
  if (report.events > 0) {
    const found = await reads.list('queue_item', listQuery({ search: '"p0-0"' }));
    expect(found.rows).toMatchObject([{ project_id: 'p0-0' }]);
  }
  await journal.close();
}

it.each(writerPoints)(
  'keeps every confirmed turn and no half of another when killed at %s',
  async (point) => {
    for (const nth of [1, 4]) await expectSound(await writeUntilKilled({ killAt: { point, nth } }));
  },
  60_000,
);

it('does so wherever a kill from outside meets it', async () => {
  for (const lines of [1, 4, 9, 15]) await expectSound(await writeUntilKilled({}, lines));
});
