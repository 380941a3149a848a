/** The thread that writes a store: turns, and everything else that is written to the same file. */
import { workerData } from 'node:worker_threads';
import { serveJournal } from '../../../actors/journal/sqlite/thread/serve.ts';
import { WriteLock } from '../../../actors/journal/sqlite/write-lock.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { ThreadData } from '../../../lib/worker-thread.ts';
import { projections } from '../../projections.ts';
import { headPathOf } from '../head/head-file.ts';
import { createHeadKeeper } from '../head/keep.ts';
import { openSqlite } from '../open.ts';
import { watchPlace } from '../place-watch.ts';
import { createChores, patientChores } from './chores.ts';
import type { WriterData } from './writer-data.ts';

/** Long enough to win against somebody who takes the lock again and again. */
const lockTimeoutMs = 50;

const { port, data } = workerData as ThreadData<WriterData>;
const db = openSqlite(data.options);
// Waiting for another process's lock is the journal's: it can do other things meanwhile.
db.pragma(`busy_timeout = ${lockTimeoutMs}`);
const lock = new WriteLock(systemClock, data.rig?.lockWaitMs);
const heads = createHeadKeeper({
  path: headPathOf(data.options.path),
  epoch: data.epoch,
  clock: systemClock,
});
const chores = createChores(db, lock, heads, watchPlace(data.options.path));
serveJournal({
  db,
  projections,
  port,
  clock: systemClock,
  chores,
  patient: patientChores,
  lock,
  heads,
  rig: data.rig,
});
