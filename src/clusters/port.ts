/**
 * The port to a cluster: a scheduler that somebody else runs and that starts one job for one run of ours. Every
 * verb may be asked again at any time and names the run; the adapter finds the run's job by its name, so an
 * answer that was lost costs a question and never a second job. Which kinds of cluster there are is listed in
 * `config/clusters.ts`, and put together in `app/plane/cluster-workers.ts`.
 */
import type { Secret } from '../config/secret.ts';
import { clusterEndReasons } from '../domain/entities/cluster-job.ts';
import type { WorkloadClass } from '../domain/statuses.ts';

/** A job of the cluster, and the run that it is for. */
export interface JobHandle {
  readonly runId: string;
  /** As the scheduler numbers it. */
  readonly jobId: string;
}

/** A run, or a job of one: a handle does where a run does. */
export type RunRef = Pick<JobHandle, 'runId'>;

/** What the job of a run is made of. */
export interface JobSpec {
  /** Program and arguments; the job's working folder holds `files`. */
  readonly argv: readonly [string, ...string[]];
  /**
   * Written into the job's folder for the account alone, before the job exists. Secrets belong here: what stands
   * in a job's script, name, comment or environment is kept by schedulers and shown to their operators.
   */
  readonly files: readonly JobFile[];
  /** What the job asks for is configured for each class. */
  readonly workloadClass: WorkloadClass;
}

/** A file of the job's folder; its name has no slash. */
export interface JobFile {
  readonly name: string;
  readonly content: string | Secret;
}

/** Why a job is over; the words are those of the queue item that shows them. */
export const endReasons = clusterEndReasons;
/** One of these words. */
export type EndReason = (typeof endReasons)[number];

/** Why a job has not begun. */
export interface WaitReason {
  /** As the scheduler calls it. */
  readonly code: string;
  /** What that means and, where something can be done, what. */
  readonly sentence: string;
  /** When the scheduler expects to start it; null: it does not say. */
  readonly expectedAt: string | null;
}

/** Where a run's job is. Times are ISO 8601. */
export type JobState =
  /** The cluster answers and knows no job of that run. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'pending'; readonly job: JobHandle; readonly why: WaitReason }
  | {
      readonly kind: 'running';
      readonly job: JobHandle;
      readonly node: string | null;
      readonly since: string | null;
    }
  | {
      readonly kind: 'ended';
      /** Null where it was called off before there was one. */
      readonly job: JobHandle | null;
      readonly reason: EndReason;
      /** Exit status; null: it has none, or none is known. */
      readonly exit: number | null;
    }
  /** There is no clear answer now. It says nothing about the job, and least of all that it is over. */
  | { readonly kind: 'unknown'; readonly why: string };

/** What came of a submission. After `unclear` ask again: the job is looked up before anything else. */
export type Submission =
  | { readonly kind: 'submitted'; readonly job: JobHandle }
  /** The run had a job, or was called off; nothing was submitted. */
  | { readonly kind: 'exists'; readonly state: JobState }
  /** The scheduler will not have it as it is. */
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unclear'; readonly why: string };

/** A piece of what a job printed. */
export type LogPiece =
  /** `next`: where to go on, in bytes. */
  | { readonly kind: 'piece'; readonly bytes: Buffer; readonly next: number }
  /** No job of the run has begun, or it printed nothing at all. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unclear'; readonly why: string };

/** Whether a cluster would take jobs, and what it said or which step of asking it failed. */
export interface ClusterCheck {
  readonly ok: boolean;
  readonly detail: string;
}

/** One cluster. No verb rejects for what the cluster or the way to it does. */
export interface ClusterPort {
  submit(run: RunRef, spec: JobSpec): Promise<Submission>;
  observe(run: RunRef): Promise<JobState>;
  /**
   * Calls the run off for good: a job that runs is ended, one that waits never begins, and one that is still on
   * its way to the scheduler finds that it must not. True once the scheduler was told.
   */
  cancel(
    run: RunRef,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string }>;
  /** What the job printed from byte `from` on, at most `bytesMax`. */
  logs(run: RunRef, range: { readonly from: number; readonly bytesMax: number }): Promise<LogPiece>;
  /** Asked before a run is sent there; makes nothing. */
  check(): Promise<ClusterCheck>;
}
