/**
 * The control plane's client to one worker gate. Every call ends in one of four ways, and the
 * difference between the last two and the first two is what keeps a run from being started twice:
 *
 * | Kind       | Meaning |
 * |------------|---------|
 * | `ok`       | a well-formed reply |
 * | `refused`  | the worker said no in its own words: it has not done it |
 * | `not_sent` | the connection never stood: the worker has not seen the request |
 * | `unknown`  | anything else; the worker may have done it, now or later |
 *
 * A time-out is `unknown`, never a refusal. Redirects are not followed, replies are bounded, each
 * call has its own connection, the address comes from the configuration alone, and the name in it
 * is judged again at each connection (`guarded-agent.ts`). A call bears the id of the request that
 * it is made for, so that the worker's events and log lines bear it too.
 */

import type { Dispatcher } from 'undici';
import type * as z from 'zod';
import { type ErrorCode, errorRegistry } from '../domain/errors.ts';
import { limits } from '../domain/limits.ts';
import type { Clock } from '../lib/clock.ts';
import { correlationHeaders } from '../lib/correlation.ts';
import { describeError } from '../lib/describe-error.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import { holdsMoreValues } from '../lib/json-values.ts';
import { proxyWords } from '../lib/proxy-words.ts';
import { withDeadline } from '../worker-wire/deadline.ts';
import { createGuardedAgent } from '../worker-wire/guarded-agent.ts';
import { provesNeverSent } from '../worker-wire/transport-error.ts';
import * as wire from '../worker-wire/wire.ts';
import * as callbacks from '../worker-wire/wire-callbacks.ts';
import * as processes from '../worker-wire/wire-processes.ts';
import * as telemetry from '../worker-wire/wire-telemetry.ts';
import { httpWay, type WorkerWay } from './way.ts';

/** How a call ended, by the table above. `status` is the HTTP status; null: no reply had begun. */
export type WorkerResult<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly status: number;
      readonly detail: string;
      readonly problem: wire.Problem;
    }
  | { readonly kind: 'not_sent'; readonly error: string }
  | { readonly kind: 'unknown'; readonly error: string; readonly status: number | null };

interface WorkerClientOptions {
  /** `http(s)://host[:port][/prefix]`, from the configuration. */
  readonly baseUrl: string;
  readonly bearerToken: string;
  /** Deadline of one call, connection included. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly dispatcher?: Dispatcher;
  /** HTTP unless told. */
  readonly way?: WorkerWay;
}

/** Typed calls to one worker. `signal` gives a call up; its outcome is then `unknown`. */
export interface WorkerClient {
  readonly baseUrl: string;
  health(signal?: AbortSignal): Promise<WorkerResult<wire.HealthReply>>;
  prepare(
    body: z.input<typeof wire.prepareRequestSchema>,
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.PrepareReply>>;
  dispatch(
    body: wire.DispatchRequest,
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.DispatchReply>>;
  listRuns(signal?: AbortSignal): Promise<WorkerResult<wire.RunListReply>>;
  findRun(runId: string, signal?: AbortSignal): Promise<WorkerResult<wire.RunDetailReply>>;
  stopRun(
    runId: string,
    body: z.input<typeof wire.stopRequestSchema>,
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.StopReply>>;
  /** The live processes of a run; an older gate refuses with `not_found`. */
  listProcesses(
    runId: string,
    signal?: AbortSignal,
  ): Promise<WorkerResult<processes.RunProcessesReply>>;
  /** Ends one process that the run has left behind; waits for the grace. */
  endProcess(
    runId: string,
    pid: number,
    body: processes.EndProcessRequest,
    signal?: AbortSignal,
  ): Promise<WorkerResult<processes.EndProcessReply>>;
  /** A piece of a run's log; a negative offset counts from the end, which an older gate refuses. */
  readLog(
    runId: string,
    query: { readonly offset: number; readonly limit: number; readonly waitSec: number },
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.LogReply>>;
  telemetry(signal?: AbortSignal): Promise<WorkerResult<wire.TelemetryReply>>;
  /** Samples of a run after `since`; null: the newest. */
  readRunTelemetry(
    runId: string,
    query: {
      readonly since: number | null;
      readonly streamId: string | null;
      readonly limit: number;
      readonly waitSec: number;
    },
    signal?: AbortSignal,
  ): Promise<WorkerResult<telemetry.RunTelemetryReply>>;
  /** Times ISO 8601 by the worker's clock; null: those of the run. */
  readHistory(
    query: {
      readonly runId: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly points: number;
    },
    signal?: AbortSignal,
  ): Promise<WorkerResult<telemetry.HistoryReply>>;
  evidenceManifest(
    projectId: string,
    runId: string | null,
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.EvidenceManifestReply>>;
  readEvidence(
    projectId: string,
    body: z.input<typeof wire.evidenceReadRequestSchema>,
    signal?: AbortSignal,
  ): Promise<WorkerResult<wire.EvidenceReadReply>>;
  /** Callbacks that the control plane has not taken; of one state unless `state` is null. */
  listCallbacks(query: {
    readonly state: callbacks.CallbackState | null;
    readonly limit: number;
  }): Promise<WorkerResult<callbacks.CallbackListReply>>;
  retryCallbacks(runId: string): Promise<WorkerResult<callbacks.CallbackRetryReply>>;
  retryAllCallbacks(): Promise<WorkerResult<callbacks.CallbackRetryAllReply>>;
  close(): Promise<void>;
}

/** Opening a connection takes at most this long, so that a dead host shows as `not_sent`. */
const connectTimeoutMsMax = 10_000;

/**
 * Errors in the worker's own words that still leave open whether it did, or will do, what was asked.
 */
const inconclusiveCodes: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'store_unavailable',
  'shutting_down',
  'idempotency_in_flight',
  'dispatch_script_timeout',
  'worker_unreachable',
  'worker_failed',
] satisfies ErrorCode[]);

interface Call<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly schema: Schema;
  readonly signal: AbortSignal | undefined;
  /** Added to the deadline, for calls that wait for something on purpose. */
  readonly extraMs?: number;
  /** Of the reply; 16 MiB unless told. */
  readonly bytesMax?: number;
}

type More = Pick<Call<z.ZodType>, 'extraMs' | 'bytesMax'>;
/** Of replies that are a few facts. */
const short: More = { bytesMax: limits.workerShortReplyBytesMax };
const waiting = (waitSec: number): More => ({ extraMs: waitSec * 1000 });

/** Makes a client. Throws `TypeError` for an address that is not plain http or https. */
export function createWorkerClient(options: WorkerClientOptions): WorkerClient {
  const base = parseBaseUrl(options.baseUrl);
  const own =
    options.dispatcher === undefined && options.way === undefined
      ? createGuardedAgent(base, {
          connectTimeoutMs: Math.min(connectTimeoutMsMax, options.timeoutMs),
        })
      : null;
  const way = options.way ?? httpWay(base, options.dispatcher ?? (own as Dispatcher));
  const exchange = { ...options, way };
  const get = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal?: AbortSignal,
    more: More = {},
  ) => callWorker(exchange, { method: 'GET', path, schema, signal, ...more });
  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal?: AbortSignal,
    more: More & { readonly body?: unknown } = {},
  ) => callWorker(exchange, { method: 'POST', path, schema, signal, ...more });
  const run = (runId: string): string => `/runs/${encodeURIComponent(runId)}`;
  const evidence = (projectId: string): string =>
    `/project-evidence/${encodeURIComponent(projectId)}`;
  return {
    baseUrl: base,
    health: (signal) => get('/healthz', wire.healthReplySchema, signal, short),
    prepare: (body, signal) => post('/prepare-project', wire.prepareReplySchema, signal, { body }),
    dispatch: (body, signal) =>
      post('/dispatch', wire.dispatchReplySchema, signal, { body, ...short }),
    listRuns: (signal) => get('/runs', wire.runListReplySchema, signal),
    findRun: (runId, signal) => get(run(runId), wire.runDetailReplySchema, signal),
    stopRun: (runId, body, signal) =>
      post(`${run(runId)}/stop`, wire.stopReplySchema, signal, {
        body,
        ...short,
        extraMs: (body.grace_sec ?? 5) * 1000,
      }),
    listProcesses: (runId, signal) =>
      get(`${run(runId)}/processes`, processes.runProcessesReplySchema, signal),
    endProcess: (runId, pid, body, signal) =>
      post(`${run(runId)}/processes/${pid}/end`, processes.endProcessReplySchema, signal, {
        body,
        ...short,
        extraMs: body.grace_sec * 1000,
      }),
    readLog: (runId, { offset, limit, waitSec }, signal) =>
      get(
        `${run(runId)}/log?${queryOf({ offset, limit, wait_sec: waitSec > 0 ? waitSec : null })}`,
        wire.logReplySchema,
        signal,
        waiting(waitSec),
      ),
    readRunTelemetry: (runId, { since, streamId, limit, waitSec }, signal) =>
      get(
        `${run(runId)}/telemetry?${queryOf({ since, stream_id: streamId, limit, wait_sec: waitSec })}`,
        telemetry.runTelemetryReplySchema,
        signal,
        waiting(waitSec),
      ),
    readHistory: ({ runId, from, to, points }, signal) =>
      get(
        `/telemetry/history?${queryOf({ run_id: runId, from, to, points })}`,
        telemetry.historyReplySchema,
        signal,
      ),
    telemetry: (signal) => get('/telemetry', wire.telemetryReplySchema, signal),
    evidenceManifest: (projectId, runId, signal) =>
      get(
        `${evidence(projectId)}${runId === null ? '' : `?run_id=${encodeURIComponent(runId)}`}`,
        wire.evidenceManifestReplySchema,
        signal,
      ),
    readEvidence: (projectId, body, signal) =>
      post(`${evidence(projectId)}/read`, wire.evidenceReadReplySchema, signal, { body }),
    listCallbacks: ({ state, limit }) =>
      get(
        `/callbacks?limit=${limit}${state === null ? '' : `&state=${state}`}`,
        callbacks.callbackListReplySchema,
      ),
    retryCallbacks: (runId) =>
      post(`/callbacks/${encodeURIComponent(runId)}/retry`, callbacks.callbackRetryReplySchema),
    retryAllCallbacks: () => post('/callbacks/retry', callbacks.callbackRetryAllReplySchema),
    close: async () => {
      await own?.close();
    },
  };
}

/** A query string of what is not null. */
function queryOf(values: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null) query.set(name, String(value));
  }
  return query.toString();
}

function parseBaseUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`a worker's address must be http or https, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError("a worker's address must hold no user, query or fragment");
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

interface Exchange extends WorkerClientOptions {
  readonly way: WorkerWay;
}

async function callWorker<Schema extends z.ZodType>(
  exchange: Exchange,
  call: Call<Schema>,
): Promise<WorkerResult<z.output<Schema>>> {
  let status: number | null = null;
  try {
    const timeoutMs = exchange.timeoutMs + (call.extraMs ?? 0);
    const leaving = {
      method: call.method,
      path: call.path,
      headers: requestHeaders(exchange.bearerToken, call.body),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      bytesMax: call.bytesMax ?? limits.workerReplyBytesMax,
    };
    const onStatus = (begun: number): void => {
      status = begun;
    };
    const text = await withDeadline(exchange.clock, timeoutMs, call.signal, (signal) =>
      exchange.way(leaving, signal, onStatus),
    );
    return interpret(status ?? 0, text, call.schema);
  } catch (error) {
    const words = describeError(error);
    return status === null && provesNeverSent(error)
      ? { kind: 'not_sent', error: words }
      : { kind: 'unknown', error: words, status };
  }
}

function requestHeaders(bearerToken: string, body: unknown): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${bearerToken}`,
    accept: 'application/json, application/problem+json',
    ...correlationHeaders(),
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  return headers;
}

/** What a complete reply says. */
function interpret<Schema extends z.ZodType>(
  status: number,
  text: string,
  schema: Schema,
): WorkerResult<z.output<Schema>> {
  if (holdsMoreValues(text, limits.workerReplyValuesMax)) {
    const error = `the worker's reply holds more than ${limits.workerReplyValuesMax} values`;
    return { kind: 'unknown', status, error };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      kind: 'unknown',
      status,
      error:
        proxyWords(status, 'the worker') ??
        `the worker answered ${status} with something that is not JSON`,
    };
  }
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(value, { error: wordsForIssue });
    if (parsed.success) return { kind: 'ok', value: parsed.data };
    const issue = parsed.error.issues[0];
    const where = issue === undefined ? '' : `: ${issue.path.join('.')} ${issue.message}`;
    return { kind: 'unknown', status, error: `the worker's reply is malformed${where}` };
  }
  return interpretProblem(status, value);
}

function interpretProblem(status: number, value: unknown): WorkerResult<never> {
  const problem = wire.problemSchema.safeParse(value);
  if (!problem.success || problem.data.status !== status || !isErrorCode(problem.data.code)) {
    return {
      kind: 'unknown',
      status,
      error: `the worker's address answered ${status} in a form that is not the worker's`,
    };
  }
  const { code } = problem.data;
  const detail = problem.data.detail ?? problem.data.title ?? code;
  if (errorRegistry[code].status !== status || inconclusiveCodes.has(code)) {
    return { kind: 'unknown', status, error: `${code}: ${detail}` };
  }
  return { kind: 'refused', code, status, detail, problem: problem.data };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorRegistry, code);
}
