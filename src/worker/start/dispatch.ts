/**
 * `POST /dispatch`: lets one run at a time onto the worker and starts it through its actor. The same
 * request again, also after a restart, gets the same answer and starts nothing.
 */
import { join } from 'node:path';
import { type ErrorCode, ServiceError } from '../../domain/errors.ts';
import type { GateRun } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import type { WorkloadClass } from '../../domain/statuses.ts';
import { type Clock, toIsoTime } from '../../lib/clock.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { GateRunEvent } from '../../machines/gate-run/events.ts';
import { resolveOrRefuse, resolveRunPaths } from '../../worker-wire/run-paths.ts';
import type { DispatchReply, DispatchRequest } from '../../worker-wire/wire.ts';
import { type Answered, askForOutcome } from '../ask.ts';
import type { ForgottenRuns } from '../forgotten-runs.ts';
import type { AskActor, GateFiles, GateRunReader } from '../ports.ts';
import { busy } from './busy.ts';
import type { FencingLedger } from './fencing.ts';

/** What a dispatch needs of the worker: its runs, its fencing numbers, and its runs of no record. */
export interface DispatchOptions {
  readonly projectRoot: string;
  readonly files: GateFiles;
  readonly ask: AskActor;
  readonly runs: Pick<GateRunReader, 'get' | 'listLive'>;
  readonly fencing: FencingLedger;
  readonly forgotten: ForgottenRuns;
  readonly defaultWorkloadClass: WorkloadClass;
  readonly clock: Clock;
}

type DispatchEvent = Extract<GateRunEvent, { type: 'DISPATCH' }>;
/** What the run's actor may answer instead of a process. */
const failureCodes = [
  'dispatch_script_missing',
  'dispatch_script_failed',
  'dispatch_script_timeout',
  'run_fenced',
] as const satisfies readonly ErrorCode[];

/**
 * Makes the dispatch use case. Its function throws `path_escape`, `invalid_request` (no prompt
 * file), `run_conflict`, `run_fenced`, `worker_busy` or the script's failure.
 */
export function createDispatch(
  options: DispatchOptions,
): (request: DispatchRequest) => Promise<DispatchReply> {
  /** The run that is being let in; the store shows it as live only later. */
  let admitted: string | null = null;

  const admit = async (request: DispatchRequest): Promise<void> => {
    if (admitted !== null && admitted !== request.run_id) throw busy(admitted);
    admitted = request.run_id;
    const other = (await options.runs.listLive()).find((run) => run.run_id !== request.run_id);
    if (other !== undefined) throw busy(other.run_id);
    const { projectDir } = resolveRunPaths(options.projectRoot, request);
    await options.forgotten.refuseBeside(projectDir, request.run_id);
    if (request.fencing === undefined) return;
    const { project_id: projectId, run_id: runId, fencing } = request;
    const newest = await options.fencing.newest(projectId);
    if (newest !== null && fencing < newest.fencing) throw superseded(request, newest.fencing);
    if (newest?.fencing === fencing && newest.runId !== null && newest.runId !== runId)
      throw claimedTwice(request, newest.runId);
    await options.fencing.raise(projectId, { fencing, runId });
  };

  return async (request) => {
    const event = toEvent(request, options.defaultWorkloadClass);
    const known = await options.runs.get(request.run_id);
    refuseConflict(known, event);
    const isRepeat = known !== undefined && known.dispatch_fingerprint !== null;
    if (!isRepeat) await requirePrompt(options, request);
    const holdsPlace = !isRepeat && admitted !== request.run_id;
    try {
      if (!isRepeat) await admit(request);
      const address = { kind: 'gate_run', id: request.run_id };
      const answered = await askForOutcome(
        options.ask,
        address,
        event,
        `dispatch:${request.run_id}`,
      );
      const run = await options.runs.get(request.run_id);
      return toReply(answered, run, isRepeat, options.clock);
    } finally {
      if (holdsPlace && admitted === request.run_id) admitted = null;
    }
  };
}

function toEvent(request: DispatchRequest, defaultWorkloadClass: WorkloadClass): DispatchEvent {
  const { fencing: _, ...facts } = request;
  const dispatch = {
    ...facts,
    session_id: request.session_id ?? null,
    workload_class: request.workload_class ?? defaultWorkloadClass,
  };
  return { type: 'DISPATCH', ...dispatch, dispatch_fingerprint: fingerprint(dispatch) };
}

function refuseConflict(known: GateRun | undefined, event: DispatchEvent): void {
  if (known === undefined) return;
  const { dispatch_fingerprint: before, status } = known;
  if (status === 'fenced' || (status === 'stopped' && before === null)) throw fenced(known.run_id);
  if (before !== null && before !== event.dispatch_fingerprint) {
    throw new ServiceError(
      'run_conflict',
      `run ${known.run_id} was dispatched with another request; use a new run id`,
    );
  }
}

async function requirePrompt(
  { projectRoot, files }: Pick<DispatchOptions, 'projectRoot' | 'files'>,
  request: DispatchRequest,
): Promise<void> {
  const { projectDir } = resolveRunPaths(projectRoot, request);
  resolveOrRefuse(projectDir, request.prompt_file, 'prompt_file');
  if ((await files.read(join(projectDir, request.prompt_file), 1)) === undefined) {
    throw new ServiceError(
      'invalid_request',
      `prompt_file "${request.prompt_file}" does not exist in "${request.project_dir}"; prepare the project first`,
      { errors: [{ path: 'prompt_file', message: 'must be an existing file' }] },
    );
  }
}

function toReply(
  { outcome, replayed }: Answered,
  run: GateRun | undefined,
  isRepeat: boolean,
  clock: Clock,
): DispatchReply {
  const { accepted, body, refusal, status } = outcome;
  if (!accepted) {
    if (status === 'fenced' || (status === 'stopped' && run?.pid === null))
      throw fenced(run?.run_id ?? '');
    throw new ServiceError('run_conflict', refusal?.message ?? `the run is ${stateWord(status)}`);
  }
  if (typeof body?.code === 'string') throw startFailure(body.code, body.error, run);
  if (run === undefined || run.pid === null) {
    if (run?.status === 'failed') throw startFailure('', undefined, run);
    throw new ServiceError(
      'idempotency_in_flight',
      `the run is ${stateWord(status)}; ask for it again`,
    );
  }
  return {
    accepted: true,
    dispatch: {
      run_id: run.run_id,
      pid: run.pid,
      pgid: run.pgid,
      session_id: run.session_id,
      replayed: replayed || isRepeat,
    },
    timestamp: toIsoTime(clock.now()),
  };
}

/** Why it did not start, by the actor's answer or else by what the run keeps as its last error. */
function startFailure(code: string, error: unknown, run: GateRun | undefined): ServiceError {
  const words =
    typeof error === 'string' ? error : (run?.last_error ?? 'the agent was not started');
  const known = failureCodes.find((each) => each === code || words.startsWith(each));
  return new ServiceError(known ?? 'internal', words);
}

function fenced(runId: string): ServiceError {
  return new ServiceError(
    'run_fenced',
    `run ${runId} was called off before it started and never will`,
  );
}

function superseded(request: DispatchRequest, highest: number): ServiceError {
  return new ServiceError(
    'run_fenced',
    `project ${request.project_id} was claimed with fencing number ${highest}; ${request.fencing} is older. ` +
      `If the control plane's store was reset, remove fencing/${request.project_id}.json in the worker's state_dir`,
    { highest_fencing: highest },
  );
}

function claimedTwice({ project_id: id, fencing }: DispatchRequest, runId: string): ServiceError {
  return new ServiceError(
    'run_fenced',
    `project ${id} was run here as ${runId} by a claim with the same number (${fencing}), which the control plane's store does not know of, as after a backup was restored or with two control planes; ` +
      `look at what ${runId} left before it is run again`,
    { highest_fencing: fencing, run_id: runId },
  );
}
