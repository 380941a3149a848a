/**
 * What the worker's telemetry says of a run, put together for its paper. It is asked once, when the paper is
 * drafted; a worker that does not answer leaves readings unknown, and the paper says so.
 */
import { limits } from '../../domain/limits.ts';
import type { Run } from '../../domain/records.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { ObservedRun } from '../../papers/evidence/observed.ts';
import type { HistoryReply } from '../../worker-wire/wire-telemetry.ts';
import type { PaperEffectOptions } from './effect-options.ts';

/** The readings of a run, as far as its worker still has them. Never rejects for what a worker does. */
export async function observeRun(
  { workers, clock }: Pick<PaperEffectOptions, 'workers' | 'clock'>,
  run: Run,
  signal: AbortSignal,
): Promise<ObservedRun> {
  const target = run.worker_target === null ? undefined : workers.byName(run.worker_target);
  if (target === undefined) return summarizeRun(run, null);
  const wanted = { runId: run.run_id, from: null, to: null, points: limits.observedRunBuckets };
  const answer = await withDeadline(
    clock,
    { ms: limits.observedRunMs, signals: [signal] },
    (within) => target.client.readHistory(wanted, within),
  );
  return summarizeRun(run, answer.kind === 'ok' ? answer.value : null);
}

type Subject = Pick<HistoryReply['machine'], 'readings'>;
type Reading = HistoryReply['machine']['readings'][number];
type Facts = Pick<Run, 'worker_target' | 'started_at' | 'ended_at' | 'wall_sec' | 'exit_code'>;

/** Over the buckets in which a process of the run lived. Pure. */
export function summarizeRun(run: Facts, history: HistoryReply | null): ObservedRun {
  const own = history?.run ?? null;
  const alive = own === null ? undefined : find(own, 'alive');
  const lived = (alive?.max ?? []).flatMap((peak, at) => (peak !== null && peak > 0 ? [at] : []));
  const cpu = meanOf(own, 'cpu_pct', lived);
  const whole = meanOf(history?.machine ?? null, 'cpu_pct', lived);
  return {
    schema_version: 'observed_run.v1',
    worker: run.worker_target,
    started_at: run.started_at,
    ended_at: run.ended_at,
    wall_seconds: run.wall_sec ?? null,
    exit_status: run.exit_code,
    run_processes: {
      cpu_percent: cpu,
      cpu_peak_percent: peakOf(own, 'cpu_pct', lived),
      memory_peak_mib: peakOf(own, 'rss_mib', lived),
      processes_peak: peakOf(own, 'alive', lived),
    },
    other_processes: {
      cpu_percent: cpu === null || whole === null ? null : rounded(Math.max(0, whole - cpu)),
    },
    gpus: gpusOf(history, lived),
  };
}

function gpusOf(history: HistoryReply | null, lived: readonly number[]): ObservedRun['gpus'] {
  if (history === null || history.gpus === null) return null;
  const { machine, bucket_sec: bucketSec } = history;
  return Object.fromEntries(
    history.gpus.map(({ uuid, index }) => {
      const power = find(machine, 'power_w', uuid);
      const watts = lived.map((at) => power?.mean[at] ?? null);
      const isWhole = watts.length > 0 && watts.every((watt) => watt !== null);
      return [
        `gpu ${index}`,
        {
          utilization_percent: meanOf(machine, 'utilization_pct', lived, uuid),
          power_watts: meanOf(machine, 'power_w', lived, uuid),
          // Energy with a gap in it would be too little.
          energy_joules: isWhole
            ? rounded(watts.reduce<number>((sum, watt) => sum + (watt ?? 0) * bucketSec, 0))
            : null,
        },
      ];
    }),
  );
}

const find = (
  { readings }: Subject,
  name: string,
  uuid: string | null = null,
): Reading | undefined => readings.find((each) => each.name === name && each.gpu_uuid === uuid);

/** Buckets count by how many of their samples know the reading. */
function meanOf(
  subject: Subject | null,
  name: string,
  lived: readonly number[],
  uuid: string | null = null,
): number | null {
  const reading = subject === null ? undefined : find(subject, name, uuid);
  let sum = 0;
  let count = 0;
  for (const at of lived) {
    const known = reading?.known[at] ?? 0;
    sum += (reading?.mean[at] ?? 0) * known;
    count += known;
  }
  return count === 0 ? null : rounded(sum / count);
}

function peakOf(subject: Subject | null, name: string, lived: readonly number[]): number | null {
  const reading = subject === null ? undefined : find(subject, name);
  const peaks = lived.flatMap((at) => reading?.max[at] ?? []);
  return peaks.length === 0 ? null : rounded(Math.max(...peaks));
}

/** Readings are no better than a tenth of a thousandth. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
