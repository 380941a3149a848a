/**
 * The queue projection: what can be said of a queue from a snapshot of its rows. Whatever a source
 * does not say is named in the warnings and counted as nothing.
 *
 * - Draft candidates: completed, the decision gate positive, no paper. A completed row that says
 *   nothing of its decision is none, and a warning counts it.
 * - Polish candidates: papers in `draft_review`, which a rewrite takes to `publication_draft`.
 */
import { limits } from '../domain/limits.ts';
import type { CoreActiveRow, CoreProjection } from '../domain/records.ts';
import { activeQueueStatuses } from '../domain/statuses.ts';
import { inPieces } from './in-pieces.ts';
import type { ReadSnapshot } from './read-snapshot.ts';
import type { QueueRow } from './rows.ts';

/** Label of the rules above; raised when they change. */
export const projectionVersion = 'queue_projection.v1';

/** Key of `status_counts` for rows without a status that is known here. */
const unknownStatus = 'unknown';

const active: ReadonlySet<string> = new Set(activeQueueStatuses);

/**
 * Pure, in pieces that let others run. Active rows are in order of id, at most
 * `limits.coreActiveRowsMax`.
 */
export async function projectQueue(snapshot: ReadSnapshot): Promise<CoreProjection> {
  const statuses: Record<string, number> = {};
  const paperStatuses: Record<string, number> = {};
  const papersOf = { projects: new Set<string>(), runs: new Set<string>() };
  await inPieces([...snapshot.papers.values()], (paper) => {
    add(paperStatuses, paper.status);
    if (paper.run_id !== undefined) papersOf.runs.add(paper.run_id);
    else if (paper.project_id !== undefined) papersOf.projects.add(paper.project_id);
  });
  const activeRows: QueueRow[] = [];
  let activeTotal = 0;
  let drafts = 0;
  let undecided = 0;
  await inPieces([...snapshot.queue.values()], (row) => {
    add(statuses, row.status);
    if (row.status !== null && active.has(row.status)) {
      activeTotal += 1;
      activeRows.push(row);
      if (activeRows.length >= 2 * limits.coreActiveRowsMax) keepFirst(activeRows);
    }
    if (row.status !== 'completed' || hasPaper(row, papersOf)) return;
    if (row.gate_positive === true) drafts += 1;
    if (row.gate_positive === undefined) undecided += 1;
  });
  keepFirst(activeRows);
  return {
    total_queue_rows: snapshot.queueTotal,
    total_paper_rows: snapshot.paperTotal,
    status_counts: statuses,
    paper_status_counts: paperStatuses,
    active_rows: activeRows.map(toActiveRow),
    active_total: activeTotal,
    draft_candidate_count: drafts,
    polish_candidate_count: paperStatuses['draft_review'] ?? 0,
    warnings: warningsOf(snapshot, {
      undecided,
      unknownQueue: statuses[unknownStatus] ?? 0,
      unknownPapers: paperStatuses[unknownStatus] ?? 0,
      activeTotal,
    }),
  };
}

/** Puts the rows in order of id and lets those go that are not listed. */
function keepFirst(rows: QueueRow[]): void {
  rows.sort((one, other) => (one.project_id < other.project_id ? -1 : 1));
  rows.length = Math.min(rows.length, limits.coreActiveRowsMax);
}

function add(counts: Record<string, number>, status: string | null): void {
  const name = status ?? unknownStatus;
  counts[name] = (counts[name] ?? 0) + 1;
}

interface PapersOf {
  readonly projects: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
}

function hasPaper(row: QueueRow, papersOf: PapersOf): boolean {
  if (typeof row.paper_id === 'string' || papersOf.projects.has(row.project_id)) return true;
  return typeof row.current_run_id === 'string' && papersOf.runs.has(row.current_run_id);
}

function toActiveRow(row: QueueRow): CoreActiveRow {
  return {
    project_id: row.project_id,
    status: row.status ?? unknownStatus,
    dispatch_priority: row.dispatch_priority ?? null,
    manual_review_required: row.manual_review_required ?? null,
    current_run_id: row.current_run_id ?? null,
    machine_target: row.machine_target ?? null,
    updated_at: row.updated_at ?? null,
  };
}

interface Gaps {
  readonly undecided: number;
  readonly unknownQueue: number;
  readonly unknownPapers: number;
  readonly activeTotal: number;
}

function warningsOf(snapshot: ReadSnapshot, gaps: Gaps): string[] {
  const { queueTotal, unnamedQueue, unnamedPapers, repeatedQueue, repeatedPapers } = snapshot;
  const left = gaps.activeTotal - limits.coreActiveRowsMax;
  const warnings: readonly [number | boolean, string][] = [
    [queueTotal === 0, 'the snapshot holds no queue rows'],
    [unnamedQueue, `${rows(unnamedQueue, 'queue')} no usable project_id: only in the total`],
    [unnamedPapers, `${rows(unnamedPapers, 'paper')} no usable paper_id: only in the total`],
    [repeatedQueue.size, `${repeatedQueue.size} project_id more than once: the last row counts`],
    [repeatedPapers.size, `${repeatedPapers.size} paper_id more than once: the last row counts`],
    [
      gaps.unknownQueue,
      `${rows(gaps.unknownQueue, 'queue')} no status known here: counted as ${unknownStatus}`,
    ],
    [
      gaps.unknownPapers,
      `${rows(gaps.unknownPapers, 'paper')} no paper_status known here: counted as ${unknownStatus}`,
    ],
    [
      gaps.undecided,
      `${rows(gaps.undecided, 'completed queue')} no paper and no decision that could be read: not counted as draft candidates`,
    ],
    [Math.max(0, left), `${left} more active rows are not listed`],
  ];
  return warnings.filter(([applies]) => Boolean(applies)).map(([, words]) => words);
}

const rows = (count: number, what: string): string =>
  count === 1 ? `1 ${what} row has` : `${count} ${what} rows have`;
