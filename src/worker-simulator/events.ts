/** What a simulated worker tells of itself, for people to read and for tests to wait on. */
import type { IdleReceipt } from '../machines/idle-gate/receipt.ts';

/** JSON; `at` is simulated time, ISO 8601 UTC, set by whoever reports. */
export type SimulatorFact =
  | {
      readonly type: 'run_started';
      readonly run_id: string;
      readonly project_id: string;
      readonly run: string;
      readonly pid: number;
    }
  | {
      readonly type: 'start_refused';
      readonly run_id: string;
      readonly project_id: string;
      readonly error: string;
    }
  | {
      readonly type: 'phase';
      readonly run_id: string;
      readonly phase: string;
      readonly seconds: number;
      readonly alive: string;
    }
  | { readonly type: 'agent_exited'; readonly run_id: string; readonly exit_code: number | null }
  | { readonly type: 'run_stopped'; readonly run_id: string; readonly killed: boolean }
  | { readonly type: 'script_over'; readonly run_id: string }
  | {
      readonly type: 'callback';
      readonly run_id: string;
      readonly event_type: string;
      readonly sequence: number;
      readonly attempt: number;
      readonly outcome: 'delivered' | 'rejected' | 'not_delivered';
      readonly detail: string;
      /** Deliveries of this very callback in this attempt. */
      readonly copies: number;
    }
  | {
      readonly type: 'verdict';
      readonly run_id: string;
      readonly verdict: IdleReceipt['verdict'];
      readonly window_sec: number;
      readonly signals: readonly {
        readonly name: string;
        readonly value: number | null;
        readonly margin: number | null;
        readonly holds: boolean;
      }[];
      readonly suspicions: readonly string[];
    }
  | { readonly type: 'fault'; readonly where: 'http' | 'callback' | 'gate'; readonly what: string };

/** Told each fact as it happens; never throws. */
export type ReportFact = (fact: SimulatorFact) => void;
