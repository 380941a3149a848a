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
 * The folder of a run is within the agent's reach. One that was emptied since it was prepared has lost token and
 * intent, so an attempt after the first, which may have started something, starts nothing there.
 *
 * A start that failed may have left processes behind, whatever failed of it; they are ended before
 * `SPAWN_FAILED` is reported, so that "failed" always means "nothing of this run lives".
 */
import { join } from 'node:path';
import type { EffectContext, EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { SpawnInput } from '../../machines/gate-run/effects.ts';
import type { GateRunEvent } from '../../machines/gate-run/events.ts';
import type { ProcessSource } from '../../sensing/process-list.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { type RunPaths, resolveRunPaths, runFiles } from '../../worker-wire/run-paths.ts';
import { readJsonObject } from '../files.ts';
import type { GateFiles, Launch, ScriptLauncher } from '../ports.ts';
import {
  isSameProcessAlive,
  ownMembers,
  readBootId,
  type TerminateOptions,
  terminateRun,
} from '../processes.ts';
import { borneOut } from './borne-out.ts';
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

type Spawned = Extract<GateRunEvent, { type: 'SPAWNED' }>;
type SpawnFailed = Extract<GateRunEvent, { type: 'SPAWN_FAILED' }>;
type SpawnResult = Spawned | SpawnFailed;
type Attempt = Pick<EffectContext, 'attempt' | 'resumed' | 'signal'>;

/** Between looks at a start that another process began. */
const pollMs = 25;
/** From the status that a script left to the end of the shell that wrote it down. */
const endingMsMax = 1000;
const leftoverGraceMs = 1000;
const folderRemoved = 'the folder of the run was removed while the agent was being started';

/** Handler of `gate.spawn`; answers `SPAWNED` or `SPAWN_FAILED`. */
export function createSpawnHandler(options: SpawnOptions): EffectHandler {
  return {
    run: (input, context) => startAgent(options, input as unknown as SpawnInput, context),
  };
}

/** Why there is no agent: what happened, and the script's own words. */
interface Failure {
  readonly code: SpawnFailed['code'];
  readonly what: string;
  readonly said?: string;
}

async function startAgent(
  options: SpawnOptions,
  input: SpawnInput,
  context: Attempt,
): Promise<SpawnResult> {
  const paths = pathsOrFailure(options, input);
  const failure = 'what' in paths ? paths : await startIn(options, input, { paths, context });
  if ('type' in failure) return failure;
  // Whatever it is that failed: an earlier attempt may have started something all the same.
  const agent = 'what' in paths ? null : await agentOf(options, input, paths);
  const ended = await endLeftovers(options, input, agent);
  const { code, what, said = '' } = failure;
  return { type: 'SPAWN_FAILED', code, error: `${what}${ended}${said}` };
}

function pathsOrFailure({ projectRoot }: SpawnOptions, input: SpawnInput): RunPaths | Failure {
  try {
    return resolveRunPaths(projectRoot, input);
  } catch (error) {
    if (error instanceof ServiceError)
      return { code: 'dispatch_script_failed', what: error.message };
    throw error;
  }
}

async function startIn(
  options: SpawnOptions,
  input: SpawnInput,
  { paths, context }: { readonly paths: RunPaths; readonly context: Attempt },
): Promise<Spawned | Failure> {
  const deadlineMs = options.clock.monotonic() + options.dispatchTimeoutMs;
  const hadToken = (await readToken(paths, options.files)) !== undefined;
  let launched: Launch | null = null;
  if (!hadToken) {
    const refusal = await refuseStart(options, paths, context);
    if (refusal !== null) return refusal;
    const isBegun = await wasBegun(options, input, { paths, context });
    if (!isBegun) launched = options.launcher.launch(input, paths);
  }
  const started = { paths, launched, hadToken, deadlineMs, signal: context.signal };
  return conclude(options, input, paths, await waitForScript(options, started));
}

/** An earlier attempt's script lives or has ended, although no token tells of it: not yet, or not any more. */
async function wasBegun(
  { processSource, cgroups, files }: SpawnOptions,
  { run_id: runId }: SpawnInput,
  { paths, context }: { readonly paths: RunPaths; readonly context: Attempt },
): Promise<boolean> {
  if (!context.resumed && context.attempt === 1) return false;
  const run = { runId, pid: null, pgid: null, startTicks: null, bootId: null };
  const living = ownMembers(await processSource.list(), run, cgroups?.pathOf(runId) ?? null);
  if (living.length > 0) return true;
  // What lived a moment ago has left its status or its answer by now.
  const status = await readExitStatus(paths, files);
  return status !== undefined || (await readAnswer(paths, files)) !== null;
}

/** Why the script must not be started; null when it may, after noting the intent. */
async function refuseStart(
  options: SpawnOptions,
  paths: RunPaths,
  { attempt, resumed }: Attempt,
): Promise<Failure | null> {
  const { files, launcher, processSource } = options;
  const bootId = readBootId(processSource);
  const intent = await readIntent(options, paths);
  const code = 'dispatch_script_failed';
  if (intent !== null && intent.boot_id !== bootId) {
    return {
      code,
      what: 'the machine restarted while the agent was being started; nothing of it lives, and it was not started again',
    };
  }
  if ((resumed || attempt > 1) && intent === null && !(await wasPrepared(options, paths))) {
    return {
      code,
      what: `${folderRemoved}; it was not started again`,
    };
  }
  const problem = await launcher.problem();
  if (problem !== null) return { code: 'dispatch_script_missing', what: problem };
  const text = `${JSON.stringify({ boot_id: bootId })}\n`;
  await files.write(join(paths.runDir, runFiles.spawnIntent), text);
  return null;
}

const readIntent = ({ files }: SpawnOptions, { runDir }: RunPaths) =>
  readJsonObject(join(runDir, runFiles.spawnIntent), 4096, files);

/** What preparing wrote is still there: nobody has emptied the folder since. */
const wasPrepared = async ({ files }: SpawnOptions, { runDir }: RunPaths): Promise<boolean> =>
  (await files.read(join(runDir, runFiles.metadata), 0)) !== undefined;

/** How the script's run ended: its exit status, null when it was cut off, or not in time. */
type ScriptEnd =
  | { readonly kind: 'ended'; readonly exitStatus: number | null }
  | { readonly kind: 'unrecorded'; readonly problem: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'flooding' };

/** A start that is waited for; `launched` by this attempt, or else by another. */
interface Started {
  readonly paths: RunPaths;
  readonly launched: Launch | null;
  readonly hadToken: boolean;
  /** Of the monotonic clock. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

async function waitForScript(options: SpawnOptions, started: Started): Promise<ScriptEnd> {
  const { clock, files } = options;
  const { paths, launched, deadlineMs, signal } = started;
  let statusAtMs: number | null = null;
  let { hadToken } = started;
  for (;;) {
    // Read before the status file: a script that ends in between has written its status by then.
    const token = await readToken(paths, files);
    // Nothing tells any more how the start ends, and whatever lives of it is ended.
    if (token === undefined && hadToken)
      return {
        kind: 'unrecorded',
        problem: 'the start token was removed while the agent was being started',
      };
    hadToken = token !== undefined;
    const gone = token !== undefined && (await isGone(options.processSource, token));
    const wasEnded = launched?.ended === true;
    const exitStatus = await readExitStatus(paths, files);
    if (exitStatus !== undefined) {
      statusAtMs ??= clock.monotonic();
      // The shell that wrote it is about to end, and is nothing that the script left behind.
      const isOver = gone || wasEnded || token?.startTicks === null;
      if (isOver || clock.monotonic() - statusAtMs >= endingMsMax)
        return { kind: 'ended', exitStatus };
    }
    if (gone) return { kind: 'ended', exitStatus: null };
    if (token === undefined && launched !== null && wasEnded) {
      return { kind: 'unrecorded', problem: (await launched.whenEnded) ?? 'unknown' };
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
): Promise<Spawned | Failure> {
  const code = 'dispatch_script_failed';
  const removed = (await readIntent(options, paths)) === null ? folderRemoved : null;
  if (end.kind === 'unrecorded') return { code, what: removed ?? end.problem };
  const answer = await readAnswer(paths, options.files);
  const failedStatus = end.kind === 'ended' && end.exitStatus !== null && end.exitStatus !== 0;
  if (answer !== null && !failedStatus && end.kind !== 'flooding')
    return spawned(options, input, paths, answer);
  if (end.kind === 'late') {
    const seconds = options.dispatchTimeoutMs / 1000;
    return {
      code: 'dispatch_script_timeout',
      what: `the dispatch script gave no answer within ${seconds} s`,
    };
  }
  if (end.kind === 'flooding') {
    return {
      code,
      what: `the dispatch script printed more than ${scriptDiskBytesMax / 2 ** 20} MiB; it must print one JSON line and write what else it has to say to a file of its own`,
    };
  }
  if (removed !== null && answer === null && end.exitStatus === null)
    return { code, what: removed };
  const how = end.exitStatus === null ? 'was cut off' : `ended with ${end.exitStatus}`;
  const missing = answer === null ? ' and printed no JSON line with a pid' : '';
  const tail = await readErrorTail(paths, options.files);
  return {
    code,
    what: `the dispatch script ${how}${missing}`,
    ...(tail === '' ? {} : { said: `; its last words: ${tail}` }),
  };
}

/** The agent of a start that failed, where its script named one in this boot. */
async function agentOf(
  options: SpawnOptions,
  input: SpawnInput,
  paths: RunPaths,
): Promise<Pick<ScriptAnswer, 'pid' | 'startTicks'> | null> {
  const answer = await readAnswer(paths, options.files);
  if (answer === null) return null;
  const start = { runId: input.run_id, projectDir: paths.projectDir, bootId: null };
  return { ...answer, ...(await borneOut(options, start, answer)) };
}

async function endLeftovers(
  options: SpawnOptions,
  input: SpawnInput,
  agent: Pick<ScriptAnswer, 'pid' | 'startTicks'> | null,
): Promise<string> {
  const run = {
    runId: input.run_id,
    pid: agent?.pid ?? null,
    pgid: null,
    startTicks: agent?.startTicks ?? null,
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
  options: SpawnOptions,
  input: SpawnInput,
  paths: RunPaths,
  answer: ScriptAnswer,
): Promise<Spawned> {
  const token = await readToken(paths, options.files);
  const bootId = token?.bootId ?? readBootId(options.processSource);
  const start = { runId: input.run_id, projectDir: paths.projectDir, bootId };
  const { pgid, startTicks } = await borneOut(options, start, answer);
  return {
    type: 'SPAWNED',
    pid: answer.pid,
    pgid,
    session_id: answer.sessionId ?? input.session_id,
    pid_start_ticks: startTicks,
    boot_id: bootId,
  };
}
