/**
 * Compares a snapshot with the live queue: rows that only one side has, and members that differ.
 * What the snapshot does not say is not a difference. The live side is read page by page while it
 * may change; the events before and after tell whether it did.
 */
import { limits } from '../domain/limits.ts';
import type { coreDivergenceKinds } from '../domain/records.ts';
import type { ComparisonResult, FoundDivergence } from '../machines/core-snapshot/events.ts';
import type { EntityRow, ReadModels } from '../store/ports/read-models.ts';
import { inPieces, letOthersRun } from './in-pieces.ts';
import type { ReadSnapshot } from './read-snapshot.ts';
import type { PaperRow, QueueRow } from './rows.ts';

/** Members of a queue row that are compared. */
const queueFields = [
  'status',
  'dispatch_priority',
  'manual_review_required',
  'current_run_id',
  'machine_target',
] as const satisfies readonly (keyof QueueRow)[];

type Entity = FoundDivergence['entity'];
type Kind = (typeof coreDivergenceKinds)[number];

/**
 * Reads and changes nothing. The counts are of all divergences, the list holds
 * `limits.coreDivergencesMax`. Two different heads: the queue changed meanwhile.
 */
export async function compareWithQueue(
  reads: Pick<ReadModels, 'head' | 'list'>,
  snapshot: ReadSnapshot,
): Promise<ComparisonResult> {
  const ledger = new Ledger();
  const headFrom = await reads.head();
  const liveQueue = await compareRows(reads, ledger, {
    entity: 'queue_item',
    idField: 'project_id',
    rows: snapshot.queue,
    repeated: snapshot.repeatedQueue,
    differences: differencesOfItem,
  });
  const livePapers = await compareRows(reads, ledger, {
    entity: 'paper',
    idField: 'paper_id',
    rows: snapshot.papers,
    repeated: snapshot.repeatedPapers,
    differences: (row: PaperRow, live) => differences(row, live, ['status']),
  });
  return {
    live_queue_rows: liveQueue,
    live_paper_rows: livePapers,
    divergence_count: ledger.count,
    by_kind: ledger.byKind,
    live_head_from: headFrom,
    live_head_to: await reads.head(),
    divergences: ledger.listed,
  };
}

/** Counts all divergences and lists the first ones. */
class Ledger {
  readonly listed: FoundDivergence[] = [];
  readonly byKind: Record<string, number> = {};
  count = 0;

  add(kind: Kind, entity: Entity, id: string, difference: Difference = nothing): void {
    this.count += 1;
    this.byKind[kind] = (this.byKind[kind] ?? 0) + 1;
    if (this.listed.length < limits.coreDivergencesMax) {
      this.listed.push({ kind, entity, id, ...difference });
    }
  }
}

type Difference = Pick<FoundDivergence, 'field' | 'snapshot_value' | 'live_value'>;
const nothing: Difference = { field: null, snapshot_value: null, live_value: null };

interface Side<Row> {
  readonly entity: Entity;
  readonly idField: 'project_id' | 'paper_id';
  readonly rows: ReadonlyMap<string, Row>;
  readonly repeated: ReadonlySet<string>;
  differences(row: Row, live: EntityRow): readonly Difference[];
}

/** Returns the number of live rows. */
async function compareRows<Row>(
  reads: Pick<ReadModels, 'list'>,
  ledger: Ledger,
  side: Side<Row>,
): Promise<number> {
  const { entity, rows } = side;
  for (const id of side.repeated) ledger.add('repeated_in_snapshot', entity, id);
  const met = new Set<string>();
  let live = 0;
  for await (const row of everyRow(reads, entity, side.idField)) {
    live += 1;
    const id = String(row[side.idField]);
    const sent = rows.get(id);
    if (sent === undefined) ledger.add('missing_in_snapshot', entity, id);
    else {
      met.add(id);
      for (const difference of side.differences(sent, row)) {
        ledger.add('field_differs', entity, id, difference);
      }
    }
  }
  await inPieces([...rows.keys()], (id) => {
    if (!met.has(id)) ledger.add('missing_in_queue', entity, id);
  });
  return live;
}

/** Every row of a kind in order of id: neither skipped nor repeated while others change. */
async function* everyRow(
  reads: Pick<ReadModels, 'list'>,
  kind: Entity,
  sort: string,
): AsyncGenerator<EntityRow> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ReadModels['list']>> = await reads.list(kind, {
      cursor,
      pageSize: limits.pageSizeMax,
      sort,
      filters: {},
      search: '',
    });
    yield* page.rows;
    cursor = page.nextCursor;
    await letOthersRun();
  } while (cursor !== null);
}

function differencesOfItem(row: QueueRow, live: EntityRow): Difference[] {
  return differences(row, live, queueFields);
}

function differences<Row extends object>(
  row: Row,
  live: EntityRow,
  fields: readonly (keyof Row & string)[],
): Difference[] {
  return fields.flatMap((field) => {
    const said: unknown = row[field];
    const is = live[field] ?? null;
    // A status that is not known here says nothing that could be compared.
    if (said === undefined || said === is || (field === 'status' && said === null)) return [];
    return [{ field, snapshot_value: asText(said), live_value: asText(is) }];
  });
}

/** Compared members are texts, numbers and flags. */
function asText(value: unknown): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
