/** The effect of a scheduled backup: its result in words, and nothing half when it is told to stop. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUpkeepEffects } from '../../../src/app/plane/scheduled-backup.ts';
import { createLog } from '../../../src/app/process/log.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { packageRoot } from '../../support/service-config.ts';
import {
  commitAll,
  createTempDir,
  openTestStore,
  queueItem,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

let dir: ReturnType<typeof createTempDir>;
let stateDir: string;
let backups: string;
let store: TestStore;
beforeEach(async () => {
  dir = createTempDir();
  stateDir = join(dir.path, 'state');
  backups = join(dir.path, 'backups');
  mkdirSync(stateDir);
  store = openTestStore(join(stateDir, 'control.db'));
  await commitAll(store.journal, [stateTurn('queue_item', 'a', 1, queueItem('a'))]);
});
afterEach(async () => {
  await store.journal.close();
  dir.remove();
});

function runEffect(backupDir: string | null, signal = new AbortController().signal) {
  const effects = createUpkeepEffects(
    {
      service: { stateDir },
      corpus: { dir: join(stateDir, 'corpus') },
      upkeep: { backupDir, backupIntervalMs: 60_000, backupKeep: 1 },
    } as Parameters<typeof createUpkeepEffects>[0],
    {
      clock: createManualClock(),
      packageRoot,
      log: createLog({ redact: (text) => text, write: () => {} }),
    },
  );
  const context = {
    effectId: 'e',
    address: { kind: 'upkeep', id: 'main' },
    attempt: 1,
    resumed: false,
    correlationId: 'c',
    causeId: null,
    signal,
  };
  return effects['upkeep.backup']!.run({}, context);
}

describe('the effect of a scheduled backup', () => {
  it('is a failure in words where there is no folder, or one that cannot be used', async () => {
    expect(await runEffect(null)).toMatchObject({ type: 'BACKUP_FAILED' });
    writeFileSync(backups, '');
    expect(await runEffect(backups)).toEqual({
      type: 'BACKUP_FAILED',
      error:
        'a file or folder cannot be read or written: it is there already (EEXIST): move it away',
    });
  });

  it('names the backup that was made, while the store is in use', async () => {
    const made = await runEffect(backups);
    expect(made).toMatchObject({ type: 'BACKED_UP', event_id: 1, kept: 1, deleted: [] });
    const names = readdirSync(backups);
    expect([(made as unknown as { name: string }).name]).toEqual(names);
  });

  it('has no result when it is told to stop: it is taken up again at the next start', async () => {
    const told = new AbortController();
    const running = runEffect(backups, told.signal);
    told.abort(new Error('stop'));
    await expect(running).rejects.toThrow('stop');
    expect(await runEffect(backups)).toMatchObject({ type: 'BACKED_UP', kept: 1 });
  });
});
