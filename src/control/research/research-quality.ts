/** Research quality: signals over the items of the queue, and why queued ones would be admitted. */
import { projectSchema, type QueueItem, queueItemSchema } from '../../domain/records.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { ListQuery, Page } from '../../store/ports/read-models.ts';
import { mapInPieces, type Needs } from '../common/index.ts';

import { type Admission, diagnoseAdmission } from './admission.ts';
import { findDuplicates } from './project-relatives.ts';
import { type ResearchSignal, readIdea, researchSignals, signalsOf } from './research-signals.ts';
import { readTotals, yieldEvery } from './research-totals.ts';

interface ResearchRow {
  readonly project_id: string;
  readonly project_name: string;
  readonly status: string;
  readonly run_id: string | null;
  readonly project_decision: string | null;
  readonly evidence_strength: string | null;
  readonly positive: boolean | null;
  readonly signals: readonly ResearchSignal[];
  /** For queued items; null for others. */
  readonly admission: Admission | null;
  readonly updated_at: string;
}

/** One page of items with their signals, and totals over those that changed last. */
export async function readResearchQuality(
  context: Needs<'clock' | 'reads' | 'workers'>,
  query: ListQuery,
) {
  const page = await context.reads.list('queue_item', {
    ...query,
    sort: query.sort ?? '-updated_at',
  });
  const rows = await toRows(context, page);
  return {
    page: { rows, nextCursor: page.nextCursor },
    rows,
    totals: await readTotals(context),
    signals: researchSignals,
    generated_at: toIsoTime(context.clock.now()),
  };
}

/** Queued items in the order in which they would be dispatched, each with its admission. */
export async function readCandidates(context: Needs<'reads' | 'workers'>, query: ListQuery) {
  const page = await context.reads.list('queue_item', {
    ...query,
    sort: null,
    filters: { ...query.filters, status: 'queued' },
  });
  return {
    page: { rows: page.rows, nextCursor: page.nextCursor },
    rows: await toRows(context, page),
  };
}

async function toRows(
  context: Needs<'reads' | 'workers'>,
  page: Page<Readonly<Record<string, unknown>>>,
): Promise<ResearchRow[]> {
  const busyLanes = new Set(await context.reads.activeLanes());
  return mapInPieces(
    page.rows,
    (row) => describe(context, queueItemSchema.parse(row), busyLanes),
    yieldEvery,
  );
}

async function describe(
  context: Needs<'reads' | 'workers'>,
  item: QueueItem,
  busyLanes: ReadonlySet<string>,
): Promise<ResearchRow> {
  const row = await context.reads.get('project', item.project_id);
  const project = row === undefined ? null : projectSchema.parse(row);
  const readings = readIdea(project);
  const duplicates = project === null ? [] : await findDuplicates(context, project);
  const parentId = project?.parent_project_id ?? null;
  const parentExists =
    parentId === null ? null : (await context.reads.get('project', parentId)) !== undefined;
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    status: item.status,
    run_id: item.current_run_id,
    project_decision: item.decision?.project_decision ?? null,
    evidence_strength: item.decision?.evidence_strength ?? null,
    positive: item.gate_verdict?.positive ?? null,
    signals: signalsOf(item, readings, duplicates),
    admission:
      item.status === 'queued'
        ? diagnoseAdmission(context, item, {
            project,
            parentExists,
            duplicates,
            readings,
            busyLanes,
          })
        : null,
    updated_at: item.updated_at,
  };
}
