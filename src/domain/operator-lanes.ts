/** Which operator lane a queue item is in, and what its operator should do next. Pure. */
import type { QueueItem } from './records.ts';
import { activeQueueStatuses, type QueueGroup, queueGroups, queueStatuses } from './statuses.ts';

/** Where an operator looks for an item, from what needs a person to what is over. */
export const operatorLanes = [
  'attention',
  'running',
  'queued',
  'paused',
  'write',
  'finalize',
  'publish_import',
  'published_imported',
  'done_no_paper',
] as const;
type OperatorLane = (typeof operatorLanes)[number];

/** Lanes that a paper is in once it is in publication automation. */
export const paperLanes = [
  'finalize',
  'publish_import',
  'published_imported',
  'done_no_paper',
] as const satisfies readonly OperatorLane[];

/** What is known of the paper of a completed item. */
export interface PaperProgress {
  readonly finalized: boolean;
  readonly imported: boolean;
  /** Why nothing more is done with it; null while it is on its way. */
  readonly ended: 'rejected' | 'archived' | 'removed' | null;
  /** A person must look at it before it goes on. */
  readonly awaitsPerson: boolean;
  /** Its experiment is being done again; absent: it is not. */
  readonly replicating?: boolean;
}

/** What the statuses of a paper, its review and its corpus entry say; any may be missing. */
export const toProgress = (statuses: {
  readonly paper: unknown;
  readonly review: unknown;
  readonly entry: unknown;
  readonly replication?: unknown;
}): PaperProgress => ({
  finalized: statuses.review === 'finalized',
  imported: statuses.entry === 'imported' || statuses.entry === 'removing',
  ended:
    statuses.paper === 'archived'
      ? 'archived'
      : statuses.review === 'rejected'
        ? 'rejected'
        : statuses.entry === 'removed'
          ? 'removed'
          : null,
  awaitsPerson: statuses.paper === 'human_review_required',
  ...(statuses.replication === 'waiting' || statuses.replication === 'comparing'
    ? { replicating: true }
    : {}),
});

/** Members of an item that say which lane it is in and what its next step is. */
export const laneMembers = [
  'status',
  'manual_review_required',
  'gate_verdict',
  'retry_count',
  'max_retries',
  'last_error',
  'next_action_hint',
] as const satisfies readonly (keyof QueueItem)[];
type LaneItem = Pick<QueueItem, (typeof laneMembers)[number]>;

const attentionStatuses: readonly string[] = queueGroups.blocked;

/** Lane of an item; `progress` is null while it has no paper. */
export function operatorLaneOf(item: LaneItem, progress: PaperProgress | null): OperatorLane {
  if (item.manual_review_required || attentionStatuses.includes(item.status)) return 'attention';
  if ((activeQueueStatuses as readonly string[]).includes(item.status)) return 'running';
  if (item.status === 'paused') return 'paused';
  if (item.status === 'queued') return 'queued';
  if (item.status === 'canceled' || item.gate_verdict?.positive !== true) return 'done_no_paper';
  return progress === null ? 'write' : paperLaneOf(progress);
}

/** Lane of a paper, whatever has become of its item since. */
export function paperLaneOf({ finalized, imported, ended }: PaperProgress): OperatorLane {
  if (imported) return 'published_imported';
  if (ended !== null) return 'done_no_paper';
  return finalized ? 'publish_import' : 'finalize';
}

/** What happens without a person: why queued items do not start, and whether papers are drafted. */
export interface Automation {
  /** Why nothing that is queued starts by itself, as half a sentence; null: it does. */
  readonly why: string | null;
  /** An operator could start it all the same. */
  readonly byHand: boolean;
  /** Papers are drafted by themselves. */
  readonly drafts: boolean;
  /** Why the pump passes over every run that waits for a paper, in its words; null: it does not. */
  readonly draftsHeld: string | null;
}

const nextSteps: Readonly<Record<OperatorLane, string>> = {
  attention: 'Read the reason, then retry, answer or cancel',
  running: 'Nothing: the worker gate reports when the run is over',
  queued: 'Nothing: it is dispatched when its lane is free',
  paused: 'Resume it when it may go on',
  write: 'Draft the paper (orrery papers draft-next --live)',
  finalize: 'Prepare the finalization package once lint, audit and checklist pass',
  publish_import: 'Import the package into the corpus',
  published_imported: 'Nothing: the paper is in the corpus',
  done_no_paper: 'Nothing: the decision calls for no paper',
};

const afterTheEnd = {
  rejected: 'Nothing: the paper was rejected; another review status takes it up again',
  archived: 'Nothing: the paper is archived',
  removed:
    'Nothing: the paper was removed from the corpus; its explanation (orrery why) says what would bring it back',
} as const;

/**
 * The next step in words: the machine's own hint where it has one, and what its paper says. `nowhere` is why no
 * worker takes the item; null: one does, or nobody asked.
 */
export function operatorNextStep(
  item: LaneItem,
  lane: OperatorLane,
  automation: Automation,
  progress: PaperProgress | null = null,
  nowhere: string | null = null,
): string {
  if (lane === 'queued' && item.retry_count > 0 && item.last_error !== null) {
    return `The worker refused it ${item.retry_count} of ${item.max_retries} times (${item.last_error}); mend that, ${automation.why === null ? 'and it is dispatched again by itself' : 'then dispatch again'}`;
  }
  if (lane === 'queued' && nowhere !== null) return `Give it a worker: ${nowhere}`;
  if (item.status === 'canceled') return 'Nothing; a retry begins it anew';
  if (lane === 'done_no_paper' && progress !== null && progress.ended !== null) {
    return afterTheEnd[progress.ended];
  }
  if (lane === 'finalize' && progress?.awaitsPerson === true) {
    return 'Look at the paper: release it from its human review, or archive it';
  }
  if (lane === 'finalize' && progress?.replicating === true) {
    return 'Wait for its replication: the experiment is done again, to be compared with the first run';
  }
  const own = lane === 'attention' || lane === 'running' ? item.next_action_hint : null;
  if (own !== null) return own;
  if (lane === 'queued' && automation.why !== null) {
    const start = automation.byHand ? 'Start it (orrery dispatch --live): nothing' : 'Nothing';
    return `${start} starts by itself, since ${automation.why}`;
  }
  if (lane === 'write' && automation.draftsHeld !== null)
    return `See what it lacks (orrery why): the pump passes it over (${automation.draftsHeld})`;
  if (lane === 'write' && automation.drafts) return 'Nothing: the pump drafts its paper';
  return nextSteps[lane];
}

/** Groups of each status. */
const groupsOfStatus: ReadonlyMap<string, readonly QueueGroup[]> = new Map(
  queueStatuses.map((status) => [
    status,
    (Object.keys(queueGroups) as QueueGroup[]).filter((group) =>
      (queueGroups[group] as readonly string[]).includes(status),
    ),
  ]),
);

/** Groups of `GET /control/api/queues/{queue}` an item belongs to. */
export function queueGroupsOf(item: LaneItem): readonly QueueGroup[] {
  const groups = groupsOfStatus.get(item.status) ?? [];
  const isAlsoBlocked = item.manual_review_required && !groups.includes('blocked');
  return isAlsoBlocked ? [...groups, 'blocked'] : groups;
}
