/** A database whose store is copied. Nothing is written to it: a login that may only read is enough. */
import { openReaders } from '../../actors/journal/postgres/connect.ts';
import { leaseTimes, openLease } from '../../actors/journal/postgres/lease.ts';
import { requireMigrated } from '../../actors/journal/postgres/migrate.ts';
import {
  checkUrl,
  quoteSchema,
  schemaDefault,
  toOpenError,
} from '../../actors/journal/postgres/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { readPostgres, readPostgresMark } from './postgres-rows.ts';
import type { CopySource, SourceMark } from './side.ts';
import { CopyError } from './tables.ts';

const living =
  'A control plane writes to this PostgreSQL database. Stop it first: what it writes meanwhile would not be in the copy.';

/** Rejects with `CopyError` while a control plane writes to it, and as `openPostgresJournal` does. */
export async function openPostgresSource(
  url: string,
  clock: Clock,
  schema = schemaDefault,
): Promise<CopySource> {
  checkUrl(url);
  const quoted = quoteSchema(schema);
  const { read, close } = openReaders({ url, readersMax: 2 }, false);
  const lease = openLease({ url, schema, boot: 'copy', address: null });
  const closeAll = async (): Promise<void> => void (await Promise.all([close(), lease.close()]));
  const isHeld = async (): Promise<boolean> => (await lease.holder()) !== null;
  try {
    await requireMigrated(read, quoted);
    // One that was killed holds it until it was not heard of for some seconds.
    if (await isHeld()) {
      await new Promise<void>((resolve) => void clock.setTimer(leaseTimes.expireMs, resolve));
    }
    if (await isHeld()) throw new CopyError(living);
    const mark = await readPostgresMark(read, quoted);
    return {
      ...readPostgres(read, quoted, closeAll),
      mark,
      async requireUnchanged() {
        const now = await readPostgresMark(read, quoted);
        if (!isSame(now, mark) || (await isHeld())) throw new CopyError(living);
      },
    };
  } catch (error) {
    await closeAll();
    throw error instanceof CopyError ? error : toOpenError(error);
  }
}

const isSame = (left: SourceMark, right: SourceMark): boolean =>
  left.event_id === right.event_id && left.hash === right.hash;
