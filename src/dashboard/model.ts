/** What the page shows, read from replies of the API. Pure. */
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf, timeOf } from './read.ts';

/** One of the first items that need a person; null where the service did not say. */
export interface TopItem {
  readonly projectId: string | null;
  readonly status: string | null;
  readonly reason: string | null;
  readonly nextStep: string | null;
  readonly sinceMs: number | null;
}

/** A run that is under way, as the overview lists it; null where the service did not say. */
export interface ActiveRun {
  readonly projectId: string | null;
  readonly runId: string | null;
  readonly status: string | null;
  readonly worker: string | null;
  readonly startedMs: number | null;
  readonly ageSec: number | null;
}

/** An event of the log; `entity` is what it is about, or the kind of it where there is no id. */
export interface LogEvent {
  readonly id: number | null;
  readonly type: string | null;
  readonly entity: string | null;
  readonly entityType: string | null;
  readonly actor: string | null;
  readonly summary: string | null;
  readonly atMs: number | null;
}

/** The lanes in the order in which an idea goes through them. */
export const laneIds = ['queued', 'running', 'write', 'finalize', 'publish', 'imported'] as const;
type LaneId = (typeof laneIds)[number];

/** What goes on by itself; null where the service did not say. */
export interface PumpState {
  readonly enabled: boolean | null;
  readonly status: string | null;
  /** Whether what is queued starts by itself, and why not. */
  readonly dispatches: boolean | null;
  readonly whyNot: string | null;
  readonly nextMs: number | null;
}

/** The counts and lists of the first page; null is a part that the service did not send, never a zero. */
export interface Overview {
  readonly generatedMs: number | null;
  readonly attention: number | null;
  readonly paused: number | null;
  readonly noPaper: number | null;
  readonly lanes: Readonly<Record<LaneId, number | null>>;
  readonly topItems: readonly TopItem[] | null;
  readonly active: readonly ActiveRun[] | null;
  readonly events: readonly LogEvent[] | null;
  readonly pipeline: Readonly<Record<string, number | null>>;
  readonly control: { status: string | null; reason: string | null };
  readonly pump: PumpState;
  /** Which log the ids of events are of; null: it did not say. */
  readonly logEpoch: string | null;
  /** The service's own word on whether it may be left alone; null: it did not say. */
  readonly leaveAlone: boolean | null;
  /** What keeps it from that, in its words. */
  readonly trouble: string | null;
}

/** From a reply of the overview route. */
export function readOverview(json: unknown): Overview {
  const body = fieldsOf(json);
  const counts = fieldsOf(body.operator_counts);
  const control = fieldsOf(body.control);
  const pipeline = fieldsOf(body.paper_pipeline);
  return {
    generatedMs: timeOf(body.generated_at),
    attention: numberOf(counts.attention),
    paused: numberOf(counts.paused),
    noPaper: numberOf(counts.done_no_paper),
    lanes: {
      queued: numberOf(counts.queued),
      running: numberOf(counts.running),
      write: numberOf(counts.write),
      finalize: numberOf(counts.finalize),
      publish: numberOf(counts.publish),
      imported: numberOf(counts.imported),
    },
    topItems: listOf(body.top_items, readTopItem),
    active: listOf(body.active, readActive),
    events: listOf(body.recent_events, readEvent),
    pipeline: Object.fromEntries(
      Object.entries(pipeline).map(([name, value]) => [name, numberOf(value)]),
    ),
    control: { status: textOf(control.status), reason: textOf(control.reason) },
    pump: readPump(fieldsOf(body.pump)),
    logEpoch: textOf(body.log_epoch),
    leaveAlone: flagOf(body.leave_alone),
    trouble: textOf(body.trouble),
  };
}

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

function readPump(pump: Fields): PumpState {
  return {
    enabled: flagOf(pump.enabled),
    status: textOf(pump.status),
    dispatches: flagOf(pump.dispatches),
    whyNot: textOf(pump.why_not),
    nextMs: timeOf(pump.next_look_at),
  };
}

function readTopItem(row: Fields): TopItem {
  return {
    projectId: textOf(row.project_id),
    status: textOf(row.status),
    reason: textOf(row.reason),
    nextStep: textOf(row.next_step),
    sinceMs: timeOf(row.since),
  };
}

function readActive(row: Fields): ActiveRun {
  return {
    projectId: textOf(row.project_id),
    runId: textOf(row.run_id),
    status: textOf(row.status),
    worker: textOf(row.worker_target),
    startedMs: timeOf(row.started_at),
    ageSec: numberOf(row.age_seconds),
  };
}

/** From a row of the log or an event of the feed: both have the same members. */
export function readEvent(row: Fields): LogEvent {
  const kind = textOf(row.entity_type);
  const id = textOf(row.entity_id);
  return {
    id: numberOf(row.event_id),
    type: textOf(row.event_type),
    entity: id ?? kind,
    entityType: kind,
    actor: textOf(row.actor),
    summary: textOf(row.summary),
    atMs: timeOf(row.created_at),
  };
}

/** An item in the list of the queue; `target` is null where any worker will do. */
export interface QueueRow {
  readonly projectId: string | null;
  readonly status: string | null;
  readonly flagged: boolean;
  readonly priority: number | null;
  readonly rank: number | null;
  readonly target: string | null;
  readonly tags: readonly string[] | null;
  readonly nextStep: string | null;
  readonly updatedMs: number | null;
}

/** The next step is the service's own, else the reason that holds the item, else its error or hint. */
export function readQueueRow(row: Fields): QueueRow {
  return {
    projectId: textOf(row.project_id),
    status: textOf(row.status),
    flagged: row.manual_review_required === true,
    priority: numberOf(row.dispatch_priority),
    rank: numberOf(row.selection_rank),
    target: textOf(row.machine_target),
    tags: textsOf(row.tags),
    nextStep:
      textOf(row.operator_next_step) ??
      textOf(row.blocked_reason) ??
      textOf(row.last_error) ??
      textOf(row.next_action_hint),
    updatedMs: timeOf(row.updated_at),
  };
}

/** A paper in its list; null where the service did not say. */
export interface PaperRow {
  readonly paperId: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly projectId: string | null;
  readonly decision: string | null;
  readonly tags: readonly string[] | null;
  readonly updatedMs: number | null;
}

/** From a row of the papers route. */
export function readPaperRow(row: Fields): PaperRow {
  return {
    paperId: textOf(row.paper_id),
    title: textOf(row.title),
    status: textOf(row.paper_status) ?? textOf(row.status),
    projectId: textOf(row.project_id),
    decision: textOf(fieldsOf(row.decision).project_decision),
    tags: textsOf(row.tags),
    updatedMs: timeOf(row.updated_at),
  };
}

/** One page of a list; null while nothing has come. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** Where the next page begins; null when there is none. */
  readonly nextCursor: string | null;
}

/** From a reply with `rows` and `page`; null where it has no rows at all, which is not an empty list. */
export function readPage<Row>(json: unknown, read: (fields: Fields) => Row): ListPage<Row> | null {
  const body = fieldsOf(json);
  const rows = listOf(body.rows, read);
  const { has_more: hasMore, next_cursor: nextCursor } = fieldsOf(body.page);
  return rows && { rows, hasMore: hasMore === true, nextCursor: textOf(nextCursor) };
}
