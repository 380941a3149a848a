/** Runs as their list and their pane show them: whether more can come of one, and why it is not over. Pure. */
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../service/loose.ts';
import type { Explanation, RunRow } from '../service/wire.ts';

const openStates: ReadonlySet<string> = new Set([
  'new',
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
]);

/** Whether more can come of a run in this state; an unknown state may be any. */
export function isOpenRun({
  state,
  ended_at: endedAt,
}: Pick<RunRow, 'state' | 'ended_at'>): boolean {
  return endedAt == null && (state === undefined || openStates.has(state));
}

/** How long a run took, ms; null while it goes on, or where its times are not known. */
export function tookMs({ started_at: startedAt, ended_at: endedAt }: RunRow): number | null {
  const startMs = timeOf(startedAt);
  const endMs = timeOf(endedAt);
  return startMs === null || endMs === null ? null : endMs - startMs;
}

/** Of each budget what is spent of it, in words; null: it has none. */
export function budgetWords({ budget }: RunRow): string | null {
  if (budget === undefined) return null;
  const words = budget.map(({ budget: name = 'unknown', spent, limit = 'unknown' }) => {
    const said = spent == null ? 'not reported' : String(Number(spent.toFixed(2)));
    return `${name.replaceAll('_', ' ')} ${said} of ${limit}`;
  });
  return words.join(', ');
}

interface RunProcess {
  readonly pid: number | null;
  readonly name: string | null;
  /** By what it is known to be of the run. */
  readonly mark: string | null;
}

/** The processes of a run as its worker saw them last. */
export interface ProcessTree {
  readonly atMs: number | null;
  readonly alive: number | null;
  readonly trackedBy: string | null;
  readonly processes: readonly RunProcess[] | null;
}

/** Why a run is not over, and what would change that. */
export interface RunWhy {
  readonly reason: string | null;
  readonly action: string | null;
  /** Run that a stop would end; null when none would be. */
  readonly runId: string | null;
  /** Why the worker could not say more; null when it did. */
  readonly silence: string | null;
  readonly processes: ProcessTree | null;
  /** Why the service would refuse to stop it; null: it would accept, undefined: not told. */
  readonly whyNoStop: string | null | undefined;
}

/** From an explanation of the run or of its item; its evidence is in part what the worker told. */
export function readRunWhy({ reason, unblock, verbs, evidence: told }: Explanation): RunWhy {
  const evidence = fieldsOf(told);
  const worker = fieldsOf(evidence.worker);
  const cancel = verbs?.find(({ verb }) => verb === 'cancel');
  return {
    reason: reason ?? null,
    action: unblock?.action ?? null,
    runId: textOf(evidence.run_id),
    silence: worker.reached === false ? (textOf(worker.why) ?? 'no reason was given') : null,
    processes: readTree(worker.process_tree),
    whyNoStop: cancel === undefined ? undefined : (cancel.why_not ?? null),
  };
}

function readTree(value: unknown): ProcessTree | null {
  if (typeof value !== 'object' || value === null) return null;
  const tree = fieldsOf(value);
  return {
    atMs: timeOf(tree.at),
    alive: numberOf(tree.alive),
    trackedBy: textOf(tree.tracked_by),
    processes: listOf(tree.processes, (row) => ({
      pid: numberOf(row.pid),
      name: textOf(row.name),
      mark: textOf(row.mark),
    })),
  };
}
