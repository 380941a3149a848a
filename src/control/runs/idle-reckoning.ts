/**
 * When a run would have ended by another profile or another quiet time: the idle gate is played over what the
 * worker kept of the run's waiting. It is a reckoning and changes nothing. The history ends with the verdict there
 * was, and tells neither whose processes a GPU had nor what the machine did before.
 */
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { ServiceError } from '../../domain/errors.ts';
import type { IdleState, WorkloadClass } from '../../domain/statuses.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { createIdleGate } from '../../machines/idle-gate/gate.ts';
import type { IdleProfile } from '../../machines/idle-gate/profile.ts';
import type { HistoryReply } from '../../worker-wire/wire-telemetry.ts';
import { samplesOf } from './reckoned-samples.ts';
import type { RunTelemetry, ToldByWorker } from './run-telemetry.ts';

/** By which profile and quiet time; null: those of the run's class. */
interface ReckoningQuery {
  readonly profile: WorkloadClass | null;
  readonly sustainSec: number | null;
}

/** Where the gate would have come to; times are of the worker's clock. */
interface Reckoned {
  readonly profile: WorkloadClass;
  readonly sustain_sec: number;
  /** The waiting that was played. */
  readonly from: string;
  readonly to: string;
  readonly bucket_sec: number;
  /** Readings that were played; a bucket of several counts as one, with its highest readings. */
  readonly readings: number;
  readonly is_coarse: boolean;
  /** `idle` and `timed_out` are verdicts; any other state: none by the end of the waiting. */
  readonly state: IdleState;
  /** When; null: not by the end. */
  readonly at: string | null;
  /** How long quiet had lasted by then, and had to last, seconds. */
  readonly quiet_sec: number;
  readonly required_sec: number;
  readonly reasons: readonly string[];
  /** What the gate did decide, and with which quiet time. */
  readonly actual: {
    readonly verdict: 'idle' | 'timed_out';
    readonly at: string;
    readonly sustain_sec: number;
  };
}

/** What is needed of a receipt of the gate; its other members are not read. */
const receiptSchema = z.object({
  verdict: z.enum(['idle', 'timed_out']),
  at: z.iso.datetime(),
  waited_ms: z.number().nonnegative(),
  max_wait_ms: z.number().positive(),
  require_no_process: z.boolean(),
  profile: z.object({ idle_sustain_sec: z.number().positive() }),
});
type Receipt = z.infer<typeof receiptSchema>;

/** Samples between two pauses, so that the loop serves others meanwhile. */
const samplesPerSlice = 20;
/** Most buckets of a history, as the worker's wire has it. */
const pointsMax = 1000;
/** Played at one time; further requests are refused as too many. */
const reckoningsMax = 4;
/** Readings of machine and run in one history; those of a machine with 64 GPUs are some 400. */
const readingsMax = 500;

interface Sources {
  readonly telemetry: Pick<RunTelemetry, 'history' | 'find'>;
  readonly profileOf: (workloadClass: WorkloadClass) => IdleProfile;
}

/** One reckoning: of which run, by what. */
export type IdleReckoning = (
  runId: string,
  query: ReckoningQuery,
  signal: AbortSignal,
) => Promise<ToldByWorker & Reckoned>;

/** Rejects like `RunTelemetry`, and with `not_eligible` where the gate has given no verdict on the run. */
export function createIdleReckoning({ telemetry, profileOf }: Sources): IdleReckoning {
  let underWay = 0;
  const reckon: IdleReckoning = async (runId, query, signal) => {
    const run = await telemetry.find(runId);
    const receipt = receiptSchema.safeParse(run.idle_verdict).data;
    if (receipt === undefined) {
      throw new ServiceError(
        'not_eligible',
        `run ${runId} has no verdict of the idle gate, so that nothing tells when its waiting began`,
      );
    }
    const endMs = Date.parse(receipt.at);
    const from = toIsoTime(endMs - Math.max(receipt.waited_ms, 1000));
    const stretch = { from, to: receipt.at, points: pointsMax };
    const { history, ...told } = await telemetry.history(runId, stretch, signal);
    const profileName = query.profile ?? run.workload_class;
    const profile = profileOf(profileName);
    const sustainSec = query.sustainSec ?? profile.idle_sustain_sec;
    const played = await play(
      history,
      { ...profile, idle_sustain_sec: sustainSec },
      receipt,
      signal,
    );
    return {
      ...told,
      profile: profileName,
      sustain_sec: sustainSec,
      from,
      to: receipt.at,
      ...played,
      actual: {
        verdict: receipt.verdict,
        at: receipt.at,
        sustain_sec: receipt.profile.idle_sustain_sec,
      },
    };
  };
  return async (runId, query, signal) => {
    if (underWay >= reckoningsMax) {
      const detail = `${reckoningsMax} reckonings are under way; ask again in a moment`;
      throw new ServiceError('overloaded', detail);
    }
    underWay += 1;
    try {
      return await reckon(runId, query, signal);
    } finally {
      underWay -= 1;
    }
  };
}

type Played = Omit<Reckoned, 'profile' | 'sustain_sec' | 'from' | 'to' | 'actual'>;

/** The gate over the history, as a live one would be fed; the next reading stands for the fresh one of a verdict. */
async function play(
  history: HistoryReply,
  profile: IdleProfile,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<Played> {
  assertPlayable(history);
  const samples = samplesOf(history, Date.parse(receipt.at));
  const [first] = samples;
  if (first === undefined) {
    throw new ServiceError(
      'worker_failed',
      `worker kept no readings of the waiting that ended at ${receipt.at}; they were dropped to keep within its bound`,
    );
  }
  const gate = createIdleGate({
    profile,
    sampleIntervalMs: Math.max(history.sample_interval_sec, history.bucket_sec) * 1000,
    maxWaitMs: receipt.max_wait_ms,
    startedMonotonicMs: first.monotonic_ms,
    requireNoProcess: receipt.require_no_process,
  });
  let at: string | null = null;
  for (const [index, sample] of samples.entries()) {
    if (index % samplesPerSlice === samplesPerSlice - 1) await setImmediate();
    // Nobody waits for it any more.
    if (signal.aborted) break;
    const step = gate.current().needs_confirmation ? gate.confirm(sample) : gate.next(sample);
    if (step.receipt === undefined) continue;
    at = sample.at;
    break;
  }
  const { state, reasons, window_progress_ms: quietMs, required_ms: requiredMs } = gate.current();
  return {
    bucket_sec: history.bucket_sec,
    readings: samples.length,
    is_coarse: history.machine.points.some((points) => points > 1),
    state,
    at,
    quiet_sec: quietMs / 1000,
    required_sec: requiredMs / 1000,
    reasons,
  };
}

/** What a worker tells beyond what it was asked for would hold up everybody else, for ever where it is much. */
function assertPlayable({ from, buckets, machine, run }: HistoryReply): void {
  const rows = machine.readings.length + (run?.readings.length ?? 0);
  if (buckets <= pointsMax && rows <= readingsMax && Number.isFinite(Date.parse(from))) return;
  throw new ServiceError(
    'worker_failed',
    `worker told ${buckets} buckets of ${rows} readings from ${JSON.stringify(from.slice(0, 40))} on; at most ${pointsMax} of ${readingsMax} are played`,
  );
}
