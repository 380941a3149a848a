/** Every entity that is listed, by the kind of its actor. */
import type { EntityTable, StoredMembers } from '../entity.ts';
import { alert } from './alert.ts';
import { corpusEntry } from './corpus-entry.ts';
import { gateRun } from './gate-run.ts';
import { incident } from './incident.ts';
import { notification } from './notification.ts';
import { paper } from './paper.ts';
import { paperReview } from './paper-review.ts';
import { project } from './project.ts';
import { queueItem } from './queue-item.ts';
import { run } from './run.ts';
import { workerTarget } from './worker-target.ts';

/** From these tables come the columns of the store and what lists of the API can ask for. */
export const entities = {
  queue_item: queueItem,
  project,
  run,
  paper,
  paper_review: paperReview,
  worker_target: workerTarget,
  corpus_entry: corpusEntry,
  gate_run: gateRun,
  alert,
  incident,
  notification,
} as const satisfies Readonly<Record<string, EntityTable>>;

/** Kinds of entities that can be listed. */
export type EntityKind = keyof typeof entities;
/** The same as a list. Full-text search takes in these kinds and no others. */
export const entityKinds = Object.keys(entities) as readonly EntityKind[];

/** What is declared of a kind; undefined for kinds that have no list. */
export const tableOf = (kind: string): EntityTable | undefined =>
  Object.hasOwn(entities, kind) ? entities[kind as EntityKind] : undefined;

/** Stored members as they are stored today, of a state of any version. */
export function lifted(kind: string, stateVersion: number, members: StoredMembers): StoredMembers {
  const lift = tableOf(kind)?.lift;
  return lift === undefined || stateVersion >= lift.to ? members : lift.from(members);
}
