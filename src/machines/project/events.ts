/** A project is recorded once; afterwards only its labels and its evaluation change, as its queue item says. */
import type { Evaluation } from '../../domain/entities/evaluation.ts';
import type { Labels } from '../../domain/entities/labels.ts';
import type { EnqueueEvent } from '../queue-item/events.ts';

/** Sent by the intake of ideas, or by the follow-up of a parent in its own turn. */
export interface CreateEvent {
  readonly type: 'CREATE';
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly prompt: string;
  readonly hypothesis: string | null;
  /** Absent: nothing was said. */
  readonly evaluation?: Evaluation;
  readonly source_kind: string;
  readonly source_ref: string | null;
  readonly parent_project_id: string | null;
  readonly lineage_depth: number;
  readonly tags: readonly string[];
  /** The batch of intake that it is of, and its title in one word; null where there is none. */
  readonly intake_batch: string | null;
  readonly title_key: string | null;
  /** What the queue item of the project is told. */
  readonly enqueue: EnqueueEvent;
}

/** `LABEL` is told by the queue item in the turn of its edit: what of both was given, each whole. */
export type ProjectEvent =
  | CreateEvent
  | {
      readonly type: 'LABEL';
      readonly labels: Labels;
      /** Absent: it stays as it is. */
      readonly evaluation?: Evaluation | null;
      readonly note: string | null;
    };
