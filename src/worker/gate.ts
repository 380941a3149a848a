/**
 * The worker gate: one function per worker route, returning that route's reply or throwing a
 * `ServiceError`. It owns no state of its own: runs live in their actors, readings in telemetry.
 */

import { ServiceError } from '../domain/errors.ts';
import { isIdentifier } from '../domain/ids.ts';
import { limits } from '../domain/limits.ts';
import type { GateRun } from '../domain/records.ts';
import { signEvidence } from '../domain/signed-evidence.ts';
import { asText } from '../lib/as-text.ts';
import { type Clock, toIsoTime } from '../lib/clock.ts';
import { resolveInside } from '../lib/safe-path.ts';
import type { SigningKey } from '../lib/signing-key.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import { resolveRunPaths } from '../worker-wire/run-paths.ts';
import { tokenFingerprint } from '../worker-wire/token-fingerprint.ts';
import type * as wire from '../worker-wire/wire.ts';
import type { CallbackSummary } from '../worker-wire/wire-callbacks.ts';
import { askForOutcome } from './ask.ts';
import { listEvidence, overSince, readEvidence } from './evidence/evidence-files.ts';
import { createLogWaiters } from './log/log-waiters.ts';
import { type LogPiece, logTailBytes, type RunLogs } from './log/run-log.ts';
import { type GateRunReader, isLiveRun, type TelemetryReader } from './ports.ts';
import { createDispatch, type DispatchOptions } from './start/dispatch.ts';
import { prepareProject } from './start/prepare.ts';
import { readUsage } from './usage.ts';

interface GateOptions extends DispatchOptions {
  readonly runs: GateRunReader;
  readonly telemetry: TelemetryReader;
  /** Time between two samples. */
  readonly sampleIntervalMs: number;
  readonly logs: Pick<RunLogs, 'read'>;
  readonly completionCallbackToken: string;
  readonly clock: Clock;
  /** Takes secrets out of the name of a file. */
  readonly redactName: (path: string) => string;
  /** Signs the evidence of runs. */
  readonly signingKey: SigningKey;
  /** What the control plane has not taken yet, for `GET /runs`. */
  readonly callbackSummary?: () => Promise<CallbackSummary>;
  /** Why its store takes no writes, or keeps none; absent: not told. */
  readonly storeTrouble?: () => Promise<string | null>;
  /** What of the gate itself waits for a person; absent: nobody counts it. */
  readonly benchSummary?: () => Promise<wire.BenchSummary>;
  /** Told after a dispatch or stop, so that the run is watched or no longer watched. */
  readonly onRunChanged: (runId: string) => Promise<void>;
}

/** Every worker route as a function of its checked request. */
export interface WorkerGate {
  prepare(request: wire.PrepareRequest): Promise<wire.PrepareReply>;
  dispatch(request: wire.DispatchRequest): Promise<wire.DispatchReply>;
  /** What `GET /healthz` adds on a worker. */
  health(): Promise<{ readonly live_run_count: number }>;
  listRuns(query: { readonly limit: number }): Promise<wire.RunListReply>;
  findRun(runId: string): Promise<wire.RunDetailReply>;
  stopRun(runId: string, request: wire.StopRequest): Promise<wire.StopReply>;
  readLog(
    runId: string,
    query: { readonly offset: number; readonly limit: number; readonly wait_sec?: number },
    signal?: AbortSignal,
  ): Promise<wire.LogReply>;
  /** Answers everybody who waits for more of a log, now and from now on; for the service's end. */
  releaseWaiters(): void;
  telemetry(): Promise<wire.TelemetryReply>;
  evidenceManifest(projectId: string, runId: string | null): Promise<wire.EvidenceManifestReply>;
  readEvidence(
    projectId: string,
    request: wire.EvidenceReadRequest,
  ): Promise<wire.EvidenceReadReply>;
}

/** Samples shown with a run's detail. */
const detailSamplesMax = 60;

/** Assembles the gate. */
export function createGate(options: GateOptions): WorkerGate {
  const timestamp = (): string => toIsoTime(options.clock.now());
  const dispatch = createDispatch(options);
  const waiters = createLogWaiters(options.clock);
  /** One at a time: two of the same run must not write the same staging folder. */
  let lastPrepare: Promise<unknown> = Promise.resolve();
  const requireRun = async (runId: string): Promise<GateRun> => {
    const run = isIdentifier(runId) ? await options.runs.get(runId) : undefined;
    if (run === undefined)
      throw new ServiceError('run_not_found', `run "${runId}" is not known here`);
    return run;
  };

  return {
    prepare(request) {
      const prepared = lastPrepare
        .then(() => prepareProject(options, request))
        .then((reply) => ({ ...reply, gate_id: options.signingKey.keyId }));
      lastPrepare = prepared.catch(() => {});
      return prepared;
    },

    async dispatch(request) {
      const reply = await dispatch(request);
      await options.onRunChanged(request.run_id);
      return reply;
    },

    async health() {
      return { live_run_count: (await options.runs.listLive()).length };
    },

    async listRuns({ limit }) {
      const trouble = await options.storeTrouble?.();
      const [runs, live, callbacks, bench] = await Promise.all([
        options.runs.list(limit),
        options.runs.listLive(),
        options.callbackSummary?.(),
        options.benchSummary?.(),
      ]).catch((error: unknown) => {
        // What is wrong with the store says more than that it cannot be read, too.
        throw typeof trouble === 'string' ? new ServiceError('store_unavailable', trouble) : error;
      });
      return {
        runs: await Promise.all(runs.map((run) => toUsedRow(options, run))),
        live_count: live.length,
        gate_id: options.signingKey.keyId,
        callback_token_fingerprint: tokenFingerprint(options.completionCallbackToken),
        ...(callbacks === undefined ? {} : { callbacks }),
        ...(bench === undefined ? {} : { bench }),
        ...(trouble === undefined ? {} : { store_trouble: trouble }),
        timestamp: timestamp(),
      };
    },

    async findRun(runId) {
      const run = await requireRun(runId);
      const seen = options.telemetry.ofRun(runId);
      const wanted = { offset: -logTailBytes, maxBytes: logTailBytes, isFinal: isOver(run) };
      const tail = await options.logs.read(run, wanted);
      return {
        run: await toUsedRow(options, run),
        process_tree: seen?.process_tree ?? null,
        idle_window: seen?.idle_window ?? null,
        receipt: run.receipt,
        samples: [...(seen?.samples ?? [])].slice(-detailSamplesMax),
        log_tail: {
          text: tail.text,
          offset: tail.offset,
          size_bytes: tail.sizeBytes,
          ...notesOf(tail),
          ...(tail.bounded === null ? {} : { bounded: tail.bounded }),
        },
        timestamp: timestamp(),
      };
    },

    stopRun: (runId, request) => stopRun(options, runId, request),

    readLog(runId, { offset, limit, wait_sec: waitSec = 0 }, signal) {
      const look = async (isLast: boolean): Promise<wire.LogReply | undefined> => {
        const run = await requireRun(runId);
        const wanted = { offset: from, maxBytes: limit, isFinal: isOver(run) };
        const piece = await options.logs.read(run, wanted);
        // What "from the end" means is settled by the first look.
        if (from < 0) from = piece.offset;
        const hasNews = piece.text !== '' || piece.dropped !== null;
        return isLast || hasNews || wanted.isFinal
          ? { ...toLogReply(runId, piece, wanted.isFinal), timestamp: timestamp() }
          : undefined;
      };
      let from = offset;
      return waiters.follow({ waitMs: waitSec * 1000, signal }, look);
    },

    releaseWaiters: () => waiters.release(),

    async telemetry() {
      const sample = await options.telemetry.latestOrFirst();
      return {
        sample,
        sample_interval_sec: options.sampleIntervalMs / 1000,
        timestamp: timestamp(),
      };
    },

    async evidenceManifest(projectId, runId) {
      const projectDir = await findProjectDir(options, projectId, runId);
      const manifest = await listEvidence(projectDir, runId, options.redactName);
      const run = runId === null ? undefined : await options.runs.get(runId);
      const about = { project_id: projectId, run_id: runId };
      const at = timestamp();
      return {
        ...about,
        ...manifest,
        ended_at: overSince(run, manifest.started_at),
        ...(runId === null
          ? {}
          : {
              signed: signEvidence(
                manifest.files,
                { ...about, run_id: runId, listed_at: at },
                options.signingKey,
              ),
            }),
        timestamp: at,
      };
    },

    async readEvidence(projectId, request) {
      const projectDir = await findProjectDir(options, projectId, null);
      const contents = await readEvidence(projectDir, request);
      return { project_id: projectId, ...contents, timestamp: timestamp() };
    },
  };
}

/** Stops a live run, fences one that has not started, and leaves an ended one as it is. */
async function stopRun(
  options: GateOptions,
  runId: string,
  request: wire.StopRequest,
): Promise<wire.StopReply> {
  if (!isIdentifier(runId)) throw new ServiceError('run_not_found', `"${runId}" is no run id`);
  const event: GateRunEvent = {
    type: 'STOP',
    reason: request.reason,
    grace_sec: request.grace_sec,
    report: request.report ?? false,
  };
  const before = await options.runs.get(runId);
  // To fence a run means that it never starts; one that has started already must not be called that.
  if (before === undefined || before.dispatch_fingerprint === null)
    await options.forgotten.refuseLost(runId);
  const { outcome } = await askForOutcome(options.ask, { kind: 'gate_run', id: runId }, event);
  const run = await options.runs.get(runId);
  if (run === undefined || outcome.body?.result === 'failed') {
    const why = outcome.body?.error ?? outcome.refusal?.message ?? outcome.status;
    throw new ServiceError('internal', `run ${runId} was not stopped: ${asText(why)}`);
  }
  await options.onRunChanged(runId);
  return {
    accepted: true,
    run: toRow(run),
    replayed: before !== undefined && isOver(before),
    timestamp: toIsoTime(options.clock.now()),
  };
}

/** The folder of a project by its newest (or the named) run, else by its id. */
async function findProjectDir(
  options: GateOptions,
  projectId: string,
  runId: string | null,
): Promise<string> {
  const missing = new ServiceError(
    'project_not_found',
    `project "${projectId}" has no folder on this worker`,
  );
  if (!isIdentifier(projectId)) throw missing;
  const named = runId === null ? undefined : await options.runs.get(runId);
  const known = named?.project_id === projectId ? named : await options.runs.latestOf(projectId);
  const dir = known === undefined || known.project_dir === '' ? projectId : known.project_dir;
  const path = resolveInside(options.projectRoot, dir);
  const found =
    path === undefined ? undefined : await options.files.stat(path).catch(() => undefined);
  if (path === undefined || found?.isDirectory() !== true) throw missing;
  return path;
}

function toLogReply(
  runId: string,
  piece: LogPiece,
  runOver: boolean,
): Omit<wire.LogReply, 'timestamp'> {
  return {
    run_id: runId,
    offset: piece.offset,
    next_offset: piece.nextOffset,
    size_bytes: piece.sizeBytes,
    eof: runOver && piece.nextOffset >= piece.sizeBytes,
    run_over: runOver,
    text: piece.text,
    ...notesOf(piece),
  };
}

/** What is to be said of a piece, where there is something. */
function notesOf({ dropped, problem }: LogPiece) {
  return {
    ...(dropped === null ? {} : { dropped }),
    ...(problem === null ? {} : { problem }),
  };
}

/** True when nothing can happen to the run any more. */
function isOver(run: GateRun): boolean {
  return !isLiveRun(run) && run.status !== 'new' && run.status !== 'prepared';
}

/** With what its agent has used, while that may still change and for a while after. */
async function toUsedRow(
  { projectRoot, files, clock }: GateOptions,
  run: GateRun,
): Promise<wire.RunRow> {
  const row = toRow(run);
  const endedMs = run.ended_at === null ? null : Date.parse(run.ended_at);
  const isRecent = endedMs !== null && clock.now() - endedMs <= limits.usageAfterEndMs;
  if (run.started_at === null || !(row.live || isRecent)) return row;
  try {
    const usage = await readUsage(resolveRunPaths(projectRoot, run), files);
    return usage === null ? row : { ...row, usage };
  } catch {
    // A folder that cannot be read says nothing of what was used, and must not hide the run.
    return row;
  }
}

function toRow(run: GateRun): wire.RunRow {
  return {
    run_id: run.run_id,
    project_id: run.project_id,
    project_dir: run.project_dir,
    status: run.status,
    live: isLiveRun(run),
    mode: run.mode,
    workload_class: run.workload_class,
    pid: run.pid,
    pgid: run.pgid,
    session_id: run.session_id,
    exit_code: run.exit_code,
    idle_state: run.idle_state,
    last_error: run.last_error,
    started_at: run.started_at,
    agent_exited_at: run.agent_exited_at,
    ended_at: run.ended_at,
    created_at: run.created_at,
    updated_at: run.updated_at,
  };
}
