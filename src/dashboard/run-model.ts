/** Runs as their list and their pane show them, read from replies of the API. Pure. */
import { type LogEvent, readEvent } from './model.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf, timeOf } from './read.ts';
import { readVerdict, type Verdict } from './verdict-model.ts';

/** A run in the list of runs; null where the service did not say. */
export interface RunRow {
  readonly id: string | null;
  readonly projectId: string | null;
  readonly attempt: number | null;
  readonly state: string | null;
  readonly worker: string | null;
  readonly workload: string | null;
  readonly tags: readonly string[] | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly lastCallbackMs: number | null;
  readonly exitCode: number | null;
  readonly error: string | null;
}

/** From a row of the runs route, or the run in a reply about it. */
export function readRunRow(row: Fields): RunRow {
  return {
    id: textOf(row.run_id),
    projectId: textOf(row.project_id),
    attempt: numberOf(row.attempt),
    state: textOf(row.state),
    worker: textOf(row.worker_target),
    workload: textOf(row.workload_class),
    tags: textsOf(row.tags),
    startedMs: timeOf(row.started_at),
    endedMs: timeOf(row.ended_at),
    lastCallbackMs: timeOf(row.last_callback_at),
    exitCode: numberOf(row.exit_code),
    error: textOf(row.last_error),
  };
}

const openStates: ReadonlySet<string> = new Set([
  'new',
  'prepared',
  'dispatching',
  'running',
  'awaiting_wake',
]);

/** Whether more can come of a run in this state; an unknown state may be any. */
export function isOpenRun({ state, endedMs }: Pick<RunRow, 'state' | 'endedMs'>): boolean {
  return endedMs === null && (state === null || openStates.has(state));
}

/** What the pane of one run knows beyond its row; `verdict` is null while the gate has given none. */
export interface RunFacts extends RunRow {
  readonly title: string | null;
  readonly verdict: Verdict | null;
  /** Of each budget what is spent of it, in words; null: it has none. */
  readonly budgets: readonly string[] | null;
  readonly events: readonly LogEvent[] | null;
}

function budgetWords(row: Fields): string {
  const name = (textOf(row.budget) ?? 'unknown').replaceAll('_', ' ');
  const spent = numberOf(row.spent);
  const said = spent === null ? 'not reported' : String(Number(spent.toFixed(2)));
  return `${name} ${said} of ${numberOf(row.limit) ?? 'unknown'}`;
}

/** From a reply about one run. */
export function readRunFacts(json: unknown): RunFacts {
  const body = fieldsOf(json);
  const run = fieldsOf(body.run);
  return {
    ...readRunRow(run),
    title: textOf(fieldsOf(body.project).project_name),
    verdict: readVerdict(run.idle_verdict),
    budgets: listOf(run.budget, budgetWords),
    events: listOf(body.events, readEvent),
  };
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
  readonly code: string | null;
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

/** From a reply of the explain route, about the run or about its item. */
export function readRunWhy(json: unknown): RunWhy {
  const body = fieldsOf(json);
  const evidence = fieldsOf(body.evidence);
  const worker = fieldsOf(evidence.worker);
  const cancel = listOf(body.verbs, (row) => row)?.find(({ verb }) => verb === 'cancel');
  return {
    code: textOf(body.code),
    reason: textOf(body.reason),
    action: textOf(fieldsOf(body.unblock).action),
    runId: textOf(evidence.run_id),
    silence: worker.reached === false ? (textOf(worker.why) ?? 'no reason was given') : null,
    processes: readTree(worker.process_tree),
    whyNoStop: cancel === undefined ? undefined : textOf(cancel.why_not),
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
