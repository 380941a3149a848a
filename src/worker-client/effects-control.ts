/**
 * The control plane's effects on a worker: start a run, ask what became of it, stop it. Each turns
 * the client's result into what the queue item may conclude. "Refused" is only said when no run can
 * be live under this run id; everything else is "unknown", and the item asks again.
 */
import type {
  EffectContext,
  EffectHandler,
  EffectHandlers,
} from '../actors/runtime/effect-handler.ts';
import type { ErrorCode } from '../domain/errors.ts';
import { promptFileOf } from '../domain/ids.ts';
import { stateWord } from '../domain/state-words.ts';
import type { FindRunInput, StartRunInput, StopRunInput } from '../machines/queue-item/effects.ts';
import type { QueueItemEvent, ReconcileFinding } from '../machines/queue-item/events.ts';
import type { DispatchRequest, RunRow } from '../worker-wire/wire.ts';
import { createCallOffEffect } from './call-off.ts';
import type { WorkerClient, WorkerResult } from './client.ts';
import {
  type ClusterWorker,
  findOnCluster,
  startOnCluster,
  stopOnCluster,
} from './cluster-runs.ts';
import { createEndProcessEffect } from './end-process.ts';
import { compareGates, gateWords } from './gate-of-run.ts';
import { needsProjectPrompt, promptOfRun } from './resume-prompt.ts';
import { askPlaces, type RunPlace, wordsOf } from './run-places.ts';

interface ControlEffectsOptions {
  /** Undefined when the target is no longer configured. */
  readonly clientForTarget: (workerTarget: string) => WorkerClient | undefined;
  /** Address of the target now; undefined as above. */
  readonly laneOfTarget: (workerTarget: string) => string | undefined;
  /** The cluster that the worker of this address is; undefined for a machine with a gate. */
  readonly clusterOfLane?: (lane: string) => ClusterWorker | undefined;
  /** Where a run may be; none when neither its address nor its worker's name is configured. */
  readonly placesOfRun: (run: {
    readonly run_id: string;
    readonly lane: string;
  }) => Promise<readonly RunPlace[]>;
  /** Told that the worker at this address did not answer as one should. */
  readonly onUnanswered: (lane: string) => void;
  /** The project's own prompt; undefined when there is no such project. */
  readonly promptOf: (projectId: string) => Promise<string | undefined>;
  /** Model of items that name none. */
  readonly defaultModel: string;
  /** Time between TERM and KILL when a run is stopped. */
  readonly stopGraceSec: number;
}

type Context = Pick<EffectContext, 'attempt' | 'signal' | 'resumed'>;

/** Refusals that speak of this very run: it is not live and will not be. */
const refusalsOfThisRun: ReadonlySet<ErrorCode> = new Set([
  'worker_busy',
  'run_fenced',
  'dispatch_script_missing',
  'dispatch_script_failed',
] satisfies ErrorCode[]);
/** Refusals after which a run of this id may be live all the same. */
const refusalsOfAnotherRequest: ReadonlySet<ErrorCode> = new Set([
  'run_conflict',
  'idempotency_conflict',
] satisfies ErrorCode[]);

/** Handlers of all effects `worker.*`. */
export function createControlEffects(options: ControlEffectsOptions): EffectHandlers {
  const handler = (run: EffectHandler['run']): EffectHandler => ({ run });
  const clusterOf = (lane: string | undefined): ClusterWorker | undefined =>
    lane === undefined ? undefined : options.clusterOfLane?.(lane);
  return {
    'worker.start_run': handler((given, context) => {
      const input = given as unknown as StartRunInput;
      const cluster = clusterOf(input.lane);
      if (cluster === undefined) {
        // There may be a job of it.
        const error = `the cluster ${input.lane} is not configured any more`;
        return isOfCluster(input.lane)
          ? Promise.resolve(unknownOutcome(input.run_id, error))
          : startRun(options, input, context);
      }
      const atGate = { ...options, laneOfTarget: () => input.lane, onUnanswered: () => undefined };
      // An earlier look may have dispatched it, so nothing that its gate does not say of this very run is a refusal.
      return startOnCluster(cluster, input, () =>
        startRun(atGate, input, { ...context, resumed: true }),
      );
    }),
    'worker.find_run': handler(async (given, context) => {
      const input = given as unknown as FindRunInput;
      const cluster = clusterOf(input.lane);
      if (cluster !== undefined && !cluster.isHome(input.run_id))
        return findOnCluster(cluster, input, `the gate of its job on ${cluster.name} is not there`);
      return findRun(options, input, context);
    }),
    'worker.stop_run': handler((given, context) => {
      const input = given as unknown as StopRunInput;
      const cluster = clusterOf(input.lane);
      const stop = () => stopRun(options, input, context);
      return cluster === undefined ? stop() : stopOnCluster(cluster, input, stop);
    }),
    'worker.call_off': createCallOffEffect({ ...options, clusterOf }),
    'worker.end_process': createEndProcessEffect(options),
  };
}

/** Whether the address is none that a gate is reached at. */
const isOfCluster = (lane: string | undefined): boolean =>
  lane !== undefined && !/^(?:https?|home):/.test(lane);

async function startRun(
  options: ControlEffectsOptions,
  input: StartRunInput,
  context: Context,
): Promise<QueueItemEvent> {
  const { run_id: runId } = input;
  const mayHaveRun = context.resumed || context.attempt > 1;
  const client = options.clientForTarget(input.worker_target);
  if (client === undefined) {
    const error = `worker target "${input.worker_target}" is not configured`;
    return mayHaveRun ? unknownOutcome(runId, error) : refused(runId, 'target_not_allowed', error);
  }
  const lane = options.laneOfTarget(input.worker_target);
  if (mayHaveRun && input.lane !== undefined && lane !== input.lane) {
    // Started there perhaps: here it would be started twice.
    const error = `worker target "${input.worker_target}" has another address than when the run was claimed (${input.lane})`;
    return unknownOutcome(runId, error);
  }
  const own = needsProjectPrompt(input) ? await options.promptOf(input.project_id) : '';
  if (own === undefined) {
    const error = `project ${input.project_id} has no prompt`;
    return mayHaveRun ? unknownOutcome(runId, error) : refused(runId, 'project_not_found', error);
  }
  const prepared = await client.prepare(
    toPrepareRequest(input, promptOfRun(input, own)),
    context.signal,
  );
  // Preparing starts nothing: whatever came of it, a run that was not dispatched before is not live.
  if (isUnanswered(prepared) && lane !== undefined) options.onUnanswered(lane);
  if (prepared.kind !== 'ok')
    return concludeFailure(runId, prepared, { mayHaveRun, sentMeansStarted: false });
  const { gate_id: gateId = input.gate_id } = prepared.value;
  if (mayHaveRun && input.gate_id !== undefined && gateId !== input.gate_id) {
    // An earlier attempt may have started it on the machine that is not there any more.
    const error = `another gate (${gateId}) answers at ${lane} than when the run was claimed (${input.gate_id})`;
    return { ...unknownOutcome(runId, error), prepared: true, gate_id: input.gate_id };
  }
  const theGate = gateId === undefined ? {} : { gate_id: gateId };
  const dispatched = await client.dispatch(toDispatchRequest(options, input), context.signal);
  if (isUnanswered(dispatched) && lane !== undefined) options.onUnanswered(lane);
  if (dispatched.kind !== 'ok') {
    const outcome = concludeFailure(runId, dispatched, { mayHaveRun, sentMeansStarted: true });
    return outcome.type === 'OUTCOME_UNKNOWN'
      ? { ...outcome, prepared: true, ...theGate }
      : outcome;
  }
  return {
    type: 'WORKER_ACCEPTED',
    run_id: runId,
    session_id: dispatched.value.dispatch.session_id ?? null,
    ...theGate,
  };
}

const isUnanswered = ({ kind }: WorkerResult<unknown>): boolean =>
  kind === 'not_sent' || kind === 'unknown';

/** What a failed step allows to be concluded about the run. */
function concludeFailure(
  runId: string,
  result: Exclude<WorkerResult<never>, { kind: 'ok' }>,
  step: { readonly mayHaveRun: boolean; readonly sentMeansStarted: boolean },
): QueueItemEvent {
  const error = result.kind === 'refused' ? result.detail : result.error;
  if (result.kind === 'refused') {
    const certain = step.mayHaveRun
      ? refusalsOfThisRun.has(result.code)
      : !refusalsOfAnotherRequest.has(result.code);
    return certain
      ? refused(runId, result.code, error)
      : unknownOutcome(runId, `${result.code}: ${error}`);
  }
  const startedPerhaps = step.mayHaveRun || (result.kind === 'unknown' && step.sentMeansStarted);
  return startedPerhaps
    ? unknownOutcome(runId, error)
    : refused(runId, 'worker_unreachable', error);
}

async function findRun(
  options: ControlEffectsOptions,
  input: FindRunInput,
  context: Context,
): Promise<QueueItemEvent> {
  const places = await options.placesOfRun(input);
  const answer = await askPlaces(places, input, context.signal);
  if (answer.kind === 'known') {
    const { run } = answer.reply;
    return run.status === 'new' || run.status === 'prepared'
      ? fence(options, [answer.place], input, context)
      : conclude(run, answer.place, input, context.signal);
  }
  if (answer.kind === 'unknown_run' && answer.certain)
    return fence(options, places, input, context);
  return reconciled(input.run_id, 'unreachable', answer.error);
}

/**
 * A run that the worker does not know may still arrive: the dispatch may be on its way. Stopping it
 * fences its id, and only then it is certainly absent.
 */
async function fence(
  options: ControlEffectsOptions,
  places: readonly RunPlace[],
  input: FindRunInput,
  context: Context,
): Promise<QueueItemEvent> {
  const body = { reason: 'not started when it was asked for', grace_sec: options.stopGraceSec };
  let last: QueueItemEvent | undefined;
  for (const place of places) {
    const stopped = await place.client.stopRun(input.run_id, body, context.signal);
    if (stopped.kind === 'refused' && stopped.code === 'run_lost')
      return reconciled(input.run_id, 'lost', stopped.detail);
    if (stopped.kind !== 'ok') {
      const error = `the run could not be fenced: ${wordsOf(stopped)}`;
      return reconciled(input.run_id, 'unreachable', error);
    }
    last = await conclude(stopped.value.run, place, input, context.signal);
    // It did arrive there meanwhile: that is the answer.
    if (last.type === 'RECONCILED' && last.finding !== 'absent') return last;
  }
  return last ?? reconciled(input.run_id, 'unreachable', 'nobody could be asked');
}

/** What each status of a worker's run means to the queue; null: ask again later. */
const findings: Readonly<Record<RunRow['status'], ReconcileFinding | null>> = {
  new: null,
  prepared: null,
  starting: null,
  running: 'live',
  quieting: 'awaiting',
  ready: 'ready',
  timed_out: 'timed_out',
  failed: 'failed',
  stopping: null,
  stopped: 'stopped',
  fenced: 'absent',
};

/** As `fromRow`; of a run that some gate had, and this one never heard of, also what is known of the two. */
async function conclude(
  run: RunRow,
  place: RunPlace,
  input: FindRunInput,
  signal: AbortSignal,
): Promise<QueueItemEvent> {
  if (run.status !== 'fenced' || !wasTaken(input)) return fromRow(run);
  // It may live on the machine that has it.
  const finding = input.was_prepared === true ? 'lost' : 'absent';
  return reconciled(run.run_id, finding, await withoutRecord(place, input, signal));
}

/** Some gate had it. */
const wasTaken = ({ was_prepared, was_started }: FindRunInput): boolean =>
  was_prepared === true || was_started === true;

/** Of a gate that never heard of a run which was taken, what is known of the two. */
async function withoutRecord(
  { client, worker }: RunPlace,
  { gate_id: took }: FindRunInput,
  signal: AbortSignal,
): Promise<string> {
  const gate = await compareGates(client, took, signal);
  return `${worker} had no record of it when it was asked; ${gateWords(gate)}`;
}

function fromRow(run: RunRow): QueueItemEvent {
  const finding = findings[run.status];
  const said = run.last_error === null ? '' : `: ${run.last_error}`;
  const detail = `the worker says ${stateWord(run.status)}${said}`;
  if (finding === null) return reconciled(run.run_id, 'unreachable', `${detail}; not settled yet`);
  // Called off before, or failed in starting: nothing of it lives, and this id never starts again.
  const neverStarted = (run.status === 'failed' || run.status === 'stopped') && run.pid === null;
  return reconciled(run.run_id, neverStarted ? 'absent' : finding, detail, run.session_id);
}

async function stopRun(
  options: ControlEffectsOptions,
  input: StopRunInput,
  context: Context,
): Promise<QueueItemEvent> {
  const { run_id: runId } = input;
  const places = await options.placesOfRun(input);
  const place = await placeToStop(places, input, context);
  if ('error' in place) return stopFailed(runId, place.error);
  const body = { reason: input.reason, grace_sec: options.stopGraceSec };
  const stopped = await place.client.stopRun(runId, body, context.signal);
  if (stopped.kind !== 'ok') return stopFailed(runId, wordsOf(stopped));
  const { run } = stopped.value;
  if (run.live) return stopFailed(runId, `the run is still ${run.status} on its worker`);
  if (run.status !== 'fenced' || !wasTaken(input)) return { type: 'RUN_STOPPED', run_id: runId };
  // Who has no record of it has stopped nothing.
  return stopFailed(runId, await withoutRecord(place, input, context.signal));
}

/** The usual place at once; where the worker moved, only the place that knows the run will do. */
async function placeToStop(
  places: readonly RunPlace[],
  input: StopRunInput,
  context: Context,
): Promise<RunPlace | { readonly error: string }> {
  const [first] = places;
  if (first?.certain === true && places.length === 1) return first;
  const answer = await askPlaces(places, input, context.signal);
  if (answer.kind === 'known') return answer.place;
  return answer.kind === 'unknown_run' && first?.certain === true ? first : answer;
}

function toPrepareRequest(input: StartRunInput, prompt: string) {
  return {
    run_id: input.run_id,
    project_id: input.project_id,
    project_name: input.project_name,
    project_dir: input.project_dir,
    prompt_file: promptFileOf(input.run_id),
    prompt_text: prompt,
    // The folder belongs to the project; a later run of it works on what is there.
    overwrite: true,
  };
}

function toDispatchRequest(options: ControlEffectsOptions, input: StartRunInput): DispatchRequest {
  return {
    run_id: input.run_id,
    project_id: input.project_id,
    project_dir: input.project_dir,
    prompt_file: promptFileOf(input.run_id),
    mode: input.mode,
    model: input.model ?? options.defaultModel,
    reasoning_effort: input.reasoning_effort,
    sandbox: input.sandbox,
    session_id: input.session_id,
    workload_class: input.workload_class,
    fencing: input.fencing,
  };
}

function refused(runId: string, code: ErrorCode, error: string): QueueItemEvent {
  return { type: 'WORKER_REFUSED', run_id: runId, code, error };
}

function unknownOutcome(
  runId: string,
  error: string,
): Extract<QueueItemEvent, { type: 'OUTCOME_UNKNOWN' }> {
  return { type: 'OUTCOME_UNKNOWN', run_id: runId, error };
}

function reconciled(
  runId: string,
  finding: ReconcileFinding,
  detail: string,
  sessionId: string | null = null,
): QueueItemEvent {
  return { type: 'RECONCILED', run_id: runId, finding, detail, session_id: sessionId };
}

function stopFailed(runId: string, error: string): QueueItemEvent {
  return { type: 'STOP_FAILED', run_id: runId, error };
}
