/**
 * A scenario: what a simulated machine has, what happens on it in each run, and what goes wrong on
 * its wires. Members are snake_case because the file is JSON written by people. Times are seconds of
 * simulated time unless a name begins with `wall_`.
 */
import * as z from 'zod';
import { projectDecisionSchema } from '../domain/records.ts';
import { dispatchModes, workloadClasses } from '../domain/statuses.ts';
import { callbackFaultSchema, httpFaultSchema } from './scenario-faults.ts';
import { scenarioLimits, seconds, secondsMax, times } from './scenario-values.ts';

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'must be a short name without blanks');
const amount = z.number().min(0).max(10_000_000);
const percent = z.number().min(0).max(100);
/** One value for every GPU, or a list with one for each. */
const perGpu = (value: z.ZodNumber) =>
  z.union([value, z.array(value).max(scenarioLimits.gpusMax)], 'must be a number or one per GPU');

const gpuSchema = z.strictObject({
  name: z.string().min(1).max(100).default('Simulated GPU'),
  memory_mib: amount.default(81_920),
  /** Power with nothing on it, with memory held, and at full use. */
  rest_w: amount.default(70),
  held_w: amount.default(120),
  full_w: amount.default(700),
});
/** One GPU of the machine: memory in MiB, power in W at three levels of use. */
export type GpuModel = z.infer<typeof gpuSchema>;

const machineSchema = z.strictObject({
  cores: z.number().int().min(1).max(1024).default(16),
  memory_mib: amount.default(131_072),
  /** What the machine does by itself, percent of all cores. */
  rest_cpu_pct: percent.default(1),
  gpus: z.array(gpuSchema).max(scenarioLimits.gpusMax).default([]),
});

/** The gate's own settings, as in the configuration; what is left out comes from there. */
const gateSchema = z.strictObject({
  sample_interval_sec: z.number().min(1).max(3600).optional(),
  idle_sustain_sec: z.number().min(1).max(86_400).optional(),
  max_wait_after_idle_sec: z.number().min(1).max(2_592_000).optional(),
});

/** How the load of a phase goes: held, on and off, growing from nothing to full, or held unsteadily. */
export const patterns = ['steady', 'bursts', 'ramp', 'noise'] as const;
const sensorFaults = [
  'unknown',
  'frozen',
  'late',
  'vanishing_gpu',
  'cpu_unknown',
  'processes_unknown',
] as const;
/** What lives of a run, from all of it to nothing. */
export const livenesses = ['root', 'child', 'none'] as const;

const phaseSchema = z.strictObject({
  name: z.string().min(1).max(100),
  seconds: z.number().positive().max(secondsMax),
  cpu_cores: z.number().min(0).max(1024).default(0),
  gpu_pct: perGpu(percent).default(0),
  vram_mib: perGpu(amount).default(0),
  /** Left out: by the use and the memory. */
  power_w: perGpu(amount).optional(),
  memory_mib: amount.default(512),
  /** `root`: the agent lives. `child`: only what it left behind. `none`: nothing of the run. */
  alive: z.enum(livenesses).default('root'),
  pattern: z.enum(patterns).default('steady'),
  fault: z.enum(sensorFaults).optional(),
});
/** A stretch of a run with one load; loads are for the whole phase, by its pattern. */
export type Phase = z.infer<typeof phaseSchema>;

const resultPath = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,2}\.json$/,
    'must be the name of a JSON file below results/',
  );
const outcomeSchema = z.strictObject({
  exit_code: z.number().int().min(0).max(255).default(0),
  decision: projectDecisionSchema.strict().optional(),
  /** JSON files below `results/`. */
  results: z
    .record(resultPath, z.json())
    .refine(
      (files) => Object.keys(files).length <= scenarioLimits.resultFilesMax,
      `must be at most ${scenarioLimits.resultFilesMax} files`,
    )
    .default({}),
  /** Text of `run_notes.md`. */
  notes: z.string().max(100_000).optional(),
  /** The agent ends with this question for a person. */
  question: z.string().min(1).max(8000).optional(),
});

const startRefusals = [
  'dispatch_script_missing',
  'dispatch_script_failed',
  'dispatch_script_timeout',
] as const;

const runSchema = z.strictObject({
  name,
  /** Which dispatches it is played for; all of what is given must fit. */
  match: z
    .strictObject({
      /** Project id; `*` stands for any characters. */
      project: z.string().min(1).max(200).optional(),
      workload_class: z.enum(workloadClasses).optional(),
      mode: z.enum(dispatchModes).optional(),
    })
    .default({}),
  /** How often it is played; left out: any number of times. */
  times: times.unwrap().optional(),
  /** The dispatch script takes this long. */
  start_after_sec: seconds.default(0),
  /** The dispatch script fails in this way, and nothing is started. */
  start_refused: z
    .strictObject({ code: z.enum(startRefusals), error: z.string().min(1).max(1000) })
    .optional(),
  session_id: z.string().min(1).max(200).optional(),
  /** Its processes do not heed TERM. */
  ignores_term: z.boolean().default(false),
  log: z
    .array(z.strictObject({ at_sec: seconds, line: z.string().max(4000) }))
    .max(scenarioLimits.logLinesMax)
    .default([]),
  phases: z.array(phaseSchema).max(scenarioLimits.phasesMax).default([]),
  outcome: outcomeSchema.prefault({}),
});
/** What one run does from its dispatch to its end, and which dispatches it is played for. */
export type RunScript = z.infer<typeof runSchema>;

const restartSchema = z.strictObject({
  /** Name of the run in which it happens. */
  run: name,
  after_sec: seconds,
  down_sec: z.number().min(0).max(86_400),
});
/** Each field by itself; what they say together is for `parseScenario`. */
export const scenarioFields = z.strictObject({
  name,
  about: z.string().max(1000).default(''),
  machine: machineSchema.prefault({}),
  gate: gateSchema.default({}),
  /** `first`: the first run that fits. `in_turn`: of those that fit, the one played least. */
  choose: z.enum(['first', 'in_turn']).default('first'),
  runs: z.array(runSchema).min(1).max(scenarioLimits.runsMax),
  http_faults: z.array(httpFaultSchema).max(scenarioLimits.rulesMax).default([]),
  callback_faults: z.array(callbackFaultSchema).max(scenarioLimits.rulesMax).default([]),
  gate_restarts: z.array(restartSchema).max(scenarioLimits.rulesMax).default([]),
});
/** A scenario as it is played, its defaults filled in; `parseScenario` makes it. */
export type Scenario = z.infer<typeof scenarioFields>;
