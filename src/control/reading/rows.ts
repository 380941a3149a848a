/** Stored rows as lists and details show them: with age, links, groups and operator words. */

import { viewsOfRun } from '../../domain/budgets.ts';
import { tableOf } from '../../domain/entities/kinds.ts';
import { lifted } from '../../domain/entities/lifts.ts';
import { reported } from '../../domain/freshness.ts';
import {
  type Automation,
  laneMembers,
  operatorLaneOf,
  operatorNextStep,
  type PaperProgress,
  queueGroupsOf,
  toProgress,
} from '../../domain/operator-lanes.ts';
import {
  type Paper,
  paperSchema,
  type QueueItem,
  queueItemSchema,
  type Run,
  runSchema,
} from '../../domain/records.ts';
import { secondsBetween, wallSecOf } from '../../domain/spending.ts';
import { activeQueueStatuses } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { excerpt } from '../../lib/excerpt.ts';
import type { EntityRow, ListedEvent } from '../../store/ports/read-models.ts';
import { type Needs, readAutomation } from '../common/index.ts';
import { describeEvent } from './event-words.ts';

const ageSeconds = (context: Needs<'clock'>, since: string): number =>
  Math.max(0, Math.round((context.clock.now() - Date.parse(since)) / 1000));

/** Of the kinds that have no list. */
const unlistedHidden: readonly string[] = ['pending_request', 'machine_state'];

/** Members of a stored state that nobody is shown. */
export const hiddenOf = (kind: string): readonly string[] =>
  tableOf(kind)?.hidden ?? unlistedHidden;

function withoutHidden(
  kind: string,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const member of hiddenOf(kind)) delete shown[member];
  return shown;
}

/** Looks up how far the item's paper is. Throws where the stored item does not fit its schema. */
export async function toQueueRow(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  row: EntityRow,
) {
  const item = queueItemSchema.parse(row);
  const [progress, automation] = await Promise.all([
    paperProgress(context, item.paper_id),
    readAutomation(context),
  ]);
  return {
    ...withoutHidden('queue_item', row),
    ...queueRowExtras(context, item, { progress, automation }),
  };
}

/** Members of an item from which its row's further members are made. */
export const queueRowMembers = [
  ...laneMembers,
  'project_id',
  'current_run_id',
  'paper_id',
  'last_dispatch_at',
  'budgets',
  'machine_target',
  'workload_class',
  'next_mode',
  'session_lane',
  'created_at',
] as const satisfies readonly (keyof QueueItem)[];

/** Why no configured worker takes the item; null: one does. A session that is resumed has its worker. */
function whyNowhere(
  { workers }: Needs<'workers'>,
  item: Pick<QueueItem, 'machine_target' | 'workload_class' | 'next_mode' | 'session_lane'>,
): string | null {
  if (item.next_mode === 'resume' && (item.session_lane ?? null) !== null) return null;
  const routed = workers.route(item);
  return routed.ok ? null : routed.reason;
}

/** What a queue row has beside the stored members. */
export function queueRowExtras(
  context: Needs<'clock' | 'workers'>,
  item: Pick<QueueItem, (typeof queueRowMembers)[number]>,
  known: { readonly progress: PaperProgress | null; readonly automation: Automation },
) {
  const lane = operatorLaneOf(item, known.progress);
  return {
    queue_groups: queueGroupsOf(item),
    age_seconds: ageSeconds(context, item.created_at),
    operator_lane: lane,
    operator_next_step: operatorNextStep(
      item,
      lane,
      known.automation,
      known.progress,
      lane === 'queued' ? whyNowhere(context, item) : null,
    ),
    operator_attention: lane === 'attention',
    ...budgetOfItem(context, item),
    links: {
      self: `/control/api/v1/projects/${item.project_id}`,
      ...(item.current_run_id === null
        ? {}
        : { run: `/control/api/v1/runs/${item.current_run_id}` }),
      ...(item.paper_id === null ? {} : { paper: `/control/api/v1/papers/${item.paper_id}` }),
    },
  };
}

/** While it has a run under way that was claimed with budgets: what is spent of them. */
function budgetOfItem(
  { clock }: Needs<'clock'>,
  {
    status,
    budgets,
    last_dispatch_at: at,
  }: Pick<QueueItem, 'status' | 'budgets' | 'last_dispatch_at'>,
) {
  const isActive = activeQueueStatuses.some((active) => active === status);
  if (!isActive || (budgets ?? []).length === 0 || at === null) return {};
  return { budget: viewsOfRun(budgets ?? [], secondsBetween(at, toIsoTime(clock.now()))) };
}

/** How far the paper of an item has come; null without one. */
export async function paperProgress(
  context: Needs<'reads'>,
  paperId: string | null,
): Promise<PaperProgress | null> {
  if (paperId === null) return null;
  const [paper, review, entry, replication] = await Promise.all([
    context.reads.get('paper', paperId),
    context.reads.get('paper_review', paperId),
    context.reads.get('corpus_entry', paperId),
    context.reads.get('replication', paperId),
  ]);
  return toProgress({
    paper: paper?.['status'],
    review: review?.['status'],
    entry: entry?.['status'],
    replication: replication?.['status'],
  });
}

/** The stored `status` is shown as `state`. */
export function toRunRow(context: Needs<'clock' | 'settings'>, row: EntityRow) {
  const { status: _, ...rest } = withoutHidden('run', row);
  const run = runSchema.parse(row);
  const { budgets, wall_sec } = run;
  return { ...rest, ...runRowExtras(context, { ...run, budgets, wall_sec }) };
}

/** Members of a run from which its row's further members are made. */
export const runRowMembers = [
  'status',
  'run_id',
  'project_id',
  'worker_target',
  'ended_at',
  'last_callback_at',
  'wall_sec',
  'budgets',
  'created_at',
] as const satisfies readonly (keyof Run)[];

/** What a run's row has behind the stored members, of which the status is none. */
export function runRowExtras(
  context: Needs<'clock' | 'settings'>,
  run: { readonly [Member in (typeof runRowMembers)[number]]: Run[Member] },
) {
  return {
    state: run.status,
    age_seconds: ageSeconds(context, run.created_at),
    freshness: reported(context.clock.now(), run, context.settings.staleAfterMs),
    ...((run.budgets ?? []).length === 0
      ? {}
      : {
          budget: viewsOfRun(
            run.budgets ?? [],
            wallSecOf({ ...run, wall_sec: run.wall_sec ?? null }, context.clock.now()),
          ),
        }),
    links: {
      self: `/control/api/v1/runs/${run.run_id}`,
      project: `/control/api/v1/projects/${run.project_id}`,
    },
  };
}

/** The stored `status` is shown as `paper_status`. */
export function toPaperRow(context: Needs<'clock'>, row: EntityRow) {
  const { status: _, ...rest } = withoutHidden('paper', row);
  return { ...rest, ...paperRowExtras(context, paperSchema.parse(row)) };
}

/** As `runRowMembers`. */
export const paperRowMembers = [
  'status',
  'paper_id',
  'run_id',
  'project_id',
  'created_at',
] as const satisfies readonly (keyof Paper)[];

/** As `runRowExtras`. */
export function paperRowExtras(
  context: Needs<'clock'>,
  paper: Pick<Paper, (typeof paperRowMembers)[number]>,
) {
  return {
    paper_status: paper.status,
    age_seconds: ageSeconds(context, paper.created_at),
    links: {
      self: `/control/api/v1/papers/${paper.paper_id}`,
      run: `/control/api/v1/runs/${paper.run_id}`,
      project: `/control/api/v1/projects/${paper.project_id}`,
    },
  };
}

/** The stored members that may be shown, and a link. */
export function toProjectRow(row: EntityRow): Record<string, unknown> {
  return {
    ...withoutHidden('project', row),
    ...projectRowExtras(row),
  };
}

/** What a project's row has behind the stored members. */
export const projectRowExtras = ({ project_id: id }: Readonly<Record<string, unknown>>) => ({
  links: { self: `/control/api/v1/projects/${String(id)}` },
});

/** A row as lists show it: where a long text is cut, `truncated` says so. */
export function inList(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { value, cut } = excerpt(row);
  return cut ? { ...(value as Record<string, unknown>), truncated: true } : row;
}

/** An event for lists, in words too; long texts in its payload are cut, its own route has them whole. */
export function toEventListRow(event: ListedEvent) {
  const { value, cut } = excerpt(event.payload);
  const row = { ...event, summary: describeEvent(event) };
  return cut ? { ...row, payload: value, payload_truncated: true } : row;
}

/** Members that changed, with the names that the lists of this kind have and without internals. */
export function toShownChange({
  kind,
  state_version: version,
  set,
}: {
  readonly kind: string;
  readonly state_version: number;
  readonly set: Readonly<Record<string, unknown>>;
}): Record<string, unknown> {
  const { status, ...shown } = withoutHidden(kind, lifted(kind, version, set));
  if (status !== undefined) shown[tableOf(kind)?.statusName ?? 'status'] = status;
  return shown;
}

/** A stored row as it is, without its internals. */
export const toPlainRow = (kind: string, row: EntityRow): Record<string, unknown> =>
  withoutHidden(kind, row);
