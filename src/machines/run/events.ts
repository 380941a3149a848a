/** What a run is told, within its queue item's turn: the queue item decides, the run remembers. */
import type { BudgetStop, RunBudget, Usage } from '../../domain/budgets.ts';
import type { Registration } from '../../domain/entities/evaluation.ts';
import type { Labels } from '../../domain/entities/labels.ts';
import type { DispatchMode, WorkloadClass } from '../../domain/statuses.ts';

/** Facts that come with a callback; null leaves what is known. */
export interface RunFacts {
  readonly session_id: string | null;
  readonly gate_state: string | null;
  readonly current_activity: string | null;
  readonly idle_verdict: Readonly<
    Record<string, import('../../lib/canonical-json.ts').Json>
  > | null;
  readonly exit_code: number | null;
  readonly last_error: string | null;
  readonly is_callback: boolean;
  /** When the worker accepted it; absent: when this was heard. */
  readonly started_at?: string;
}

/** What the run is born with, its labels among it. */
interface PrepareEvent extends Labels {
  readonly type: 'PREPARE';
  readonly run_id: string;
  readonly project_id: string;
  /** Absent where an earlier version sent it. */
  readonly project_name?: string;
  readonly attempt: number;
  readonly dispatch_mode: DispatchMode;
  readonly worker_target: string;
  readonly workload_class: WorkloadClass;
  readonly session_id: string | null;
  /** What it will be judged by; absent: nothing. */
  readonly registration?: Registration;
  /** The run whose experiment it does again; absent: none. */
  readonly replicates?: string;
  /** Absent: it has none. */
  readonly budgets?: readonly RunBudget[];
}

/** `PREPARE` makes the run; every other one says how it stands, with what was learned on the occasion. */
export type RunEvent =
  | PrepareEvent
  /** Also after its end, which the last report may come behind. */
  | { readonly type: 'USAGE'; readonly usage: Usage }
  | { readonly type: 'BUDGET_WARNED'; readonly warned: BudgetStop }
  | {
      readonly type:
        | 'DISPATCH'
        | 'STARTED'
        | 'AGENT_YIELDED'
        | 'QUESTION_PENDING'
        | 'WAKE_READY'
        | 'SESSION_FINISHED_READY'
        | 'GATE_TIMEOUT'
        | 'GATE_ERROR'
        | 'RECONCILED'
        | 'DISPATCH_FAILED'
        | 'CANCELED';
      readonly facts: RunFacts;
    };
