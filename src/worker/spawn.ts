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
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EffectContext, EffectHandler } from '../actors/runtime/effect-handler.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../lib/ids.ts';
import type { SpawnInput } from '../machines/gate-run/effects.ts';
import type { GateRunEvent } from '../machines/gate-run/events.ts';
import type { ProcessSource } from '../sensing/process-list.ts';
import type { RunCgroups } from '../sensing/run-cgroups.ts';
import { type RunPaths, resolveRunPaths, runFiles } from '../worker-wire/run-paths.ts';
import { scriptArguments, scriptEnvironment } from './environment.ts';
import { readJsonObject, writeFileAtomic } from './files.ts';
import {
  carriesRunMarker,
  isSameProcessAlive,
  pause,
  readBootId,
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

/** The operator's script, what it is run with, and how its processes are found again. */
export interface SpawnOptions {
  readonly projectRoot: string;
  readonly dispatchScriptPath: string;
  /** Path of the shipped `run-once.sh`. */
  readonly runOncePath: string;
  readonly dispatchTimeoutMs: number;
  /** The worker's own environment, of which only listed names are passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly environmentAllow: readonly string[];
  readonly processSource: ProcessSource;
  /** Gives each run a cgroup of its own; without it, or where it cannot, a run has none. */
  readonly cgroups?: RunCgroups;
  readonly clock: Clock;
  readonly entropy: Entropy;
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
  if ((await readToken(paths)) === undefined) {
    const refusal = await refuseStart(options, paths);
    if (refusal !== null) return refusal;
    launched = launch(options, input, paths);
  }
  const end = await waitForScript(options, paths, launched, deadlineMs, context.signal);
  return conclude(options, input, paths, end);
}

/** Why the script must not be started; null when it may, after noting the intent. */
async function refuseStart(options: SpawnOptions, paths: RunPaths): Promise<SpawnFailed | null> {
  const intentPath = join(paths.runDir, runFiles.spawnIntent);
  const bootId = readBootId();
  const intent = await readJsonObject(intentPath, 4096);
  if (intent !== null && intent.boot_id !== bootId) {
    return failed(
      'dispatch_script_failed',
      'the machine restarted while the agent was being started; nothing of it lives, and it was not started again',
    );
  }
  const problem = await scriptProblem(options.dispatchScriptPath);
  if (problem !== null) return failed('dispatch_script_missing', problem);
  await mkdir(paths.runDir, { recursive: true });
  await writeFileAtomic(intentPath, `${JSON.stringify({ boot_id: bootId })}\n`, options.entropy);
  return null;
}

async function scriptProblem(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isFile()) return `dispatch_script_path ${path} is not a file`;
    await access(path, constants.X_OK);
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return `dispatch_script_path ${path} cannot be run (${code}); install it and make it executable`;
  }
}

/** A start of our own: `ended` resolves when the shim is gone, with a problem if it never ran. */
interface Launch {
  ended: boolean;
  readonly whenEnded: Promise<string | null>;
}

function launch(options: SpawnOptions, input: SpawnInput, paths: RunPaths): Launch {
  const { startToken, scriptStatus, scriptOut, scriptErr } = runFiles;
  const cgroup = options.cgroups?.prepare(input.run_id) ?? '';
  const child = spawn(
    '/bin/sh',
    [
      options.runOncePath,
      cgroup,
      paths.runDir,
      startToken,
      scriptStatus,
      scriptOut,
      scriptErr,
      '--',
      options.dispatchScriptPath,
      ...scriptArguments(input, paths),
    ],
    {
      cwd: paths.projectDir,
      env: scriptEnvironment(input, paths, options.environment, options.environmentAllow),
      // A session of its own: a restart of the service does not take the script with it.
      detached: true,
      stdio: 'ignore',
    },
  );
  child.unref();
  const started: { ended: boolean; whenEnded: Promise<string | null> } = {
    ended: false,
    whenEnded: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) =>
        resolve(`run-once.sh ended with ${code ?? signal} before taking the start token`),
      );
    }),
  };
  void started.whenEnded.then(() => {
    started.ended = true;
  });
  return started;
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
  const { clock } = options;
  for (;;) {
    // Read before the status file: a script that ends in between has written its status by then.
    const token = await readToken(paths);
    const gone = token !== undefined && (await isGone(options.processSource, token));
    const wasEnded = launched?.ended === true;
    const exitStatus = await readExitStatus(paths);
    if (exitStatus !== undefined) return { kind: 'ended', exitStatus };
    if (gone) return { kind: 'ended', exitStatus: null };
    if (token === undefined && launched !== null && wasEnded) {
      return { kind: 'never_ran', problem: (await launched.whenEnded) ?? 'unknown' };
    }
    if (await hasFlooded(paths)) return { kind: 'flooding' };
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
  const answer = await readAnswer(paths);
  const failedStatus = end.kind === 'ended' && end.exitStatus !== null && end.exitStatus !== 0;
  if (answer !== null && !failedStatus && end.kind !== 'flooding')
    return spawned(options.processSource, input, paths, answer);
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
  const tail = await readErrorTail(paths);
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
    bootId: readBootId(),
  };
  const { clock, processSource: source, cgroups } = options;
  const tracked = cgroups === undefined ? {} : { cgroups };
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
  source: ProcessSource,
  input: SpawnInput,
  paths: RunPaths,
  answer: ScriptAnswer,
): Promise<SpawnResult> {
  const token = await readToken(paths);
  return {
    type: 'SPAWNED',
    pid: answer.pid,
    pgid: answer.pgid,
    session_id: answer.sessionId ?? input.session_id,
    pid_start_ticks:
      answer.startTicks ?? (await observedStartTicks(source, answer.pid, input.run_id)),
    boot_id: token?.bootId ?? readBootId(),
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
