/** What the replication of a paper can be told. */
import type { ReplicationComparison } from '../../domain/records.ts';
import type { CreateEvent } from '../project/events.ts';

/** Told by the paper in the turn that it is written in, or by an operator who wants another one. */
export interface ReplicationRequest {
  readonly type: 'REQUEST';
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  /** One more than there were; another number is refused, so that none is started twice. */
  readonly number: number;
  /** The project that does it again, which enqueues itself. */
  readonly child: CreateEvent;
  readonly seed: number;
  readonly machine_target: string | null;
}

/** `RUN_ENDED` comes from the queue item of the child in its own turn, the rest from the effect. */
export type ReplicationEvent =
  | ReplicationRequest
  | {
      /** Nothing can be run again: there is nothing to compare by. */
      readonly type: 'IMPOSSIBLE';
      readonly paper_id: string;
      readonly project_id: string;
      readonly run_id: string;
      readonly reason: string;
    }
  | {
      readonly type: 'RUN_ENDED';
      readonly number: number;
      readonly run_id: string | null;
      /** `held`: a person must look at the run before it goes on. */
      readonly how: 'completed' | 'held' | 'canceled';
      readonly reason: string | null;
    }
  | {
      readonly type: 'COMPARED';
      readonly number: number;
      readonly comparison: ReplicationComparison;
    }
  | { readonly type: 'COMPARE_FAILED'; readonly number: number; readonly reason: string }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
