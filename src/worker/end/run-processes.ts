/** The live processes of a run, and the end of one that it has left behind, as the worker's routes tell them. */
import { ServiceError } from '../../domain/errors.ts';
import { isIdentifier } from '../../domain/ids.ts';
import type { GateRun } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import type { GateRunEvent, ProcessEnd } from '../../machines/gate-run/events.ts';
import type { ProcessList, ProcessSource } from '../../sensing/process-list.ts';
import { findMembers, type RunMember } from '../../sensing/process-tree.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import type { Sample } from '../../sensing/sample.ts';
import { resolveRunPaths } from '../../worker-wire/run-paths.ts';
import * as wire from '../../worker-wire/wire-processes.ts';
import { askForOutcome } from '../ask.ts';
import type { AskActor, GateRunReader } from '../ports.ts';
import { ownMembers, processesOf, toIdentity } from '../processes.ts';
import { whyNotOfRun } from './named-process.ts';
import { toProcessRow as toRow } from './process-row.ts';

interface Options {
  readonly projectRoot: string;
  readonly ask: AskActor;
  readonly runs: Pick<GateRunReader, 'get'>;
  readonly source: ProcessSource;
  readonly cgroups: Pick<RunCgroups, 'pathOf'>;
  readonly latestSample: () => Sample | null;
  readonly clock: Clock;
}

/** Both throw `run_not_found` for a run that this worker has never heard of. */
export interface LeftOvers {
  list(runId: string): Promise<wire.RunProcessesReply>;
  /** Throws `process_changed`, `process_not_permitted`, or `not_eligible` while the agent lives. */
  end(runId: string, pid: number, request: wire.EndProcessRequest): Promise<wire.EndProcessReply>;
}

/** Makes it; what is ended is ended by the run's actor, so that it is in its log. */
export function createLeftOvers(options: Options): LeftOvers {
  const { runs, source, clock } = options;
  const timestamp = (): string => toIsoTime(clock.now());
  const requireRun = async (runId: string): Promise<GateRun> => {
    const run = isIdentifier(runId) ? await runs.get(runId) : undefined;
    if (run !== undefined) return run;
    throw new ServiceError('run_not_found', `run "${runId}" is not known here`);
  };
  /** Also those that merely stand in its folder; a run that was never started has none. */
  const membersOf = (table: ProcessList, run: GateRun, cgroup: string | null): RunMember[] => {
    if (run.dispatch_fingerprint === null) return [];
    const { projectDir } = resolveRunPaths(options.projectRoot, run);
    return findMembers(table, toIdentity(processesOf(run), cgroup, projectDir), process.pid);
  };
  return {
    async list(runId) {
      const run = await requireRun(runId);
      const table = await source.list();
      const cgroup = options.cgroups.pathOf(runId);
      const members = membersOf(table, run, cgroup);
      const own = new Set(ownMembers(table, processesOf(run), cgroup).map((each) => each.process));
      const isWorking = run.status === 'running' ? 'the agent of the run lives' : null;
      const world = { table, source, sample: options.latestSample(), nowMs: clock.now() };
      const shown = members
        .sort((one, other) => one.process.startTicks - other.process.startTicks)
        .slice(0, wire.runProcessesMax);
      return {
        run_id: runId,
        boot_id: table.bootId,
        alive: members.length,
        processes: shown.map((member) => {
          const whyNotOwn = own.has(member.process) ? null : whyNotOfRun(member.process);
          return { ...toRow(member, world), why_not: isWorking ?? whyNotOwn };
        }),
        timestamp: timestamp(),
      };
    },

    async end(runId, pid, request) {
      const run = await requireRun(runId);
      const { request_id: requestId, ...wish } = request;
      const event: GateRunEvent = { type: 'END_PROCESS', pid, ...wish };
      const { outcome, replayed } = await askForOutcome(
        options.ask,
        { kind: 'gate_run', id: run.run_id },
        event,
        `end_process:${run.run_id}:${requestId}`,
      );
      const { body, refusal } = outcome;
      if (refusal !== null) throw new ServiceError('not_eligible', refusal.message);
      if (body === null) throw new ServiceError('internal', `run ${runId} said nothing`);
      return {
        ...toReply(body as unknown as ProcessEnd),
        run_id: runId,
        replayed,
        timestamp: timestamp(),
      };
    },
  };
}

function toReply(end: ProcessEnd) {
  const { requested_by: _by, outcome, field, found, ...told } = end;
  const detail = asText(end.detail);
  if (outcome === 'changed') throw new ServiceError('process_changed', detail, { field, found });
  if (outcome === 'not_permitted') throw new ServiceError('process_not_permitted', detail);
  return { ...told, outcome };
}
