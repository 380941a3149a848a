/** A database whose store is copied. Nothing is written to it: a login that may only read is enough. */
import { openReaders } from '../../actors/journal/postgres/connect.ts';
import { requireMigrated } from '../../actors/journal/postgres/migrate.ts';
import {
  checkUrl,
  quoteSchema,
  schemaDefault,
  toOpenError,
} from '../../actors/journal/postgres/open.ts';
import { openJournalSource } from '../../actors/journal/postgres/source.ts';
import type { Clock } from '../../lib/clock.ts';
import { readPostgres, readPostgresMark } from './postgres-rows.ts';
import type { CopySource, SourceMark } from './side.ts';
import { CopyError } from './tables.ts';

/** How long a writer that did not say that it ended is watched, ms: a living one moves its beat every second. */
const watchMs = 4_000;
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
  const writers = openJournalSource({ url, schema });
  const closeAll = async (): Promise<void> => void (await Promise.all([close(), writers.close()]));
  try {
    await requireMigrated(read, quoted);
    const first = await writers.writer();
    if (first?.is_open === true) {
      await new Promise<void>((resolve) => void clock.setTimer(watchMs, resolve));
    }
    const isSameWriter = async (): Promise<boolean> => {
      const now = await writers.writer();
      return now?.beat === first?.beat && now?.fence === first?.fence;
    };
    if (!(await isSameWriter())) throw new CopyError(living);
    const mark = await readPostgresMark(read, quoted);
    return {
      ...readPostgres(read, quoted, closeAll),
      mark,
      async requireUnchanged() {
        const now = await readPostgresMark(read, quoted);
        if (!isSame(now, mark) || !(await isSameWriter())) throw new CopyError(living);
      },
    };
  } catch (error) {
    await closeAll();
    throw error instanceof CopyError ? error : toOpenError(error);
  }
}

const isSame = (left: SourceMark, right: SourceMark): boolean =>
  left.event_id === right.event_id && left.hash === right.hash;
