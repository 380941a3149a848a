/** The way to a simulated worker: calls take time, get lost, hang until their deadline, or lose their answer. */

import type { ErrorCode } from '../domain/errors.ts';
import { workerGateService } from '../domain/product.ts';
import { toIsoTime } from '../lib/clock.ts';
import type { WorkerClient, WorkerResult } from '../worker-client/client.ts';
import type { DispatchRequest, RunRow } from '../worker-wire/wire.ts';
import type { Faults } from './faults.ts';
import { quietGpu } from './quiet-watch.ts';
import type { SimulatedTime } from './time.ts';

interface WayOptions {
  readonly lane: string;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  /** Deadline of one call, ms. */
  readonly callTimeoutMs: number;
  readonly sampleIntervalMs: number;
  readonly callbackTokenFingerprint: string;
}

/** What stands at the other end. */
interface PlayedGate {
  readonly isDown: () => boolean;
  readonly isHanging: () => boolean;
  /** The oldest first. */
  readonly newestRuns: () => readonly RunRow[];
  readonly liveCount: () => number;
  readonly dispatch: (request: DispatchRequest) => Awaited<ReturnType<WorkerClient['dispatch']>>;
  readonly find: (runId: string) => Awaited<ReturnType<WorkerClient['findRun']>>;
  readonly stop: (runId: string) => Awaited<ReturnType<WorkerClient['stopRun']>>;
}

const travelMs = 20;
const statuses: Partial<Record<ErrorCode, number>> = { run_not_found: 404 };

/** A gate's refusal in its own words. */
export function refuse(
  code: Extract<ErrorCode, 'worker_busy' | 'run_fenced' | 'run_not_found' | 'run_lost'>,
  detail: string,
): Extract<WorkerResult<never>, { kind: 'refused' }> {
  const status = statuses[code] ?? 409;
  return {
    kind: 'refused',
    code,
    status,
    detail,
    problem: { type: code, title: code, status, detail, code, request_id: 'simulated' },
  };
}

/** The client as the control plane has it. */
export function createPlayedClient(options: WayOptions, gate: PlayedGate): WorkerClient {
  const { lane, time, faults, callTimeoutMs, sampleIntervalMs } = options;
  const unknown = (error: string) => ({ kind: 'unknown', error, status: null }) as const;
  const timedOut = unknown(`no answer within ${callTimeoutMs / 1000} s`);
  const call = async <Value>(
    signal: AbortSignal | undefined,
    act: () => WorkerResult<Value>,
  ): Promise<WorkerResult<Value>> => {
    const isGivenUp = (): boolean => signal?.aborted === true;
    await time.pause(travelMs, signal);
    if (isGivenUp()) return unknown('it was given up');
    if (gate.isDown()) return { kind: 'not_sent', error: 'connection refused' };
    const isLost = faults.strikes('request_lost', 0.002);
    const isLate = !isLost && faults.strikes('call_hangs', 0.002);
    if (isLost || isLate || gate.isHanging()) {
      // What hangs may have been done before it hung.
      if (!isLost && faults.draw() < 0.5) act();
      await time.pause(callTimeoutMs - travelMs, signal);
      return timedOut;
    }
    const result = act();
    await time.pause(travelMs, signal);
    if (isGivenUp()) return unknown('it was given up');
    return faults.strikes('answer_lost', 0.01) ? unknown('the connection was closed') : result;
  };
  const now = (): string => toIsoTime(time.clock.now());
  const ok = <Value>(value: Value): WorkerResult<Value> => ({ kind: 'ok', value });
  const notSimulated = <Value>(): Promise<WorkerResult<Value>> =>
    Promise.resolve({ kind: 'unknown', error: 'not simulated', status: null });
  return {
    baseUrl: lane,
    health: (signal) =>
      call(signal, () => ok({ ok: true, service: workerGateService, timestamp: now() })),
    listRuns: (signal) =>
      call(signal, () =>
        ok({
          runs: [...gate.newestRuns()].reverse(),
          live_count: gate.liveCount(),
          callback_token_fingerprint: options.callbackTokenFingerprint,
          timestamp: now(),
        }),
      ),
    telemetry: (signal) =>
      call(signal, () =>
        ok({
          sample: sampleOf(time, gate.liveCount()),
          sample_interval_sec: sampleIntervalMs / 1000,
          timestamp: now(),
        }),
      ),
    prepare: (body, signal) =>
      call(signal, () =>
        ok({
          accepted: true,
          prepared: {
            project_dir: body.project_dir,
            prompt_file: body.prompt_file,
            metadata_file: 'run.json',
          },
          replayed: false,
          timestamp: now(),
        }),
      ),
    dispatch: (body, signal) => call(signal, () => gate.dispatch(body)),
    findRun: (runId, signal) => call(signal, () => gate.find(runId)),
    stopRun: (runId, _body, signal) => call(signal, () => gate.stop(runId)),
    listProcesses: notSimulated,
    endProcess: notSimulated,
    readLog: notSimulated,
    readRunTelemetry: notSimulated,
    readHistory: notSimulated,
    evidenceManifest: notSimulated,
    readEvidence: notSimulated,
    listCallbacks: notSimulated,
    retryCallbacks: notSimulated,
    retryAllCallbacks: notSimulated,
    close: () => Promise.resolve(),
  };
}

function sampleOf(time: SimulatedTime, live: number) {
  const busy = live > 0;
  return {
    at: toIsoTime(time.clock.now()),
    monotonic_ms: time.elapsedMs,
    cpu_pct: busy ? 40 : 1,
    load1: busy ? 8 : 0.1,
    memory_total_mib: 1_000_000,
    memory_available_mib: 900_000,
    gpus: [
      {
        ...quietGpu,
        index: 0,
        name: 'simulated',
        memory_total_mib: 80_000,
        compute_pids: busy ? [100] : [],
        utilization_pct: busy ? 95 : 0,
      },
    ],
    processes: { alive: live, cpu_pct: busy ? 40 : 0, rss_mib: live },
    health: 'ok' as const,
    problems: [],
  };
}
