/**
 * The queue as a snapshot that the core sub-service of another service takes as it is. It is made
 * page by page while it is sent, in order of id, so that no size of queue fills the memory, and rows
 * that change meanwhile are neither left out nor sent twice.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { productWord } from '../../domain/product.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { EntityRow } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';

/** Rows read and written in one go. */
const pageRows = 200;

/** Throws `snapshot_too_large` before anything is sent; the bytes are one JSON object. */
export async function exportSnapshot(
  context: Needs<'clock' | 'entropy' | 'reads'>,
): Promise<AsyncIterable<Uint8Array>> {
  await refuseTooMany(context, 'queue_item', 'queue');
  await refuseTooMany(context, 'paper', 'paper');
  const capturedAt = toIsoTime(context.clock.now());
  return write(context, {
    // Another export is another snapshot, even of the same rows.
    idempotency_key: `export:${capturedAt}:${context.entropy.id()}`,
    source: productWord,
    mode: 'shadow',
    captured_at: capturedAt,
  });
}

async function refuseTooMany(
  context: Needs<'reads'>,
  kind: 'queue_item' | 'paper',
  what: string,
): Promise<void> {
  const rows = await context.reads.count(kind, {});
  if (rows <= limits.coreSnapshotRowsMax) return;
  throw new ServiceError(
    'snapshot_too_large',
    `there are ${rows} ${what} rows and a snapshot holds ${limits.coreSnapshotRowsMax}; read them from the v1 lists instead`,
    { rows, rows_max: limits.coreSnapshotRowsMax },
  );
}

async function* write(
  context: Needs<'reads'>,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"queue_rows":[`);
  yield* writeRows(context, 'queue_item', 'project_id', toQueueRow);
  yield Buffer.from('],"paper_rows":[');
  yield* writeRows(context, 'paper', 'paper_id', toPaperRow);
  yield Buffer.from(']}\n');
}

async function* writeRows(
  { reads }: Needs<'reads'>,
  kind: 'queue_item' | 'paper',
  sort: string,
  toRow: (row: EntityRow) => object,
): AsyncGenerator<Uint8Array> {
  let cursor: string | null = null;
  let first = true;
  do {
    const page: Awaited<ReturnType<typeof reads.list>> = await reads.list(kind, {
      cursor,
      pageSize: pageRows,
      sort,
      filters: {},
      search: '',
    });
    const text = page.rows.map((row) => JSON.stringify(toRow(row))).join(',\n');
    if (text !== '') {
      yield Buffer.from(first ? text : `,\n${text}`);
      first = false;
    }
    cursor = page.nextCursor;
    // Others get their turn before the next page.
    await nextTick();
  } while (cursor !== null);
}

/** What another queue can compare with; the texts of a project stay here. */
function toQueueRow(row: EntityRow): object {
  const verdict = row['gate_verdict'] as { readonly positive?: unknown } | null;
  return {
    project_id: row['project_id'],
    status: row['status'],
    dispatch_priority: row['dispatch_priority'],
    manual_review_required: row['manual_review_required'],
    current_run_id: row['current_run_id'],
    machine_target: row['machine_target'],
    paper_id: row['paper_id'],
    ...(verdict === null ? {} : { gate_positive: verdict.positive === true }),
    updated_at: row['updated_at'],
  };
}

function toPaperRow(row: EntityRow): object {
  return {
    paper_id: row['paper_id'],
    project_id: row['project_id'],
    run_id: row['run_id'],
    paper_status: row['status'],
    updated_at: row['updated_at'],
  };
}
