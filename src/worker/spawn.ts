/**
 * Effect `gate.spawn`: runs the operator's dispatch script at most once per run, although an effect
 * may be carried out again after a crash.
 *
 * The script runs under `run-once.sh`, whose first act is to create the run's start token; whoever
 * finds a token only looks on. So a repeat never starts a second agent, and never loses the first
 * one: it waits for that script to end and reads what it printed. An intent file names the boot in
 * which the start was begun, since a power cut can take the token with it: after a restart of the
 * machine without a token, the run is reported as failed and not started again.
 *
 * A failed or late script may have left processes behind; they are ended before `SPAWN_FAILED` is
 * reported, so that "failed" always means "nothing of this run lives".
 */
import { join } from 'node:path';
import type { EffectContext, EffectHandler } from '../actors/runtime/effect-handler.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import type { ProcessSource } from '../sensing/process-list.ts';
import type { RunCgroups } from '../sensing/run-cgroups.ts';
import { type RunPaths, resolveRunPaths, runFiles } from '../worker-wire/run-paths.ts';
import { readJsonObject } from './files.ts';
import type { GateFiles, Launch, ScriptLauncher } from './ports.ts';
import {
  carriesRunMarker,
  isSameProcessAlive,
  pause,
  readBootId,
  type TerminateOptions,
  terminateRun,
} from './processes.ts';
import {
  hasFlooded,
  readAnswer,
  readErrorTail,
  readExitStatus,
  readToken,
  type ScriptAnswer,
  type StartToken,
  scriptDiskBytesMax,
} from './script-record.ts';

/** How the operator's script is run, and how its processes are found again. */
export interface SpawnOptions extends Pick<TerminateOptions, 'kill'> {
  readonly projectRoot: string;
  readonly files: GateFiles;
  readonly launcher: ScriptLauncher;
  readonly dispatchTimeoutMs: number;
  readonly processSource: ProcessSource;
  /** Finds processes of a run that are its own by their cgroup alone; without it none has one. */
  readonly cgroups?: RunCgroups;
  readonly clock: Clock;
}

type SpawnResult = Extract<GateRunEvent, { type: 'SPAWNED' | 'SPAWN_FAILED' }>;
type SpawnFailed = Extract<GateRunEvent, { type: 'SPAWN_FAILED' }>;

/** Between looks at a start that another process began. */
const pollMs = 25;
const leftoverGraceMs = 1000;

/** Handler of `gate.spawn`; answers `SPAWNED` or `SPAWN_FAILED`. */
export function createSpawnHandler(options: SpawnOptions): EffectHandler {
  return {
    run: (input, context) => startAgent(options, input as unknown as SpawnInput, context),
  };
}

async function startAgent(
  options: SpawnOptions,
  input: SpawnInput,
  context: Pick<EffectContext, 'signal'>,
): Promise<SpawnResult> {
  let paths: RunPaths;
  try {
    paths = resolveRunPaths(options.projectRoot, input);
  } catch (error) {
    if (error instanceof ServiceError) return failed('dispatch_script_failed', error.message);
    throw error;
  }
  const deadlineMs = options.clock.monotonic() + options.dispatchTimeoutMs;
  let launched: Launch | null = null;
  if ((await readToken(paths, options.files)) === undefined) {
    const refusal = await refuseStart(options, paths);
    if (refusal !== null) return refusal;
    launched = options.launcher.launch(input, paths);
  }
  const end = await waitForScript(options, paths, launched, deadlineMs, context.signal);
  return conclude(options, input, paths, end);
}

/** Why the script must not be started; null when it may, after noting the intent. */
async function refuseStart(options: SpawnOptions, paths: RunPaths): Promise<SpawnFailed | null> {
  const { files, launcher, processSource } = options;
  const intentPath = join(paths.runDir, runFiles.spawnIntent);
  const bootId = readBootId(processSource);
  const intent = await readJsonObject(intentPath, 4096, files);
  if (intent !== null && intent.boot_id !== bootId) {
    return failed(
      'dispatch_script_failed',
      'the machine restarted while the agent was being started; nothing of it lives, and it was not started again',
    );
  }
  const problem = await launcher.problem();
  if (problem !== null) return failed('dispatch_script_missing', problem);
  await files.write(intentPath, `${JSON.stringify({ boot_id: bootId })}\n`);
  return null;
}

/** How the script's run ended: its exit status, null when it was cut off, or not in time. */
type ScriptEnd =
  | { readonly kind: 'ended'; readonly exitStatus: number | null }
  | { readonly kind: 'never_ran'; readonly problem: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'flooding' };

async function waitForScript(
  options: SpawnOptions,
  paths: RunPaths,
  launched: Launch | null,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<ScriptEnd> {
  const { clock, files } = options;
  for (;;) {
    // Read before the status file: a script that ends in between has written its status by then.
    const token = await readToken(paths, files);
    const gone = token !== undefined && (await isGone(options.processSource, token));
    const wasEnded = launched?.ended === true;
    const exitStatus = await readExitStatus(paths, files);
    if (exitStatus !== undefined) return { kind: 'ended', exitStatus };
    if (gone) return { kind: 'ended', exitStatus: null };
    if (token === undefined && launched !== null && wasEnded) {
      return { kind: 'never_ran', problem: (await launched.whenEnded) ?? 'unknown' };
    }
    if (await hasFlooded(paths, files)) return { kind: 'flooding' };
    const leftMs = deadlineMs - clock.monotonic();
    if (leftMs <= 0) return { kind: 'late' };
    signal.throwIfAborted();
    const waits: Promise<unknown>[] = [pause(clock, Math.min(pollMs, leftMs))];
    if (launched !== null && !launched.ended) waits.push(launched.whenEnded);
    await Promise.race(waits);
  }
}

/** True when the process that took the token has certainly ended. */
async function isGone(source: ProcessSource, token: StartToken): Promise<boolean> {
  return token.startTicks !== null && !(await isSameProcessAlive(source, token));
}

async function conclude(
  options: SpawnOptions,
  input: SpawnInput,
  paths: RunPaths,
  end: ScriptEnd,
): Promise<SpawnResult> {
  if (end.kind === 'never_ran') return failed('dispatch_script_failed', end.problem);
  const answer = await readAnswer(paths, options.files);
  const failedStatus = end.kind === 'ended' && end.exitStatus !== null && end.exitStatus !== 0;
  if (answer !== null && !failedStatus && end.kind !== 'flooding')
    return spawned(options, input, paths, answer);
  const ended = await endLeftovers(options, input, answer);
  if (end.kind === 'late') {
    const seconds = options.dispatchTimeoutMs / 1000;
    return failed(
      'dispatch_script_timeout',
      `the dispatch script gave no answer within ${seconds} s${ended}`,
    );
  }
  if (end.kind === 'flooding') {
    return failed(
      'dispatch_script_failed',
      `the dispatch script printed more than ${scriptDiskBytesMax / 2 ** 20} MiB; it must print one JSON line and write what else it has to say to a file of its own${ended}`,
    );
  }
  const how = end.exitStatus === null ? 'was cut off' : `ended with ${end.exitStatus}`;
  const what = answer === null ? ' and printed no JSON line with a pid' : '';
  const tail = await readErrorTail(paths, options.files);
  const said = tail === '' ? '' : `; its last words: ${tail}`;
  return failed('dispatch_script_failed', `the dispatch script ${how}${what}${ended}${said}`);
}

async function endLeftovers(
  options: SpawnOptions,
  input: SpawnInput,
  answer: ScriptAnswer | null,
): Promise<string> {
  const run = {
    runId: input.run_id,
    pid: answer?.pid ?? null,
    pgid: null,
    startTicks: answer?.startTicks ?? null,
    bootId: readBootId(options.processSource),
  };
  const { clock, processSource: source, cgroups, kill } = options;
  const tracked = {
    ...(cgroups === undefined ? {} : { cgroups }),
    ...(kill === undefined ? {} : { kill }),
  };
  const ending = { source, clock, graceMs: leftoverGraceMs, ...tracked };
  const result = await terminateRun(run, ending);
  if (result.survivors.length > 0) {
    throw new Error(`processes ${result.survivors.join(', ')} of run ${input.run_id} outlive KILL`);
  }
  return result.signalledCount === 0
    ? ''
    : ` (processes it left and that were ended: ${result.signalledCount})`;
}

async function spawned(
  { processSource: source, files }: Pick<SpawnOptions, 'processSource' | 'files'>,
  input: SpawnInput,
  paths: RunPaths,
  answer: ScriptAnswer,
): Promise<SpawnResult> {
  const token = await readToken(paths, files);
  return {
    type: 'SPAWNED',
    pid: answer.pid,
    pgid: answer.pgid,
    session_id: answer.sessionId ?? input.session_id,
    pid_start_ticks:
      answer.startTicks ?? (await observedStartTicks(source, answer.pid, input.run_id)),
    boot_id: token?.bootId ?? readBootId(source),
  };
}

/** Start time of `pid` if that process is the run's; null when it is gone or somebody else's. */
async function observedStartTicks(
  source: ProcessSource,
  pid: number,
  runId: string,
): Promise<number | null> {
  const found = await source.readStat(pid);
  if (found === undefined || carriesRunMarker(pid, runId) === false) return null;
  return found.startTicks;
}

function failed(code: SpawnFailed['code'], error: string): SpawnFailed {
  return { type: 'SPAWN_FAILED', code, error };
}
