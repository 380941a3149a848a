/** Effects a worker's run asks for. */
import type { GateRunEvent } from './events.ts';

/** Start the dispatch script at most once. Back: `SPAWNED` or `SPAWN_FAILED`. */
export type SpawnInput = Omit<Extract<GateRunEvent, { type: 'DISPATCH' }>, 'type'>;
/** TERM, grace, KILL of the whole tree. Back: `STOPPED`. */
export interface KillInput {
  readonly run_id: string;
  readonly project_dir: string;
  readonly pid: number | null;
  readonly pgid: number | null;
  readonly pid_start_ticks: number | null;
  readonly boot_id: string | null;
  readonly grace_sec: number;
  readonly reason: string;
  /** Both come back in `STOPPED`. */
  readonly report?: boolean;
  readonly failed?: boolean;
}
/** End one process that was left behind, if it is the one that was named. Back: `PROCESS_END_TOLD`. */
export interface EndProcessInput
  extends Pick<KillInput, 'run_id' | 'pid' | 'pgid' | 'pid_start_ticks' | 'boot_id' | 'grace_sec'> {
  readonly named: { readonly pid: number; readonly start_ticks: number; readonly boot_id: string };
  readonly requested_by: string;
  /** Comes back: the request that waits. */
  readonly answers: string | null;
}
/** By effect name the input that its handler gets. */
export interface GateRunEffects {
  'gate.spawn': SpawnInput;
  'gate.kill': KillInput;
  'gate.end_process': EndProcessInput;
}
