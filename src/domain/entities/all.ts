/** Every entity that is listed, by the kind of its actor. */
import type { EntityTable } from '../entity.ts';
import { corpusEntry } from './corpus-entry.ts';
import { gateRun } from './gate-run.ts';
import { paper } from './paper.ts';
import { paperReview } from './paper-review.ts';
import { project } from './project.ts';
import { queueItem } from './queue-item.ts';
import { run } from './run.ts';
import { workerTarget } from './worker-target.ts';

export const entities = {
  queue_item: queueItem,
  project,
  run,
  paper,
  paper_review: paperReview,
  worker_target: workerTarget,
  corpus_entry: corpusEntry,
  gate_run: gateRun,
} as const satisfies Readonly<Record<string, EntityTable>>;

/** Kinds of entities that can be listed. */
export type EntityKind = keyof typeof entities;
export const entityKinds = Object.keys(entities) as readonly EntityKind[];
