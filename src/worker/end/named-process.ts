/** Which process a person named, and whether it may be ended: that very one alone, and only as part of its run. */

import { limits } from '../../domain/limits.ts';
import type { ProcessChangeField } from '../../domain/process-end.ts';
import { cutText } from '../../lib/cut-text.ts';
import { isAlive } from '../../sensing/parsers/proc-pid-stat.ts';
import type { ListedProcess, ProcessList } from '../../sensing/process-list.ts';
import { ownMembers, type RunProcesses } from '../processes.ts';

/** As it was seen by whoever wants it ended. */
export interface NamedProcess {
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
}

/** What the process table says of it. */
export type FoundProcess =
  | { readonly kind: 'named'; readonly process: ListedProcess }
  | { readonly kind: 'gone' }
  /** What is there now is something else. */
  | {
      readonly kind: 'changed';
      readonly field: ProcessChangeField;
      readonly found: string | null;
      readonly detail: string;
    };

/** Compares boot, start and marks with those of one listing. Pure. */
export function findNamed(
  list: ProcessList,
  run: RunProcesses,
  cgroup: string | null,
  named: NamedProcess,
): FoundProcess {
  const { pid, start_ticks: startTicks, boot_id: bootId } = named;
  if (list.bootId !== bootId) {
    const detail = `the machine was started anew since process ${pid} was seen; what has the number now is another one`;
    return { kind: 'changed', field: 'boot_id', found: list.bootId, detail };
  }
  const process = list.processes.find((each) => each.pid === pid);
  if (process === undefined) return { kind: 'gone' };
  if (process.startTicks !== startTicks) {
    const detail = `the process that was seen has ended, and its number ${pid} was given to another one, ${process.name}`;
    return { kind: 'changed', field: 'start_ticks', found: String(process.startTicks), detail };
  }
  if (!isAlive(process)) return { kind: 'gone' };
  if (ownMembers(list, run, cgroup).some((member) => member.process === process))
    return { kind: 'named', process };
  return {
    kind: 'changed',
    field: 'run_id',
    found: cutRunId(process),
    detail: whyNotOfRun(process),
  };
}

/** Why a process is not the run's to end, in words. */
export function whyNotOfRun({ pid, name, runId }: ListedProcess): string {
  const told = cutRunId({ runId });
  const whose = told === null ? 'nothing shows that this run started it' : `it is of run ${told}`;
  return `process ${pid} (${name}) is not this run's: ${whose}`;
}

/** Anybody can write anything into the environment of a process. */
const cutRunId = ({ runId }: Pick<ListedProcess, 'runId'>): string | null =>
  runId === null ? null : cutText(runId, limits.identifierCharsMax);
