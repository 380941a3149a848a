/** Every entity that is listed, by the kind of its actor. */
import type { EntityTable } from '../entity.ts';
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
