/**
 * Compares a snapshot with the live queue: rows that only one side has, and members that differ, each
 * with what operator verbs could do about it. What the snapshot does not say is not a difference. The
 * live side is read page by page while it may change; the events before and after tell whether it did.
 */
import { limits } from '../domain/limits.ts';
import { queueItemSchema } from '../domain/records.ts';
import type { CoreChange } from '../machines/core-snapshot/effects.ts';
import type { ComparisonResult } from '../machines/core-snapshot/events.ts';
import type { EntityRow, ReadModels } from '../store/ports/read-models.ts';
import { type Difference, DivergenceLedger, type Entity, illegal } from './divergence-ledger.ts';
import { inPieces, letOthersRun } from './in-pieces.ts';
import { judgeItem, whyMissing } from './judge-item.ts';
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

/** What was found, and what would be asked of the items whose differences are listed. */
export interface Compared {
  readonly comparison: ComparisonResult;
  readonly changes: readonly CoreChange[];
}

/**
 * Reads and changes nothing. The counts are of all divergences, the list holds
 * `limits.coreDivergencesMax`, those first that could be applied. Two different heads: the queue
 * changed meanwhile. `workers` are the names of those that are configured.
 */
export async function compareWithQueue(
  reads: Pick<ReadModels, 'head' | 'list'>,
  snapshot: ReadSnapshot,
  workers: readonly string[],
): Promise<Compared> {
  const ledger = new DivergenceLedger();
  const headFrom = await reads.head();
  const liveQueue = await compareRows(reads, ledger, {
    entity: 'queue_item',
    idField: 'project_id',
    rows: snapshot.queue,
    repeated: snapshot.repeatedQueue,
    whyMissing,
    note(row, live) {
      const found = differences(row, live, queueFields);
      if (snapshot.repeatedQueue.has(row.project_id)) {
        for (const difference of found)
          ledger.add('field_differs', 'queue_item', row.project_id, () => namedTwice, difference);
      } else if (ledger.isFull) ledger.countMore('field_differs', found.length);
      else if (found.length > 0) noteItem(ledger, { row, live, found, workers });
    },
  });
  const livePapers = await compareRows(reads, ledger, {
    entity: 'paper',
    idField: 'paper_id',
    rows: snapshot.papers,
    repeated: snapshot.repeatedPapers,
    whyMissing: (id) => `There is no paper ${id}. ${noPapers}`,
    note(row: PaperRow, live) {
      for (const difference of differences(row, live, ['status']))
        ledger.add('field_differs', 'paper', row.paper_id, () => noPapers, difference);
    },
  });
  const comparison = {
    live_queue_rows: liveQueue,
    live_paper_rows: livePapers,
    divergence_count: ledger.count,
    by_kind: ledger.byKind,
    live_head_from: headFrom,
    live_head_to: await reads.head(),
    divergences: ledger.listed,
  };
  return { comparison, changes: ledger.changes };
}

const noPapers = 'Snapshots change no papers; their own routes do.';
const notNamed = 'The snapshot does not name it, which asks for nothing.';
const namedTwice = 'The snapshot names it more than once, so it is not clear what it asks for.';

interface DifferingItem {
  readonly row: QueueRow;
  readonly live: EntityRow;
  readonly found: readonly Difference[];
  readonly workers: readonly string[];
}

function noteItem(ledger: DivergenceLedger, { row, live, found, workers }: DifferingItem): void {
  const fields = found.map(({ field }) => field ?? '');
  const { steps, verdicts } = judgeItem(queueItemSchema.parse(live), row, { fields, workers });
  const { project_id } = row;
  ledger.addItem(
    project_id,
    found.map((difference) => ({
      ...difference,
      ...(verdicts.get(difference.field ?? '') ?? illegal('')),
    })),
    steps.length === 0 ? null : { project_id, version: live.version, steps },
  );
}

interface Side<Row> {
  readonly entity: Entity;
  readonly idField: 'project_id' | 'paper_id';
  readonly rows: ReadonlyMap<string, Row>;
  readonly repeated: ReadonlySet<string>;
  /** Why a row that only the snapshot has stays where it is. */
  whyMissing(id: string): string;
  /** Tells the ledger in what a row differs from its live one. */
  note(row: Row, live: EntityRow): void;
}

/** Returns the number of live rows. */
async function compareRows<Row>(
  reads: Pick<ReadModels, 'list'>,
  ledger: DivergenceLedger,
  side: Side<Row>,
): Promise<number> {
  const { entity, rows } = side;
  for (const id of side.repeated) ledger.add('repeated_in_snapshot', entity, id, () => namedTwice);
  const met = new Set<string>();
  let live = 0;
  for await (const row of everyRow(reads, entity, side.idField)) {
    live += 1;
    const id = String(row[side.idField]);
    const sent = rows.get(id);
    if (sent === undefined) ledger.add('missing_in_snapshot', entity, id, () => notNamed);
    else {
      met.add(id);
      side.note(sent, row);
    }
  }
  await inPieces([...rows.keys()], (id) => {
    if (!met.has(id)) ledger.add('missing_in_queue', entity, id, () => side.whyMissing(id));
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
