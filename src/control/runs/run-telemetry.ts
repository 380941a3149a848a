/**
 * A run's telemetry of the past, its log and its live processes, asked of its worker at the moment they are wanted; the
 * control plane keeps neither. A worker that does not answer is an error that says so, never an
 * empty history or log.
 */
import { ServiceError } from '../../domain/errors.ts';
import { aging, type Freshness } from '../../domain/freshness.ts';
import { isIdentifier } from '../../domain/ids.ts';
import { limits } from '../../domain/limits.ts';
import { type Run, runSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { WorkerResult } from '../../worker-client/client.ts';
import type { LogReply } from '../../worker-wire/wire.ts';
import type { RunProcessesReply } from '../../worker-wire/wire-processes.ts';
import type { HistoryReply } from '../../worker-wire/wire-telemetry.ts';
import type { ControlContext } from '../common/index.ts';
import type { WorkerTarget } from '../fleet/index.ts';

/** Who told something, and when. */
export interface ToldByWorker {
  readonly source: 'worker';
  readonly worker_target: string;
  /** When the control plane had the worker's answer. */
  readonly observed_at: string;
  readonly freshness: Freshness;
}

/**
 * Rejects with a `ServiceError`, such as `run_not_found`, `not_eligible`, `worker_unreachable` or
 * `worker_failed`.
 */
export interface RunTelemetry {
  /** The run as the control plane knows it. */
  find(runId: string): Promise<Run>;
  /** Absent times: from the run's start to its end, or to now. */
  history(
    runId: string,
    query: { readonly from: string | null; readonly to: string | null; readonly points: number },
    signal: AbortSignal,
  ): Promise<ToldByWorker & { readonly history: HistoryReply }>;
  /** A piece of the log; waits at the worker for at most `waitSec` while there is none. */
  log(
    runId: string,
    query: { readonly offset: number; readonly limit: number; readonly waitSec: number },
    signal: AbortSignal,
  ): Promise<ToldByWorker & { readonly piece: LogReply }>;
  /** What lives of it now. */
  processes(
    runId: string,
    signal: AbortSignal,
  ): Promise<ToldByWorker & { readonly listed: RunProcessesReply }>;
  /** Gives up what is under way with workers; from now on nothing waits. */
  close(): void;
}

/** Requests under way with workers for clients that read histories or follow logs. */
const requestsMax = 64;

/**
 * Makes it. All throw `run_not_found`, `not_eligible` for a run no worker was given, and
 * `worker_unreachable` or `worker_failed` with the reason when its worker tells nothing.
 */
export function createRunTelemetry(
  context: Pick<ControlContext, 'reads' | 'workers' | 'clock'>,
): RunTelemetry {
  const closing = new AbortController();
  let underWay = 0;

  const ask = async <Value>(
    run: Run,
    signal: AbortSignal,
    call: (target: WorkerTarget, signal: AbortSignal) => Promise<WorkerResult<Value>>,
  ): Promise<ToldByWorker & { readonly value: Value }> => {
    const target = await requireTarget(context, run);
    if (underWay >= requestsMax) {
      const detail = `${requestsMax} requests wait for workers; ask again in a moment`;
      throw new ServiceError('overloaded', detail);
    }
    underWay += 1;
    try {
      const answer = await call(target, AbortSignal.any([signal, closing.signal]));
      const nowMs = context.clock.now();
      const observedAt = toIsoTime(nowMs);
      return {
        source: 'worker',
        worker_target: target.name,
        observed_at: observedAt,
        freshness: aging(nowMs, {
          source: 'worker_telemetry',
          target: target.name,
          at: observedAt,
          ttlMs: limits.preflightReuseMs,
          failed: false,
          detail: 'the worker was asked for it',
        }),
        value: toldValue(answer, target, closing.signal),
      };
    } finally {
      underWay -= 1;
    }
  };

  return {
    find: (runId) => requireRun(context, runId),
    async history(runId, query, signal) {
      const run = await requireRun(context, runId);
      // Times left out are for the worker to say: those of the run, by the clock of its samples.
      const { value, ...told } = await ask(run, signal, ({ client }, until) =>
        client.readHistory({ runId, ...query }, until),
      );
      return { ...told, history: value };
    },
    async log(runId, query, signal) {
      const run = await requireRun(context, runId);
      const waitSec = closing.signal.aborted ? 0 : query.waitSec;
      const { value, ...told } = await ask(run, signal, ({ client }, until) =>
        client.readLog(runId, { ...query, waitSec }, until),
      );
      return { ...told, piece: value };
    },
    async processes(runId, signal) {
      const run = await requireRun(context, runId);
      const { value, ...told } = await ask(run, signal, ({ client }, until) =>
        client.listProcesses(runId, until),
      );
      if (value.run_id === runId) return { ...told, listed: value };
      const words = `worker ${told.worker_target} answers about another run than it was asked about`;
      throw new ServiceError('worker_failed', words);
    },
    close: () => closing.abort(),
  };
}

/** Throws `run_not_found`. */
export async function requireRun(
  context: Pick<ControlContext, 'reads'>,
  runId: string,
): Promise<Run> {
  const row = isIdentifier(runId) ? await context.reads.get('run', runId) : undefined;
  if (row !== undefined) return runSchema.parse(row);
  throw new ServiceError('run_not_found', `no run has the id ${JSON.stringify(runId)}`);
}

/** By the name it was dispatched to; while it is its item's newest run, by its address too. */
export async function requireTarget(
  { workers, reads }: Pick<ControlContext, 'workers' | 'reads'>,
  run: Run,
): Promise<WorkerTarget> {
  if (run.worker_target === null) {
    throw new ServiceError('not_eligible', `run ${run.run_id} was not given to any worker yet`);
  }
  const target = workers.byName(run.worker_target);
  if (target !== undefined) return target;
  const item = await reads.get('queue_item', run.project_id);
  const lane = item?.['current_run_id'] === run.run_id ? asText(item['session_lane']) : '';
  const renamed = workers.byLane(lane);
  if (renamed !== undefined) return renamed;
  throw new ServiceError(
    'worker_unreachable',
    `no worker "${run.worker_target}" is configured any more; name it in worker_targets to read what it has of this run`,
  );
}

/** Of a gate that does not know the route. */
export const tooOld = (worker: string): ServiceError =>
  new ServiceError(
    'worker_failed',
    `worker ${worker} runs an older version that does not have this; update it`,
  );

/** Throws `worker_unreachable` or `worker_failed` where the worker told nothing. */
export function toldValue<Value>(
  answer: WorkerResult<Value>,
  { name }: WorkerTarget,
  closing?: AbortSignal,
): Value {
  if (answer.kind === 'ok') return answer.value;
  if (closing?.aborted === true)
    throw new ServiceError('shutting_down', 'the service is shutting down');
  if (answer.kind !== 'refused') {
    const what = answer.kind === 'not_sent' ? 'cannot be reached' : 'did not answer';
    throw new ServiceError('worker_unreachable', `worker ${name} ${what}: ${answer.error}`);
  }
  const { code, detail } = answer;
  if (code === 'not_found') throw tooOld(name);
  if (code === 'invalid_request' || code === 'overloaded') throw new ServiceError(code, detail);
  throw new ServiceError('worker_failed', `worker ${name} refused: ${detail}`);
}
