/** A database whose store is copied. Nothing is written to it: a login that may only read is enough. */
import { openReaders, type Read } from '../../actors/journal/postgres/connect.ts';
import { leaseTimes, openLease } from '../../actors/journal/postgres/lease.ts';
import { requireMigrated } from '../../actors/journal/postgres/migrate.ts';
import {
  checkUrl,
  quoteSchema,
  schemaDefault,
  toOpenError,
  writerDefault,
} from '../../actors/journal/postgres/open.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeptHeadRead } from '../sqlite/head/head-file.ts';
import { readPostgres, readPostgresMark } from './postgres-rows.ts';
import type { CopySource, SourceMark } from './side.ts';
import { CopyError } from './tables.ts';

const living =
  'A control plane writes to this PostgreSQL database. Stop it first: what it writes meanwhile would not be in the copy.';

/**
 * Rejects with `CopyError` while a control plane writes to it and where it lacks the event that this machine saw last,
 * and as `openPostgresJournal` does.
 */
export async function openPostgresSource(
  url: string,
  clock: Clock,
  schema = schemaDefault,
  kept: KeptHeadRead = { kind: 'none' },
): Promise<CopySource> {
  checkUrl(url);
  const quoted = quoteSchema(schema);
  const { read, close } = openReaders({ url, readersMax: 2 }, false);
  const lease = openLease({ url, schema, boot: 'copy', address: null, program: null });
  const closeAll = async (): Promise<void> => void (await Promise.all([close(), lease.close()]));
  const isHeld = async (): Promise<boolean> => (await lease.holder()) !== null;
  try {
    await requireMigrated(read, quoted);
    // One that was killed holds it until it was not heard of for some seconds.
    if (await isHeld()) {
      await new Promise<void>((resolve) => void clock.setTimer(leaseTimes.expireMs, resolve));
    }
    if (await isHeld()) throw new CopyError(living);
    const fence = await readFence(read, quoted);
    await requireKept(read, quoted, kept);
    const mark = await readPostgresMark(read, quoted);
    return {
      ...readPostgres(read, quoted, closeAll),
      mark,
      async requireUnchanged() {
        const now = await readPostgresMark(read, quoted);
        // One that came and went again took a number, whatever it wrote: not all of it is in the log.
        const isTaken = (await readFence(read, quoted)) !== fence;
        if (isTaken || !isSame(now, mark) || (await isHeld())) throw new CopyError(living);
      },
    };
  } catch (error) {
    await closeAll();
    throw error instanceof CopyError ? error : toOpenError(error);
  }
}

/** The number that was last written under; 0 before anybody wrote. */
async function readFence(read: Read, schema: string): Promise<number> {
  const [row] = await read<{ fence: number }>(
    `SELECT fence FROM ${schema}.writers WHERE name = $1`,
    [writerDefault],
  );
  return row?.fence ?? 0;
}

/** A loss that nobody was told of would not be seen any more once the log is in a file. */
async function requireKept(read: Read, schema: string, kept: KeptHeadRead): Promise<void> {
  if (kept.kind !== 'kept' || kept.head.event_id === 0) return;
  const { event_id, hash, at } = kept.head;
  const [found] = await read<{ hash: string }>(
    `SELECT hash FROM ${schema}.events WHERE event_id = $1`,
    [event_id],
  );
  if (found?.hash === hash) return;
  throw new CopyError(
    `The log in PostgreSQL is not the one that was left: event ${event_id}, which had been committed by ${at}, ` +
      `${found === undefined ? 'is gone' : 'is another one'}. Start the service on it once and see what is gone.`,
  );
}

const isSame = (left: SourceMark, right: SourceMark): boolean =>
  left.event_id === right.event_id && left.hash === right.hash;
