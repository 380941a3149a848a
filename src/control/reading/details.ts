/** One entity with what belongs to it: bounded runs, papers and events. */

import type { EntityKind } from '../../domain/entities/all.ts';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import { aging, type Freshness } from '../../domain/freshness.ts';
import { limits } from '../../domain/limits.ts';
import { replicationSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { type EntityRow, firstPage, newestEvents } from '../../store/ports/read-models.ts';
import { type Needs, stampOf } from '../common/index.ts';
import {
  inList,
  toEventListRow,
  toPaperRow,
  toPlainRow,
  toProjectRow,
  toQueueRow,
  toRunRow,
} from './rows.ts';

const relatedMax = 50;

async function require(
  context: Needs<'reads'>,
  kind: string,
  id: string,
  code: ErrorCode,
): Promise<EntityRow> {
  const row = await context.reads.get(kind, id);
  if (row === undefined)
    throw new ServiceError(code, `no ${kind.replace('_', ' ')} has the id ${JSON.stringify(id)}`);
  return row;
}

async function related(
  context: Needs<'reads'>,
  kind: EntityKind,
  filters: Readonly<Record<string, string>>,
  pageSize: number = relatedMax,
) {
  const page = await context.reads.list(kind, { ...firstPage, pageSize, filters });
  return page.rows;
}

const eventsOf = async (context: Needs<'reads'>, entityId: string) => {
  const events = await context.reads.events({ ...newestEvents, limit: relatedMax, entityId });
  return events.map(toEventListRow);
};

/** Throws `run_not_found`. */
export async function readRun(context: Needs<'clock' | 'reads' | 'settings'>, runId: string) {
  const row = await require(context, 'run', runId, 'run_not_found');
  const projectId = asText(row['project_id']);
  const [project, papers, events] = await Promise.all([
    context.reads.get('project', projectId),
    // A run's papers are among those of its project, which has an index.
    related(context, 'paper', { project_id: projectId, run_id: runId }),
    eventsOf(context, runId),
  ]);
  return {
    ok: true,
    run: toRunRow(context, row),
    project: project === undefined ? null : inList(toProjectRow(project)),
    papers: papers.map((paper) => toPaperRow(context, paper)),
    events,
    ...stampOf(context.clock, 'store'),
  };
}

/** 404 when neither a project record nor a queue item exists; at most `runsMax` runs and papers. */
export async function readProject(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  projectId: string,
  runsMax: number = relatedMax,
) {
  const [project, item] = await Promise.all([
    context.reads.get('project', projectId),
    context.reads.get('queue_item', projectId),
  ]);
  if (project === undefined && item === undefined) {
    throw new ServiceError(
      'project_not_found',
      `neither a project nor a queue item has the id ${JSON.stringify(projectId)}`,
    );
  }
  const [runs, papers, events, workers] = await Promise.all([
    related(context, 'run', { project_id: projectId }, runsMax),
    related(context, 'paper', { project_id: projectId }, runsMax),
    eventsOf(context, projectId),
    related(context, 'worker_target', {}),
  ]);
  return {
    ok: true,
    project: project === undefined ? null : toProjectRow(project),
    queue_item: item === undefined ? null : await toQueueRow(context, item),
    runs: runs.map((run) => toRunRow(context, run)),
    papers: papers.map((paper) => toPaperRow(context, paper)),
    events,
    worker_observations: workers.map((worker) => ({
      ...toPlainRow('worker_target', worker),
      freshness: observationFreshness(context, worker),
    })),
    ...stampOf(context.clock, 'store'),
  };
}

/** How old what a worker last answered is. */
export function observationFreshness({ clock }: Needs<'clock'>, worker: EntityRow): Freshness {
  const status = asText(worker['status']);
  return aging(clock.now(), {
    source: 'worker_preflight',
    target: asText(worker['target']),
    at: typeof worker['observed_at'] === 'string' ? worker['observed_at'] : null,
    ttlMs: limits.preflightReuseMs,
    failed: status === 'unreachable',
    detail: `last preflight: ${asText(worker['reason'], status)}`,
  });
}

/** Throws `paper_not_found`. */
export async function readPaper(context: Needs<'clock' | 'reads' | 'settings'>, paperId: string) {
  const row = await require(context, 'paper', paperId, 'paper_not_found');
  const [project, run, review, replication, entry, events] = await Promise.all([
    context.reads.get('project', asText(row['project_id'])),
    context.reads.get('run', asText(row['run_id'])),
    context.reads.get('paper_review', paperId),
    context.reads.get('replication', paperId),
    context.reads.get('corpus_entry', paperId),
    eventsOf(context, paperId),
  ]);
  return {
    ok: true,
    paper: toPaperRow(context, row),
    project: project === undefined ? null : inList(toProjectRow(project)),
    run: run === undefined ? null : toRunRow(context, run),
    review: review === undefined ? null : reviewRow(review),
    replication: replication === undefined ? null : replicationSchema.parse(replication),
    corpus_entry: entry === undefined ? null : toPlainRow('corpus_entry', entry),
    events,
    ...stampOf(context.clock, 'store'),
  };
}

function reviewRow(row: EntityRow) {
  const { status, ...rest } = toPlainRow('paper_review', row);
  return { ...rest, review_status: status };
}

/** The event with its whole payload. Throws `event_not_found`. */
export async function readEvent(context: Needs<'clock' | 'reads'>, eventId: number) {
  const event = await context.reads.event(eventId);
  if (event === undefined)
    throw new ServiceError('event_not_found', `no event has the id ${eventId}`);
  return { ok: true, event, ...stampOf(context.clock, 'store') };
}
