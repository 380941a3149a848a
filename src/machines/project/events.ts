/** A project is recorded once; afterwards it only changes by being told its lineage. */
import type { EnqueueEvent } from '../queue-item/events.ts';

/** Sent by the intake of ideas, or by the follow-up of a parent in its own turn. */
export type ProjectEvent = {
  readonly type: 'CREATE';
  readonly project_id: string;
  readonly project_name: string;
  readonly project_dir: string;
  readonly prompt: string;
  readonly hypothesis: string | null;
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
};
