/** What a worker's run can be told. */

import type { ProcessChangeField, ProcessEndOutcome } from '../../domain/process-end.ts';
import type {
  DispatchMode,
  IdleState,
  ReasoningEffort,
  WorkloadClass,
} from '../../domain/statuses.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';

/** A process that somebody wanted ended, and what came of it. */
export type ProcessEnd = {
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly requested_by: string;
  /** `changed` and `not_permitted`: nothing was done. */
  readonly outcome: ProcessEndOutcome | 'changed' | 'not_permitted';
  readonly name: string | null;
  /** Memory it held, MiB. */
  readonly rss_mib: number | null;
  readonly detail: string | null;
  /** Of `changed`: what does not fit, and what is there now. */
  readonly field?: ProcessChangeField;
  readonly found?: string | null;
};

/**
 * The routes send `PREPARE`, `DISPATCH`, `STOP` and `END_PROCESS`, the effects what came of a start or a stop, and
 * the watch of the run everything that was seen of it.
 */
export type GateRunEvent =
  | {
      readonly type: 'PREPARE';
      readonly run_id: string;
      readonly project_id: string;
      readonly project_dir: string;
      readonly prompt_file: string;
      readonly prompt_sha256: string;
    }
  | {
      readonly type: 'DISPATCH';
      readonly run_id: string;
      readonly project_id: string;
      readonly project_dir: string;
      readonly prompt_file: string;
      readonly dispatch_fingerprint: string;
      readonly mode: DispatchMode;
      readonly session_id: string | null;
      readonly model: string;
      readonly reasoning_effort: ReasoningEffort;
      readonly sandbox: string;
      readonly workload_class: WorkloadClass;
    }
  | {
      readonly type: 'SPAWNED';
      readonly pid: number;
      readonly pgid: number | null;
      readonly session_id: string | null;
      readonly pid_start_ticks: number | null;
      readonly boot_id: string | null;
    }
  | {
      readonly type: 'SPAWN_FAILED';
      readonly code:
        | 'dispatch_script_missing'
        | 'dispatch_script_failed'
        | 'dispatch_script_timeout';
      readonly error: string;
    }
  | {
      readonly type: 'AGENT_EXITED';
      readonly exit_code: number | null;
      /** Session id that the agent left; null or absent: none. */
      readonly session_id?: string | null;
      readonly process_tracking: JsonObject;
    }
  | {
      readonly type: 'QUESTION_ASKED';
      readonly question: string;
      readonly process_tracking: JsonObject;
    }
  | { readonly type: 'IDLE_CHANGED'; readonly idle_state: IdleState }
  /** The gate's verdict; `decision` is the project's decision file when there is one. */
  | {
      readonly type: 'IDLE_CONFIRMED';
      readonly receipt: JsonObject;
      readonly process_tracking: JsonObject;
      readonly decision: JsonObject | null;
    }
  | {
      readonly type: 'WAIT_EXHAUSTED';
      readonly receipt: JsonObject;
      readonly process_tracking: JsonObject;
    }
  /** Nothing can be seen of it any more: what lives of it is ended, since nobody could tell when it is over. */
  | { readonly type: 'GATE_FAILED'; readonly error: string }
  /** `report`: the control plane did not ask for it, so a callback tells it of the end. */
  | {
      readonly type: 'STOP';
      readonly reason: string;
      readonly grace_sec: number;
      readonly report?: boolean;
    }
  | {
      readonly type: 'STOPPED';
      readonly process_tracking: JsonObject;
      readonly report?: boolean;
      /** It was ended because the gate failed. */
      readonly failed?: boolean;
    }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string }
  /** A person wants one process ended that the run has left behind; it is named as it was seen. */
  | {
      readonly type: 'END_PROCESS';
      readonly pid: number;
      readonly start_ticks: number;
      readonly boot_id: string;
      readonly requested_by: string;
      readonly grace_sec: number;
    }
  /** What came of it; `answers` is the request that waits. */
  | {
      readonly type: 'PROCESS_END_TOLD';
      readonly answers: string | null;
      readonly end: ProcessEnd;
    }
  /** From a sweep: it ended long ago, and a later run of its project is known. */
  | { readonly type: 'FORGET' };
