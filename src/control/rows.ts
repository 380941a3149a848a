/** Stored rows as lists and details show them: with age, links, groups and operator words. */
import {
  type Paper,
  paperSchema,
  queueItemSchema,
  type Run,
  runSchema,
} from '../domain/records.ts';
import type { StoredEvent } from '../store/ports/journal.ts';
import type { EntityRow } from '../store/ports/read-models.ts';
import { describeEvent } from './event-words.ts';
import { excerpt } from './excerpt.ts';
import {
  operatorLaneOf,
  operatorNextStep,
  type PaperProgress,
  queueGroupsOf,
} from './operator-lanes.ts';
import type { ControlContext } from './ports.ts';

const ageSeconds = (context: ControlContext, since: string): number =>
  Math.max(0, Math.round((context.clock.now() - Date.parse(since)) / 1000));

/** Internal members that say nothing to a reader of the API. */
const hiddenMembers = ['pending_dispatch', 'pending_cancel', 'pending_request', 'resume_status'];

function withoutHidden(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const member of hiddenMembers) delete shown[member];
  return shown;
}

export async function toQueueRow(context: ControlContext, row: EntityRow) {
  const item = queueItemSchema.parse(row);
  const lane = operatorLaneOf(item, await paperProgress(context, item.paper_id));
  return {
    ...withoutHidden(row),
    queue_groups: queueGroupsOf(item),
    age_seconds: ageSeconds(context, item.created_at),
    operator_lane: lane,
    operator_next_step: operatorNextStep(item, lane),
    operator_attention: lane === 'attention',
    links: {
      self: `/control/api/v1/projects/${item.project_id}`,
      ...(item.current_run_id === null
        ? {}
        : { run: `/control/api/v1/runs/${item.current_run_id}` }),
      ...(item.paper_id === null ? {} : { paper: `/control/api/v1/papers/${item.paper_id}` }),
    },
  };
}

/** How far the paper of an item has come; null without one. */
export async function paperProgress(
  context: ControlContext,
  paperId: string | null,
): Promise<PaperProgress | null> {
  if (paperId === null) return null;
  const [review, entry] = await Promise.all([
    context.reads.get('paper_review', paperId),
    context.reads.get('corpus_entry', paperId),
  ]);
  return {
    finalized: review?.['status'] === 'finalized',
    imported: entry?.['status'] === 'imported',
  };
}

export function toRunRow(context: ControlContext, row: EntityRow) {
  const run: Run = runSchema.parse(row);
  const { status, ...rest } = withoutHidden(row);
  return {
    ...rest,
    state: status,
    age_seconds: ageSeconds(context, run.created_at),
    links: {
      self: `/control/api/v1/runs/${run.run_id}`,
      project: `/control/api/v1/projects/${run.project_id}`,
    },
  };
}

export function toPaperRow(context: ControlContext, row: EntityRow) {
  const paper: Paper = paperSchema.parse(row);
  const { status, ...rest } = withoutHidden(row);
  return {
    ...rest,
    paper_status: status,
    age_seconds: ageSeconds(context, paper.created_at),
    links: {
      self: `/control/api/v1/papers/${paper.paper_id}`,
      run: `/control/api/v1/runs/${paper.run_id}`,
      project: `/control/api/v1/projects/${paper.project_id}`,
    },
  };
}

/** Marks that intake leaves among a project's tags for itself. */
const ownTag = /^(?:intake|title):[0-9a-f]{16}$/;

const shownTags = (tags: unknown): unknown[] =>
  Array.isArray(tags) ? tags.filter((tag) => !ownTag.test(String(tag))) : [];

export function toProjectRow(row: EntityRow): Record<string, unknown> {
  return {
    ...withoutHidden(row),
    tags: shownTags(row['tags']),
    links: { self: `/control/api/v1/projects/${String(row['project_id'])}` },
  };
}

/** A row as lists show it: where a long text is cut, `truncated` says so. */
export function inList(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { value, cut } = excerpt(row);
  return cut ? { ...(value as Record<string, unknown>), truncated: true } : row;
}

/** An event for lists, in words too; long texts in its payload are cut, its own route has them whole. */
export function toEventListRow(event: StoredEvent) {
  const { value, cut } = excerpt(event.payload);
  const row = { ...event, summary: describeEvent(event) };
  return cut ? { ...row, payload: value, payload_truncated: true } : row;
}

/** Members that changed, with the names that the lists of this kind have and without internals. */
export function toShownChange(
  kind: string,
  set: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { status, ...shown } = withoutHidden(set);
  if (status !== undefined) shown[statusNames[kind] ?? 'status'] = status;
  if (kind === 'project' && 'tags' in shown) shown['tags'] = shownTags(shown['tags']);
  return shown;
}

/** What lists call the status of a kind, where that is not `status`. */
const statusNames: Readonly<Record<string, string>> = { run: 'state', paper: 'paper_status' };

/** A stored row of any other kind, without its internals. */
export const toPlainRow = (row: EntityRow): Record<string, unknown> => withoutHidden(row);
