/** What a worker says when it is looked at: three small questions at once, and how its clock stands. */
import type { Clock } from '../../lib/clock.ts';
import type { WorkerClient, WorkerResult } from '../../worker-client/client.ts';
import type { HealthReply, RunListReply, TelemetryReply } from '../../worker-wire/wire.ts';

/** What one look brought: each question with its answer or why there is none. */
export interface WorkerAnswers {
  readonly health: WorkerResult<HealthReply>;
  readonly runs: WorkerResult<RunListReply>;
  readonly telemetry: WorkerResult<TelemetryReply>;
  /** Worker's clock less ours, in ms, give or take `uncertaintyMs`; null where it did not say. */
  readonly clock: { readonly skewMs: number; readonly uncertaintyMs: number } | null;
  /** Monotonic time at which the look began. */
  readonly startedMs: number;
  /** Of a cluster, which has no gate of its own: whether it answers, or why not. Then the rest says nothing. */
  readonly cluster?: { readonly ok: boolean; readonly detail: string };
}

/** Asks; never rejects for what the worker does. `signal` gives the look up. */
export async function askWorker(
  client: WorkerClient,
  clock: Clock,
  signal?: AbortSignal,
): Promise<WorkerAnswers> {
  const startedMs = clock.monotonic();
  const [{ health, skew }, runs, telemetry] = await Promise.all([
    askHealth(client, clock, signal),
    client.listRuns(signal),
    client.telemetry(signal),
  ]);
  return { health, runs, telemetry, clock: skew, startedMs };
}

/** The worker read its clock somewhere between question and answer; the middle is the best guess. */
async function askHealth(client: WorkerClient, clock: Clock, signal: AbortSignal | undefined) {
  const startedMs = clock.monotonic();
  const health = await client.health(signal);
  const halfMs = (clock.monotonic() - startedMs) / 2;
  const at = health.kind === 'ok' ? Date.parse(health.value.timestamp) : Number.NaN;
  const skew = Number.isNaN(at)
    ? null
    : { skewMs: Math.round(at - (clock.now() - halfMs)), uncertaintyMs: Math.ceil(halfMs) };
  return { health, skew };
}
