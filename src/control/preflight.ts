/**
 * Preflight: may a run be started on this worker now? Every check says what it saw; what could not
 * be seen fails the check it feeds. The result is stored with the worker, so that a dispatch shortly
 * after need not ask again.
 */

import { limits } from '../domain/limits.ts';
import { workerGateService } from '../domain/product.ts';
import { workerTargetSchema } from '../domain/records.ts';
import { canonicalJson, type JsonObject } from '../lib/canonical-json.ts';
import { toIsoTime } from '../lib/clock.ts';
import type { WorkerResult } from '../worker/client.ts';
import { tokenFingerprint } from '../worker/token-fingerprint.ts';
import type { HealthReply, RunListReply, TelemetryReply } from '../worker/wire.ts';
import { ask } from './ask.ts';
import type { ControlContext } from './ports.ts';
import { readSwitch } from './switches.ts';
import type { WorkerTarget } from './workers.ts';

export interface PreflightCheck {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly detail: string;
  readonly data: JsonObject;
}

export interface PreflightReply {
  readonly ok: boolean;
  readonly target: string;
  readonly summary: string;
  readonly checks: readonly PreflightCheck[];
  readonly observed_at: string;
  /** True when this repeats a stored result instead of asking the worker. */
  readonly cached: boolean;
}

export interface PreflightOptions {
  readonly requirePaused: boolean;
  /** Every check must pass; otherwise those marked as advice may fail. */
  readonly strict: boolean;
  readonly maxGpuPct: number;
  readonly minMemoryAvailableMib: number;
  /** A stored result with the same options younger than this serves; 0 asks the worker. */
  readonly reuseMs: number;
  /** Checks this token instead of the configured one; what is seen then is not stored. */
  readonly bearerToken?: string;
}

/** In the order they are made. `advice` may fail without `strict`. */
const checkTable = [
  { name: 'control_queue_paused', advice: false },
  { name: 'control_maintenance_mode', advice: true },
  { name: 'wake_gate_healthz', advice: false },
  { name: 'wake_gate_token_valid', advice: false },
  { name: 'worker_gpu_idle', advice: false },
  { name: 'worker_memory_available', advice: false },
  { name: 'worker_no_live_runs', advice: false },
  { name: 'worker_callback_token_compatible', advice: false },
] as const;
type CheckName = (typeof checkTable)[number]['name'];

/** The checks a live dispatch makes, for dry runs. */
export function plannedChecks(): CheckName[] {
  return checkTable.map((check) => check.name).filter((name) => name !== 'control_queue_paused');
}

/** Runs the checks, or repeats a fresh stored result, and stores what was seen. */
export async function runPreflight(
  context: ControlContext,
  target: WorkerTarget,
  options: PreflightOptions,
): Promise<PreflightReply> {
  const kept = options.reuseMs > 0 ? await readKept(context, target, options) : null;
  if (kept !== null) return kept;
  const { health, runs, telemetry } = await askWorker(target, options.bearerToken);
  const control = await readSwitch(context);
  const checks: PreflightCheck[] = [
    ...(options.requirePaused
      ? [check('control_queue_paused', control.status !== 'open', `the queue is ${control.status}`)]
      : []),
    check(
      'control_maintenance_mode',
      control.status !== 'maintenance',
      control.status === 'maintenance' ? 'maintenance mode is on' : 'maintenance mode is off',
    ),
    checkHealth(health),
    checkToken(runs),
    checkGpu(telemetry, options.maxGpuPct),
    checkMemory(telemetry, options.minMemoryAvailableMib),
    checkLiveRuns(runs),
    checkCallbackToken(runs, tokenFingerprint(context.settings.completionCallbackToken.reveal())),
  ];
  const failing = checks.filter((entry) => !entry.ok && (options.strict || !isAdvice(entry.name)));
  const reply: PreflightReply = {
    ok: failing.length === 0,
    target: target.name,
    summary: failing.length === 0 ? summarizePass(checks) : summarize(failing),
    checks,
    observed_at: toIsoTime(context.clock.now()),
    cached: false,
  };
  if (options.bearerToken === undefined) await keep(context, target, options, reply);
  return reply;
}

async function askWorker(target: WorkerTarget, bearerToken: string | undefined) {
  const client = bearerToken === undefined ? target.client : target.clientWith(bearerToken);
  try {
    const [health, runs, telemetry] = await Promise.all([
      client.health(),
      client.listRuns(),
      client.telemetry(),
    ]);
    return { health, runs, telemetry };
  } finally {
    if (client !== target.client) await client.close();
  }
}

const unknownMark = 'unknown: ';

/** The failing checks in words; those that could not be made only follow from the others. */
function summarize(failing: readonly PreflightCheck[]): string {
  const seen = failing.filter((entry) => !entry.detail.startsWith(unknownMark));
  const shown = seen.length === 0 ? failing : seen;
  const unknown = failing.length - shown.length;
  const words = shown.map((entry) => `${entry.name}: ${entry.detail}`).join('; ');
  return unknown === 0 ? words : `${words} (and ${unknown} checks that could not be made)`;
}

/** A pass in words, with the advice that speaks against it. */
function summarizePass(checks: readonly PreflightCheck[]): string {
  const advice = checks.filter((entry) => !entry.ok);
  if (advice.length === 0) return `${checks.length} checks passed`;
  const words = advice.map((entry) => `${entry.name}: ${entry.detail}`).join('; ');
  return `${checks.length - advice.length} of ${checks.length} checks passed; only with strict needed: ${words}`;
}

/** A fresh preflight of every worker, for status pages. */
export async function refreshWorkers(context: ControlContext): Promise<PreflightReply[]> {
  return Promise.all(
    context.workers.targets.map((target) =>
      runPreflight(context, target, {
        requirePaused: false,
        strict: false,
        maxGpuPct: 5,
        minMemoryAvailableMib: target.minMemoryAvailableMib,
        reuseMs: 0,
      }),
    ),
  );
}

const isAdvice = (name: CheckName): boolean =>
  checkTable.some((entry) => entry.name === name && entry.advice);

function check(
  name: CheckName,
  ok: boolean,
  detail: string,
  data: JsonObject = {},
): PreflightCheck {
  return { name, ok, detail, data };
}

/** Words for a call that brought nothing. */
function failure(result: Exclude<WorkerResult<unknown>, { kind: 'ok' }>): string {
  return result.kind === 'refused' ? `${result.code}: ${result.detail}` : result.error;
}

function checkHealth(result: WorkerResult<HealthReply>): PreflightCheck {
  if (result.kind !== 'ok') return check('wake_gate_healthz', false, failure(result));
  const { ok, service } = result.value;
  const detail =
    service === workerGateService
      ? ok
        ? `${service} answers`
        : 'the worker reports that it is not well'
      : `something else answers at the worker's address: ${JSON.stringify(service.slice(0, 100))}, not ${workerGateService}`;
  return check('wake_gate_healthz', ok && service === workerGateService, detail, {
    service: service.slice(0, 100),
  });
}

function checkToken(result: WorkerResult<RunListReply>): PreflightCheck {
  const name = 'wake_gate_token_valid';
  if (result.kind === 'ok') return check(name, true, 'the worker accepts the token');
  const refused = result.kind === 'refused' && result.status === 401;
  return check(
    name,
    false,
    refused ? 'the worker refuses the token' : `unknown: ${failure(result)}`,
  );
}

function checkGpu(result: WorkerResult<TelemetryReply>, maxGpuPct: number): PreflightCheck {
  const name = 'worker_gpu_idle';
  if (result.kind !== 'ok') return check(name, false, `unknown: ${failure(result)}`);
  const { sample } = result.value;
  if (sample === null) return check(name, false, 'unknown: the worker has taken no sample yet');
  if (sample.gpus === null)
    return check(
      name,
      false,
      `unknown: ${sample.problems.join('; ') || 'the GPUs cannot be read'}`,
    );
  const gpus = sample.gpus.map((gpu) => ({
    index: gpu.index,
    utilization_pct: gpu.utilization_pct,
    compute_pids: gpu.compute_pids,
  }));
  const data: JsonObject = { gpus, sampled_at: sample.at };
  const problems = sample.problems.filter((problem) => /gpu|nvidia/i.test(problem));
  if (problems.length > 0) return check(name, false, `unknown: ${problems.join('; ')}`, data);
  const blind = gpus.filter((gpu) => gpu.utilization_pct === null || gpu.compute_pids === null);
  if (blind.length > 0)
    return check(
      name,
      false,
      `unknown: GPU ${blind.map((gpu) => gpu.index).join(', ')} gives no reading`,
      data,
    );
  const busy = gpus.filter(
    (gpu) => (gpu.utilization_pct ?? 0) > maxGpuPct || (gpu.compute_pids ?? []).length > 0,
  );
  if (busy.length === 0)
    return check(
      name,
      true,
      gpus.length === 0 ? 'the worker has no GPU' : `${gpus.length} idle`,
      data,
    );
  const words = busy.map(
    (gpu) =>
      `GPU ${gpu.index} at ${gpu.utilization_pct} % with ${gpu.compute_pids?.length} compute processes`,
  );
  return check(name, false, words.join('; '), data);
}

function checkMemory(result: WorkerResult<TelemetryReply>, minMib: number): PreflightCheck {
  const name = 'worker_memory_available';
  if (result.kind !== 'ok') return check(name, false, `unknown: ${failure(result)}`);
  const available = result.value.sample?.memory_available_mib ?? null;
  if (available === null) return check(name, false, 'unknown: the worker gives no memory reading');
  return check(
    name,
    available >= minMib,
    `${Math.round(available)} MiB available, ${minMib} MiB needed`,
    { memory_available_mib: available, min_memory_available_mib: minMib },
  );
}

function checkLiveRuns(result: WorkerResult<RunListReply>): PreflightCheck {
  const name = 'worker_no_live_runs';
  if (result.kind !== 'ok') return check(name, false, `unknown: ${failure(result)}`);
  const live = result.value.runs.filter((run) => run.live).map((run) => run.run_id);
  const count = result.value.live_count;
  return check(
    name,
    count === 0,
    count === 0 ? 'no live run' : `live: ${live.join(', ') || count}`,
    { live_runs: live },
  );
}

function checkCallbackToken(result: WorkerResult<RunListReply>, expected: string): PreflightCheck {
  const name = 'worker_callback_token_compatible';
  if (result.kind !== 'ok') return check(name, false, `unknown: ${failure(result)}`);
  const same = result.value.callback_token_fingerprint === expected;
  return check(
    name,
    same,
    same
      ? 'the worker would be accepted when it calls back'
      : "the worker's completion_callback_token is not this control plane's: its callbacks would be refused",
  );
}

/** Options that must agree before a stored result may serve. */
function optionsKey(options: PreflightOptions): string {
  const { reuseMs: _, bearerToken: _token, ...rest } = options;
  return canonicalJson(rest);
}

async function readKept(
  context: ControlContext,
  target: WorkerTarget,
  options: PreflightOptions,
): Promise<PreflightReply | null> {
  const row = await context.reads.get('worker_target', target.name);
  if (row === undefined) return null;
  const worker = workerTargetSchema.parse(row);
  if (worker.observation === null || worker.observed_at === null || worker.url !== target.lane)
    return null;
  if (
    context.clock.now() - Date.parse(worker.observed_at) >
    Math.min(options.reuseMs, limits.preflightReuseMs)
  )
    return null;
  const kept = worker.observation as unknown as { reply: PreflightReply; options_key: string };
  // Only a pass is worth repeating: after a failure the operator has probably mended something.
  return kept.options_key === optionsKey(options) && kept.reply.ok
    ? { ...kept.reply, cached: true }
    : null;
}

async function keep(
  context: ControlContext,
  target: WorkerTarget,
  options: PreflightOptions,
  reply: PreflightReply,
): Promise<void> {
  const to = { kind: 'worker_target', id: target.name } as const;
  const about = { target: target.name, url: target.lane };
  const reachable = reply.checks.some((entry) => entry.name === 'wake_gate_healthz' && entry.ok);
  await ask(
    context.actors,
    to,
    reachable
      ? {
          type: 'OBSERVED',
          ...about,
          ok: reply.ok,
          reason: reply.ok ? null : reply.summary,
          observation: { reply: reply as unknown as JsonObject, options_key: optionsKey(options) },
        }
      : { type: 'UNREACHABLE', ...about, reason: reply.summary },
  );
}
