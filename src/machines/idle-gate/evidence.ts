/**
 * Reads the additional evidence off one sample. A reading that is missing is unknown: it is neither
 * a sign of work nor of quiet, so it changes nothing.
 */
import {
  type EvidenceMode,
  type EvidenceName,
  type EvidenceRules,
  evidenceNames,
} from '../../domain/idle-evidence.ts';
import type { IdleGpu, IdleSample } from './events.ts';
import { busyCores, type RestMemory, restingClockMhz, restingPowerW } from './rest.ts';

/** One piece of evidence in one sample; a value that reaches its threshold is a sign of work. */
export interface EvidenceReading {
  readonly name: EvidenceName;
  readonly mode: EvidenceMode;
  /** Null: unknown. */
  readonly value: number | null;
  /** Null: not known yet, as the resting power of a GPU that has not rested. */
  readonly threshold: number | null;
  readonly present: boolean;
}

/** Rest differs by a few watts from hour to hour, which of a small GPU is a large share. */
const powerMarginW = 20;

type Measured = Pick<EvidenceReading, 'value' | 'threshold'>;
interface Source {
  readonly sample: IdleSample;
  readonly rest: RestMemory;
  readonly rules: EvidenceRules;
  readonly coreCount: number | null;
}

const measures: Readonly<Record<EvidenceName, (source: Source) => Measured>> = {
  compute_process: ({ sample }) => worstOf((sample.gpus ?? []).map(countOwners)),
  run_cpu: ({ sample, rules }) =>
    toMeasured(sample.processes.cpu_cores, rules.run_cpu_threshold_cores),
  machine_cpu: ({ sample, rest, rules, coreCount }) =>
    toMeasured(
      busyCores(sample, coreCount),
      rules.machine_cpu_threshold_cores + (rest.busyCores ?? 0),
    ),
  io_pressure: ({ sample, rules }) =>
    toMeasured(sample.pressure?.io, rules.io_pressure_threshold_pct),
  run_io: ({ sample, rules }) => toMeasured(storageMibS(sample), rules.run_io_threshold_mib_s),
  gpu_power: (source) => worstOf((source.sample.gpus ?? []).map((gpu) => powerOf(gpu, source))),
  gpu_clock: (source) => worstOf((source.sample.gpus ?? []).map((gpu) => clockOf(gpu, source))),
};

/** All evidence that is not off. `rest` already holds this sample. Pure. */
export function readEvidence(source: Source): readonly EvidenceReading[] {
  return evidenceNames
    .map((name) => ({ name, mode: source.rules[`evidence_${name}`] }))
    .filter(({ mode }) => mode !== 'off')
    .map(({ name, mode }) => {
      const { value, threshold } = measures[name](source);
      const present = value !== null && threshold !== null && value >= threshold;
      return { name, mode, value, threshold, present };
    });
}

const unknown: Measured = { value: null, threshold: null };

function toMeasured(value: number | null | undefined, threshold: number): Measured {
  return { value: value ?? null, threshold };
}

/** What is known of either direction; a half that is missing hides nothing of the other. */
function storageMibS({ processes }: IdleSample): number | null {
  const known = [processes.read_mib_s, processes.write_mib_s].filter(
    (amount): amount is number => typeof amount === 'number',
  );
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}

/** Processes on the device that are the run's, or that this machine's process table does not have. */
function countOwners(gpu: IdleGpu): Measured {
  const owners = gpu.compute_owners;
  return owners ? { value: owners.run + owners.nobody, threshold: 1 } : unknown;
}

function powerOf(gpu: IdleGpu, { rest, rules }: Source): Measured {
  const { power_w: value, sm_clock_mhz: clockMhz } = gpu;
  if (value === null || clockMhz === null || isSomebodyElses(gpu)) return unknown;
  const restW = restingPowerW(rest, gpu.uuid, clockMhz);
  if (restW === null) return { value, threshold: null };
  return { value, threshold: Math.max(restW * rules.gpu_power_rest_factor, restW + powerMarginW) };
}

function clockOf(gpu: IdleGpu, { rest, rules }: Source): Measured {
  if (gpu.sm_clock_mhz === null || isSomebodyElses(gpu)) return unknown;
  const restMhz = restingClockMhz(rest, gpu.uuid);
  const threshold = restMhz === null ? null : restMhz * rules.gpu_clock_rest_factor;
  return { value: gpu.sm_clock_mhz, threshold };
}

/** True when all that computes there is known to be of others, so that they explain the reading. */
function isSomebodyElses({ compute_owners: owners }: IdleGpu): boolean {
  return owners ? owners.others > 0 && owners.run + owners.nobody === 0 : false;
}

/** The device nearest to being a sign of work, or past it; those without a threshold come last. */
function worstOf(all: readonly Measured[]): Measured {
  const marginOf = ({ value, threshold }: Measured): number =>
    value === null ? Infinity : threshold === null ? Number.MAX_VALUE : threshold - value;
  return all.reduce(
    (worst, each) => (marginOf(each) < marginOf(worst) ? each : worst),
    all[0] ?? unknown,
  );
}
