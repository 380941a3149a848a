/** When the worker gate calls a run idle: sampling, thresholds, ceilings and per-class profiles. */
import { limits } from '../../domain/limits.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import { choice, integer, number, objectMap, optionalNumber, percent, seconds } from '../field.ts';
import { defineSection } from '../section.ts';
import { evidenceEntry, evidenceShape } from './idle-evidence.ts';

/** Bounds shared by a threshold and its override in a workload profile. */
export const sustainBounds = { min: 30, max: 86_400 } as const;
const vramBounds = { min: 0, max: 1_048_576 } as const;
const inherited = "the class's baseline value, or the value above for a class without one";

const profilePercent = (about: string) =>
  optionalNumber({ about, min: 0, max: 100, unit: 'percent', whenUnset: inherited });

const gpuQueryModes = ['stream', 'single', 'off'] as const;

/** Resolved as `OrreryConfig.workerGate`, with a whole profile for every class in place of the overrides. */
export const workerGateSection = defineSection({
  title: 'Worker gate thresholds',
  about:
    'A run counts as idle when every threshold of its workload class has held without a gap for the sustain time. Below is strict: nothing is below 0, and full load is not below 100, so that 100 does not switch a signal off. Additional evidence can only make that later: "off" does not look at it, "delay" makes quiet last longer while it is there, "require" wants it absent for the whole sustain time. A reading that is missing is no evidence.',
  shape: {
    sample_interval_sec: seconds({
      about: 'Time between two telemetry samples.',
      min: 1,
      max: limits.workerSampleIntervalMsMax / 1000,
      fallback: 5,
    }),
    gpu_query_mode: choice({
      about:
        'How the GPUs are read: "stream" keeps one nvidia-smi running and asks singly where that fails, "single" starts one for every sample, "off" does not look at GPUs at all, so that they play no part in any verdict. AMD GPUs are read from /sys in both of the first two.',
      choices: gpuQueryModes,
      fallback: 'stream',
    }),
    telemetry_history_point_rows: integer({
      about:
        'Samples that are kept whole, one row for the machine and one for each run; beyond that the oldest become minutes with min, mean and max, those of runs that are over first.',
      unit: 'rows',
      min: 1000,
      max: 10_000_000,
      fallback: 140_000,
    }),
    telemetry_history_minute_rows: integer({
      about:
        'Minutes of telemetry that are kept, one row for the machine and one for each run; beyond that the oldest are deleted.',
      unit: 'rows',
      min: 1000,
      max: 10_000_000,
      fallback: 250_000,
    }),
    idle_sustain_sec: seconds({
      about: 'How long all idle thresholds must hold together.',
      ...sustainBounds,
      fallback: 180,
    }),
    cpu_idle_threshold_pct: percent({
      about: 'Mean CPU load must stay below this.',
      fallback: 35,
    }),
    gpu_idle_avg_threshold_pct: percent({
      about: 'Mean utilization over all GPUs of the run must stay below this.',
      fallback: 10,
    }),
    gpu_idle_peak_threshold_pct: percent({
      about: 'Every single GPU reading must stay below this.',
      fallback: 20,
    }),
    vram_delta_threshold_mib: number({
      about:
        'Largest change of GPU memory between consecutive samples that still counts as idle; 0 requires no movement.',
      unit: 'MiB',
      ...vramBounds,
      fallback: 1024,
    }),
    max_wait_after_idle_sec: seconds({
      about:
        'Hard ceiling on waiting for idle after the agent has exited; past it the run is given up.',
      min: 60,
      max: 2_592_000,
      fallback: 43_200,
    }),
    default_workload_class: choice({
      about: 'Class of an idea that names none, and of a dispatch that names none.',
      choices: workloadClasses,
      fallback: 'inference_eval',
    }),
    run_cgroup: choice({
      about:
        'Whether each run gets a cgroup v2 of its own, where this service may make one; "off" knows a run by its process tree alone.',
      choices: ['auto', 'off'],
      fallback: 'auto',
    }),
    ended_runs_keep_sec: seconds({
      about:
        'Time that the gate knows a run that has ended and of which everything was delivered; the newest run of each project stays, and so do all files. A run that is not known any more is not started again.',
      min: 2_592_000,
      max: 315_360_000,
      fallback: 31_536_000,
    }),
    run_log_max_mib: integer({
      about:
        'How much of the log of a run is kept: its beginning and its newest part; what lies between is dropped. 0 keeps everything.',
      min: 0,
      max: 1_048_576,
      unit: 'MiB',
      fallback: 256,
    }),
    run_log_head_kib: integer({
      about: 'How much of the beginning of such a log is kept; at most half of run_log_max_mib is.',
      min: 0,
      max: 1_048_576,
      unit: 'KiB',
      fallback: 1024,
    }),
    idle_evidence: choice({
      about:
        'Whether additional evidence may make a verdict later than the thresholds alone would; "off" leaves the thresholds and the sustain time as the only rule, whatever the fields below say. A receipt names the rule that decided.',
      choices: ['on', 'off'],
      fallback: 'on',
    }),
    ...evidenceShape,
    workload_profiles: objectMap({
      about: 'Thresholds per workload class, merged over the baseline profiles below.',
      entry: {
        idle_sustain_sec: optionalNumber({
          about: 'Sustain time of the class.',
          ...sustainBounds,
          unit: 'seconds',
          whenUnset: inherited,
        }),
        cpu_idle_threshold_pct: profilePercent('CPU threshold of the class.'),
        gpu_idle_avg_threshold_pct: profilePercent('Mean GPU threshold of the class.'),
        gpu_idle_peak_threshold_pct: profilePercent('Peak GPU threshold of the class.'),
        vram_delta_threshold_mib: optionalNumber({
          about: 'Largest GPU memory change of the class.',
          ...vramBounds,
          unit: 'MiB',
          whenUnset: inherited,
        }),
        ...evidenceEntry(inherited),
      },
    }),
  },
});
