/**
 * The checks of a preflight: from a worker's answers to verdicts with words. Pure. What could not be
 * seen fails the check it feeds, and its detail begins with "unknown".
 */

import { limits } from '../../domain/limits.ts';
import { controlPlaneService, workerGateService } from '../../domain/product.ts';
import type { JsonObject } from '../../lib/canonical-json.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { Sample } from '../../sensing/sample.ts';
import type { WorkerResult } from '../../worker-client/client.ts';
import type { HealthReply, RunListReply, TelemetryReply } from '../../worker-wire/wire.ts';
import type { WorkerAnswers } from '../fleet/index.ts';

/** In the order they are made. `advice` may fail without `strict`. */
const checkTable = [
  { name: 'control_queue_paused', advice: false },
  { name: 'control_maintenance_mode', advice: true },
  { name: 'cluster_answers', advice: false },
  { name: 'wake_gate_healthz', advice: false },
  { name: 'wake_gate_token_valid', advice: false },
  { name: 'store_writable', advice: false },
  { name: 'worker_gpu_idle', advice: false },
  { name: 'worker_memory_available', advice: false },
  { name: 'worker_no_live_runs', advice: false },
  { name: 'worker_callback_token_compatible', advice: false },
  { name: 'worker_clock_skew', advice: true },
  { name: 'worker_callbacks_delivered', advice: true },
  { name: 'worker_actors_in_service', advice: true },
] as const;
/** Stored with observations and shown to clients. */
export type CheckName = (typeof checkTable)[number]['name'];

/** The verdict of one check, with the numbers it was made from. */
export interface PreflightCheck {
  readonly name: CheckName;
  readonly ok: boolean;
  readonly detail: string;
  readonly data: JsonObject;
}

/** One preflight of one worker. `ok` leaves advice out unless it was asked for with `strict`. */
export interface PreflightReply {
  readonly ok: boolean;
  readonly target: string;
  readonly summary: string;
  readonly checks: readonly PreflightCheck[];
  readonly observed_at: string;
  /** True when this repeats a stored result instead of asking the worker. */
  readonly cached: boolean;
}

/** The checks a live dispatch makes, for dry runs: of a cluster, or of a gate. */
export function plannedChecks(isCluster: boolean): CheckName[] {
  if (isCluster) return ['control_maintenance_mode', 'cluster_answers'];
  const ofOthers: ReadonlySet<CheckName> = new Set(['control_queue_paused', 'cluster_answers']);
  return checkTable.map((check) => check.name).filter((name) => !ofOthers.has(name));
}

/** Whether the worker could be asked at all. */
export const isReached = (checks: readonly Pick<PreflightCheck, 'name' | 'ok'>[]): boolean =>
  checks.some(({ name, ok }) => (name === 'wake_gate_healthz' || name === 'cluster_answers') && ok);

/** Whether a preflight is well although this check fails, unless `strict` is asked for. */
export const isAdvice = (name: CheckName): boolean =>
  checkTable.some((entry) => entry.name === name && entry.advice);

/** A verdict from its parts. */
export function check(
  name: CheckName,
  ok: boolean,
  detail: string,
  data: JsonObject = {},
): PreflightCheck {
  return { name, ok, detail, data };
}

/** How the detail of a check begins that fails because something could not be seen. */
export const unknownMark = 'unknown: ';

interface WorkerBounds {
  readonly maxGpuPct: number;
  readonly minMemoryAvailableMib: number;
  /** Of the tokens that open the callback route. */
  readonly callbackTokenFingerprints: readonly string[];
  /** Age above which a sample says nothing. */
  readonly sampleAgeMsMax: number;
}

/** Every check that looks at the worker, in order. */
export function checkWorker(answers: WorkerAnswers, bounds: WorkerBounds): PreflightCheck[] {
  // Room for a run is what its queue is for, and the gate of each job looks at its own node.
  if (answers.cluster !== undefined)
    return [check('cluster_answers', answers.cluster.ok, answers.cluster.detail)];
  const sample = readSample(answers.telemetry, bounds.sampleAgeMsMax);
  return [
    checkHealth(answers.health),
    checkToken(answers.runs),
    ...checkStore(answers.runs),
    checkGpu(sample, bounds.maxGpuPct),
    checkMemory(sample, bounds.minMemoryAvailableMib),
    checkLiveRuns(answers.runs),
    checkCallbackToken(answers.runs, bounds.callbackTokenFingerprints),
    checkClock(answers),
    ...checkCallbacks(answers.runs),
    ...checkBench(answers.runs),
  ];
}

/** Words for a call that brought nothing. */
function failure(result: Exclude<WorkerResult<unknown>, { kind: 'ok' }>): string {
  if (result.kind === 'refused') return `${result.code}: ${result.detail}`;
  if (result.kind === 'unknown' && result.status !== null && result.status >= 300) {
    if (result.status < 400)
      return `the address answers ${result.status}, a redirect, and redirects are not followed: configure the address it leads to`;
  }
  return result.error;
}

function checkHealth(result: WorkerResult<HealthReply>): PreflightCheck {
  const name = 'wake_gate_healthz';
  if (result.kind !== 'ok') return check(name, false, failure(result));
  const { ok } = result.value;
  const service = result.value.service.slice(0, 100);
  if (service === workerGateService) {
    return check(name, ok, ok ? `${service} answers` : 'the worker reports that it is not well', {
      service,
    });
  }
  const detail =
    service === controlPlaneService
      ? `a control plane answers at the worker's address, not ${workerGateService}: it must be the address of a process with role worker or all`
      : `something else answers at the worker's address: ${JSON.stringify(service)}, not ${workerGateService}`;
  return check(name, false, detail, { service });
}

function checkToken(result: WorkerResult<RunListReply>): PreflightCheck {
  const name = 'wake_gate_token_valid';
  if (result.kind === 'ok') return check(name, true, 'the worker accepts the token');
  const status = result.kind === 'not_sent' ? null : result.status;
  return check(
    name,
    false,
    status === 401 ? 'the worker refuses the token' : `${unknownMark}${failure(result)}`,
  );
}

const storeUnavailable = 'store_unavailable: ';
/** Of the gate's own store, as the control plane's readiness calls that of its own; no check where the gate does not tell. */
function checkStore(result: WorkerResult<RunListReply>): PreflightCheck[] {
  const name = 'store_writable';
  // It cannot even be read: such an answer leaves open what else there is.
  if (result.kind === 'unknown' && result.error.startsWith(storeUnavailable))
    return [check(name, false, result.error.slice(storeUnavailable.length))];
  const trouble = result.kind === 'ok' ? result.value.store_trouble : undefined;
  if (trouble === undefined) return [];
  return [check(name, trouble === null, trouble ?? "the gate's store takes writes")];
}

/** A sample that may be judged, or why there is none. */
type Readable =
  | { readonly sample: Sample; readonly data: JsonObject }
  | { readonly why: string; readonly data: JsonObject };

/** So many samples that did not come: a worker that samples seldom has older ones and stands not still. */
const samplesMissedMax = 3;

/** Both times are the worker's, so that a clock that is off makes no sample old. */
function readSample(result: WorkerResult<TelemetryReply>, ageMsMax: number): Readable {
  if (result.kind !== 'ok') return { why: failure(result), data: {} };
  const { sample, timestamp, sample_interval_sec = 0 } = result.value;
  if (sample === null) return { why: 'the worker has taken no sample yet', data: {} };
  const ageMs = Date.parse(timestamp) - Date.parse(sample.at);
  const data = { sampled_at: sample.at, age_ms: Math.max(0, ageMs) };
  const intervalMs = Math.min(sample_interval_sec * 1000, limits.workerSampleIntervalMsMax);
  if (ageMs > Math.max(ageMsMax, samplesMissedMax * intervalMs)) {
    const why = `the newest sample is ${Math.round(ageMs / 1000)} s old (${sample.at}): the worker's telemetry stands still`;
    return { why, data: { ...data, stale: true } };
  }
  return { sample, data };
}

function checkGpu(readable: Readable, maxGpuPct: number): PreflightCheck {
  const name = 'worker_gpu_idle';
  const unknown = (why: string, data: JsonObject) =>
    check(name, false, `${unknownMark}${why}`, data);
  if ('why' in readable) return unknown(readable.why, readable.data);
  const { sample } = readable;
  if (sample.gpus === null)
    return unknown(sample.problems.join('; ') || 'the GPUs cannot be read', readable.data);
  const gpus = sample.gpus.map((gpu) => ({
    index: gpu.index,
    utilization_pct: gpu.utilization_pct,
    compute_pids: gpu.compute_pids,
    name: gpu.name,
    memory_used_mib: gpu.memory_used_mib,
    memory_total_mib: gpu.memory_total_mib,
    power_w: gpu.power_w,
    ...(gpu.partitioned === true ? { partitioned: true } : {}),
  }));
  const data: JsonObject = { gpus, ...readable.data };
  const busy = gpus.filter(
    (gpu) => (gpu.utilization_pct ?? 0) > maxGpuPct || (gpu.compute_pids ?? []).length > 0,
  );
  const blind = gpus.filter((gpu) => gpu.utilization_pct === null || gpu.compute_pids === null);
  const split = blind.filter((gpu) => gpu.partitioned === true);
  if (split.length > 0 && busy.length === 0) {
    return unknown(
      `GPU ${indexes(split)} is partitioned (MIG), and the driver tells no use of a partitioned one`,
      data,
    );
  }
  const problems = sample.problems.filter((problem) => /gpu|nvidia/i.test(problem));
  if (problems.length > 0) return unknown(problems.join('; '), data);
  if (blind.length > 0) return unknown(`GPU ${indexes(blind)} gives no reading`, data);
  if (busy.length > 0) return check(name, false, busy.map(describeBusy).join('; '), data);
  return check(
    name,
    true,
    gpus.length === 0
      ? 'the worker has no GPU'
      : `${gpus.length} GPU${gpus.length === 1 ? '' : 's'} idle`,
    data,
  );
}

const indexes = (gpus: readonly { readonly index: number }[]): string =>
  gpus.map((gpu) => gpu.index).join(', ');

function describeBusy(gpu: {
  readonly index: number;
  readonly utilization_pct: number | null;
  readonly compute_pids: readonly number[] | null;
}): string {
  const use = gpu.utilization_pct === null ? 'an unknown use' : `${gpu.utilization_pct} %`;
  const pids = gpu.compute_pids;
  return `GPU ${gpu.index} at ${use} with ${pids === null ? 'an unknown number of' : pids.length} compute processes`;
}

function checkMemory(readable: Readable, minMib: number): PreflightCheck {
  const name = 'worker_memory_available';
  if ('why' in readable) return check(name, false, `${unknownMark}${readable.why}`, readable.data);
  const available = readable.sample.memory_available_mib;
  if (available === null)
    return check(name, false, `${unknownMark}the worker gives no memory reading`);
  return check(
    name,
    available >= minMib,
    `${Math.round(available)} MiB available, ${minMib} MiB needed`,
    { memory_available_mib: available, min_memory_available_mib: minMib },
  );
}

/** Rows and count are both believed: a worker whose words do not agree is not free. */
function checkLiveRuns(result: WorkerResult<RunListReply>): PreflightCheck {
  const name = 'worker_no_live_runs';
  if (result.kind !== 'ok') return check(name, false, `${unknownMark}${failure(result)}`);
  const live = result.value.runs.filter((run) => run.live).map((run) => run.run_id);
  const count = Math.max(result.value.live_count, live.length);
  const named = live.slice(0, limits.workerLiveRunsNamedMax);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  const words = named.length === 0 ? `${count} live runs` : `live: ${named.join(', ')}${more}`;
  return check(name, count === 0, count === 0 ? 'no live run' : words, {
    live_runs: named,
    live_count: count,
  });
}

function checkCallbackToken(
  result: WorkerResult<RunListReply>,
  taken: readonly string[],
): PreflightCheck {
  const name = 'worker_callback_token_compatible';
  if (result.kind !== 'ok') return check(name, false, `${unknownMark}${failure(result)}`);
  const same = taken.includes(result.value.callback_token_fingerprint);
  return check(
    name,
    same,
    same
      ? 'the worker would be accepted when it calls back'
      : "the worker's completion_callback_token is not this control plane's: its callbacks would be refused",
  );
}

function checkClock({ health, clock }: WorkerAnswers): PreflightCheck {
  const name = 'worker_clock_skew';
  if (clock === null) {
    const why = health.kind === 'ok' ? 'the worker tells no time' : failure(health);
    return check(name, false, `${unknownMark}${why}`);
  }
  const { skewMs, uncertaintyMs } = clock;
  const data = { skew_ms: skewMs, uncertainty_ms: uncertaintyMs };
  // Only what the way there and back cannot explain is held against the worker.
  const ok = Math.abs(skewMs) - uncertaintyMs <= limits.workerClockSkewMs;
  const seconds = Math.abs(skewMs) / 1000;
  const span = seconds < 60 ? `${Math.round(seconds * 10) / 10} s` : formatDuration(seconds);
  return check(
    name,
    ok,
    ok
      ? 'the clocks agree'
      : `the worker's clock is ${span} ${skewMs > 0 ? 'ahead of' : 'behind'} this one: synchronise both (NTP), or its times mislead`,
    data,
  );
}

/** No check where the gate does not tell: an older one has no word for it. */
function checkCallbacks(result: WorkerResult<RunListReply>): PreflightCheck[] {
  const name = 'worker_callbacks_delivered';
  const summary = result.kind === 'ok' ? result.value.callbacks : undefined;
  if (summary === undefined) return [];
  const { waiting, parked, parked_codes: codes = [], oldest_at: oldestAt } = summary;
  const refusedWith = codes.length === 0 ? '' : ` with ${codes.join(', ')}`;
  const since = oldestAt === null ? '' : `, the oldest since ${oldestAt}`;
  const detail =
    parked > 0
      ? `${parked} ${parked === 1 ? 'run has' : 'runs have'} a callback that this control plane refused${refusedWith} (${waiting} waiting${since}): mend the cause and have them retried`
      : waiting > 0
        ? `${waiting} on their way${since}`
        : 'every callback was delivered';
  return [check(name, parked === 0, detail, { waiting, parked, oldest_at: oldestAt })];
}

/** What the gate's own bench holds; no check where the gate does not tell. */
function checkBench(result: WorkerResult<RunListReply>): PreflightCheck[] {
  const name = 'worker_actors_in_service';
  const summary = result.kind === 'ok' ? result.value.bench : undefined;
  if (summary === undefined) return [];
  const { out_of_service, dead_letters } = summary;
  const ok = out_of_service === 0 && dead_letters === 0;
  const detail = ok
    ? 'every actor of the gate is in service'
    : `the gate has ${out_of_service} actors out of service and ${dead_letters} dead letters: its bench says why`;
  return [check(name, ok, detail, { out_of_service, dead_letters })];
}
