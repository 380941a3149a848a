/** A thread that reads a store, on a read-only connection of its own. */
import { workerData } from 'node:worker_threads';
import { createJournalReads } from '../../../actors/journal/sqlite/reads.ts';
import { servePool } from '../../../lib/serve-pool.ts';
import type { ThreadData } from '../../../lib/worker-thread.ts';
import { createChainReads } from '../../chain-walk.ts';
import type { ArchiveRule } from '../../ports/event-archive.ts';
import { createArchiveReads } from '../archive/moving.ts';
import { archiveFolderOf } from '../archive/place.ts';
import { findDamage } from '../find-damage.ts';
import { openSqlite } from '../open.ts';
import { createHeavyReads } from '../reads/heavy-reads.ts';
import { createSqliteTelemetryHistory } from '../reads/telemetry-history.ts';

const { port, data: path } = workerData as ThreadData<string>;
const db = openSqlite({ path, readonly: true });
const history = createSqliteTelemetryHistory(db);
const archive = createArchiveReads(db, archiveFolderOf(path));
const methods: Readonly<Record<string, (...args: never[]) => Promise<unknown>>> = {
  ...createHeavyReads(db),
  read: history.read,
  isThinned: history.isThinned,
  walk: createChainReads(createJournalReads(db)).walk,
  archiveState: archive.state,
  writeArchive: (rule: ArchiveRule) => archive.write(rule),
  quickCheck: async () => findDamage(db, 'quick_check'),
};

servePool(
  port,
  ({ method, args }) => methods[method]?.(...(args as never[])),
  () => db.close(),
);
