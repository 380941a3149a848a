/** Fields for the additional evidence of the idle gate, once for all classes and once per class. */
import {
  defaultEvidenceRules,
  type EvidenceLimits,
  type EvidenceModes,
  evidenceModes,
} from '../../domain/idle-evidence.ts';
import { choice, number, optionalChoice, optionalNumber } from '../field.ts';

const modeAbouts: { readonly [Field in keyof EvidenceModes]: string } = {
  evidence_compute_process:
    "A compute process on one of the run's GPUs that is the run's or is not in this machine's process table.",
  evidence_run_cpu: "CPU of the run's own processes.",
  evidence_machine_cpu: 'CPU of the whole machine above its resting level.',
  evidence_io_pressure: 'Tasks that wait for storage.',
  evidence_run_io: "Storage read and written by the run's own processes.",
  evidence_gpu_power: "Power of the run's GPUs above their resting power.",
  evidence_gpu_clock: "Clock of the run's GPUs above their resting clock, as any held context has.",
};

const limitFields: {
  readonly [Field in keyof EvidenceLimits]: {
    readonly about: string;
    readonly unit?: string;
    readonly min: number;
    readonly max: number;
  };
} = {
  run_cpu_threshold_cores: {
    about: "The run's processes are evidence from this many busy cores on.",
    unit: 'cores',
    min: 0.01,
    max: 1024,
  },
  machine_cpu_threshold_cores: {
    about: 'The machine is evidence from this many busy cores above its resting level on.',
    unit: 'cores',
    min: 0.01,
    max: 1024,
  },
  io_pressure_threshold_pct: {
    about: 'Storage pressure is evidence from this share of time on.',
    unit: 'percent',
    min: 0.1,
    max: 100,
  },
  run_io_threshold_mib_s: {
    about: "The run's storage traffic is evidence from this rate on.",
    unit: 'MiB a second',
    min: 0.001,
    max: 1_048_576,
  },
  gpu_power_rest_factor: {
    about:
      'GPU power is evidence from this many times the lowest settled power at this clock or a higher one on, and at least 20 W above it.',
    min: 1.01,
    max: 10,
  },
  gpu_clock_rest_factor: {
    about: 'The GPU clock is evidence from this many times its lowest settled one on.',
    min: 1.01,
    max: 10,
  },
  evidence_delay_factor: {
    about:
      'While evidence of mode "delay" is in the window, quiet must last this many times the sustain time.',
    min: 1,
    max: 10,
  },
};

const modeNames = Object.keys(modeAbouts) as (keyof EvidenceModes)[];
const limitNames = Object.keys(limitFields) as (keyof EvidenceLimits)[];
/** Names of all evidence fields, modes first: the same at top level and in a workload profile. */
export const evidenceFields = [...modeNames, ...limitNames] as const;

type Fields<Names extends PropertyKey, Schema> = { readonly [Name in Names]: Schema };

function eachOf<const Name extends string, Schema>(
  names: readonly Name[],
  build: (name: Name) => Schema,
): Fields<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, build(name)])) as Fields<Name, Schema>;
}

/** Top-level fields, with defaults. */
export const evidenceShape = {
  ...eachOf(modeNames, (name) =>
    choice({
      about: modeAbouts[name],
      choices: evidenceModes,
      fallback: defaultEvidenceRules[name],
    }),
  ),
  ...eachOf(limitNames, (name) =>
    number({ ...limitFields[name], fallback: defaultEvidenceRules[name] }),
  ),
};

/** The same as members of a workload profile, each of which may be left out. */
export function evidenceEntry(whenUnset: string) {
  return {
    ...eachOf(modeNames, (name) =>
      optionalChoice({ about: modeAbouts[name], choices: evidenceModes, whenUnset }),
    ),
    ...eachOf(limitNames, (name) => optionalNumber({ ...limitFields[name], whenUnset })),
  };
}
