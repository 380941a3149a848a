/**
 * The rewrite batches as a list, those started last first. Their states have no columns to be sorted by; the log
 * has the order: each batch has one event of its start, and an index leads to these.
 */
import { batchProgress } from '../../domain/entities/rewrite-batch.ts';
import { limits } from '../../domain/limits.ts';
import { type RewriteBatch, rewriteBatchSchema } from '../../domain/records.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { type EntityRow, ListQueryError, type ReadModels } from '../../store/ports/read-models.ts';
import { mapInPieces, type Needs } from '../common/index.ts';
import { batchPath } from './batch-run.ts';

/** A page as asked for; empty texts narrow nothing. */
interface BatchListQuery {
  /** From the page before; null for the first page. */
  readonly cursor: string | null;
  readonly page_size: number;
  readonly status: RewriteBatch['status'] | '';
  /** Words of what started them: who asked, and ids of papers. */
  readonly search: string;
}

const kind = 'rewrite_batch';
const startsOf = { entityType: '', entityId: '', eventType: 'rewrite_batch.started', search: '' };

/**
 * A page of batches without their papers. Where one status is asked for, a page looks at no more than
 * `limits.pageSizeMax` batches, so it may be short and the list go on. Throws `ListQueryError`.
 */
export async function listBatches({ reads }: Needs<'reads'>, query: BatchListQuery) {
  const { page_size: pageSize, status, search } = query;
  const lookedMax = status === '' ? pageSize : limits.pageSizeMax;
  const before = await lastShown(reads, query);
  const starts = await reads.events({ ...startsOf, search, before, limit: lookedMax + 1 });
  const looked = starts.slice(0, lookedMax).map(({ entity_id: id }) => id);
  const wanted = status === '' ? looked : await idsIn(reads, status, looked);
  const shown = wanted.slice(0, pageSize);
  const rows = await mapInPieces(shown, (id) => reads.get(kind, id));
  const isMore = wanted.length > shown.length || starts.length > looked.length;
  const last = wanted.length > shown.length ? shown.at(-1) : looked.at(-1);
  return {
    rows: rows.flatMap((row) => (row === undefined ? [] : [toBatchRow(row)])),
    nextCursor: isMore && last !== undefined ? cursorOf(last, query) : null,
  };
}

function toBatchRow(row: EntityRow) {
  const { papers, ...batch } = rewriteBatchSchema.parse(row);
  const progress = batchProgress({ papers, status: batch.status });
  return { ...batch, progress, path: batchPath(batch.batch_id) };
}

async function idsIn(
  reads: Pick<ReadModels, 'statusesOf'>,
  status: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const statuses = await reads.statusesOf(kind, ids);
  return ids.filter((id) => statuses.get(id) === status);
}

/** Names the last batch of a page, and belongs to one status and search. */
const cursorOf = (id: string, { status, search }: BatchListQuery): string =>
  `${id}.${sha256Hex(JSON.stringify([id, status, search])).slice(0, 16)}`;

/** The event by which the last batch of the page before was started; null for the first page. */
async function lastShown(
  reads: Pick<ReadModels, 'events'>,
  query: BatchListQuery,
): Promise<number | null> {
  const { cursor } = query;
  if (cursor === null) return null;
  const id = cursor.slice(0, Math.max(0, cursor.lastIndexOf('.')));
  const [start] =
    cursor === cursorOf(id, query)
      ? await reads.events({ ...startsOf, entityType: kind, entityId: id, before: null, limit: 1 })
      : [];
  if (start !== undefined) return start.event_id;
  throw new ListQueryError('cursor', 'does not belong to this list; begin without one');
}
