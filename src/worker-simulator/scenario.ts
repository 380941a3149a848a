/**
 * A scenario: what a simulated machine has, what happens on it in each run, and what goes wrong on
 * its wires. Members are snake_case because the file is JSON written by people. Times are seconds of
 * simulated time unless a name begins with `wall_`.
 */
import * as z from 'zod';
import { type ErrorCode, errorRegistry, ServiceError } from '../domain/errors.ts';
import { projectDecisionSchema } from '../domain/records.ts';
import { dispatchModes, workloadClasses } from '../domain/statuses.ts';
import { nearestName } from '../lib/nearest-name.ts';

/** Bounds of one scenario. */
export const scenarioLimits = {
  runsMax: 100,
  phasesMax: 100,
  gpusMax: 16,
  logLinesMax: 1000,
  rulesMax: 50,
  resultFilesMax: 50,
  copiesMax: 100,
  fileBytesMax: 1024 * 1024,
} as const;

const secondsMax = 31 * 86_400;
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'must be a short name without blanks');
const seconds = z.number().min(0).max(secondsMax);
const times = z.number().int().min(1).max(1000).default(1);
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
const livenesses = ['root', 'child', 'none'] as const;

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

/** Which requests a fault is played on; `any` fits each. */
export const httpTopics = [
  'any',
  'preflight',
  'prepare',
  'dispatch',
  'run',
  'stop',
  'evidence',
] as const;
const onTopic = { on: z.enum(httpTopics).default('any'), times } as const;
const wallSeconds = z.number().min(0).max(600);
const errorCodes = Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]];
const httpFaultSchema = z.discriminatedUnion('do', [
  /** The gate is not asked; the caller gets this error. */
  z.strictObject({ ...onTopic, do: z.literal('refuse'), code: z.enum(errorCodes) }),
  /** The gate is asked later. */
  z.strictObject({ ...onTopic, do: z.literal('delay'), wall_seconds: wallSeconds }),
  /** No answer for this long, then the connection is closed; the gate is not asked. */
  z.strictObject({ ...onTopic, do: z.literal('hang'), wall_seconds: wallSeconds }),
  /** The connection is closed at once; the gate is not asked. */
  z.strictObject({ ...onTopic, do: z.literal('cut_before') }),
  /** The gate does what it is asked, and its answer is lost. */
  z.strictObject({ ...onTopic, do: z.literal('cut_after') }),
]);
/** A rule about requests to the gate, for the first `times` that fit. */
export type HttpFault = z.infer<typeof httpFaultSchema>;

const onCallback = {
  /** Event type of the callback; `any` fits each. */
  on: z
    .enum([
      'any',
      'session_started',
      'agent_yielded',
      'question_pending',
      'wake_ready',
      'session_finished_ready',
      'gate_timeout',
      'gate_error',
    ])
    .default('any'),
  times,
} as const;
const callbackFaultSchema = z.discriminatedUnion('do', [
  /** The same callback is sent this often at once. */
  z.strictObject({
    ...onCallback,
    do: z.literal('duplicate'),
    copies: z.number().int().min(2).max(scenarioLimits.copiesMax),
  }),
  /** It is sent later. */
  z.strictObject({ ...onCallback, do: z.literal('delay'), seconds }),
  /** It is sent with a token that is not the right one. */
  z.strictObject({ ...onCallback, do: z.literal('wrong_token') }),
  /** It arrives, and the answer to it is lost. */
  z.strictObject({ ...onCallback, do: z.literal('lose_reply') }),
  /** It does not arrive. */
  z.strictObject({ ...onCallback, do: z.literal('lose') }),
]);
/** A rule about callbacks to the control plane, for the first `times` that fit. */
export type CallbackFault = z.infer<typeof callbackFaultSchema>;

const restartSchema = z.strictObject({
  /** Name of the run in which it happens. */
  run: name,
  after_sec: seconds,
  down_sec: z.number().min(0).max(86_400),
});
type GateRestart = z.infer<typeof restartSchema>;

const scenarioSchema = z
  .strictObject({
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
  })
  .superRefine((scenario, context) => {
    for (const { path, message } of findContradictions(scenario))
      context.addIssue({ code: 'custom', path: [...path], message });
  });
/** A scenario as it is played, its defaults filled in; `parseScenario` makes it. */
export type Scenario = z.infer<typeof scenarioSchema>;

interface Contradiction {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What no single field shows: names used twice, lists of another length, a dead agent that lives on. */
function findContradictions(scenario: {
  readonly machine: { readonly gpus: readonly unknown[] };
  readonly runs: readonly RunScript[];
  readonly gate_restarts: readonly GateRestart[];
}): Contradiction[] {
  const found: Contradiction[] = [];
  const names = scenario.runs.map((run) => run.name);
  for (const [index, run] of scenario.runs.entries()) {
    const path = ['runs', index];
    if (names.indexOf(run.name) !== index) {
      found.push({ path: [...path, 'name'], message: `is used twice: "${run.name}"` });
    }
    found.push(...findPhaseFaults(run, path, scenario.machine.gpus.length));
  }
  for (const [index, { run }] of scenario.gate_restarts.entries()) {
    if (names.includes(run)) continue;
    const near = nearestName(run, names);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    found.push({ path: ['gate_restarts', index, 'run'], message: `names no run${hint}` });
  }
  return found;
}

function findPhaseFaults(
  run: RunScript,
  path: readonly (string | number)[],
  gpuCount: number,
): Contradiction[] {
  if (run.start_refused !== undefined) return [];
  if (run.phases[0]?.alive !== 'root') {
    const message = 'must begin with a phase in which the agent lives (alive: "root")';
    return [{ path: [...path, 'phases'], message }];
  }
  const found: Contradiction[] = [];
  let reached = 0;
  for (const [index, phase] of run.phases.entries()) {
    const at = [...path, 'phases', index];
    const rank = livenesses.indexOf(phase.alive);
    if (rank < reached) {
      const message = `must not be "${phase.alive}" after "${livenesses[reached]!}": what has ended does not come back`;
      found.push({ path: [...at, 'alive'], message });
    }
    reached = Math.max(reached, rank);
    for (const field of ['gpu_pct', 'vram_mib', 'power_w'] as const) {
      const value = phase[field];
      if (!Array.isArray(value) || value.length === gpuCount) continue;
      const message = `must have ${gpuCount} values, one per GPU of the machine, not ${value.length}`;
      found.push({ path: [...at, field], message });
    }
  }
  return found;
}

/** Checks a scenario's text. Throws `invalid_request` with every field at fault. */
export function parseScenario(text: string, source: string): Scenario {
  const refuse = (errors: readonly { path: string; message: string }[]): never => {
    throw new ServiceError('invalid_request', `the scenario ${source} cannot be played`, {
      errors: [...errors],
    });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse([{ path: source, message: `is not JSON: ${(error as Error).message}` }]);
  }
  const parsed = scenarioSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuse(
    parsed.error.issues.map((issue) => ({ path: pathOf(issue), message: wordsOf(issue) })),
  );
}

/** `runs[0].phases[2].seconds`; of an unknown field its own name. */
function pathOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys].reduce<string>(
    (text, key) =>
      typeof key === 'number'
        ? `${text}[${key}]`
        : text === ''
          ? String(key)
          : `${text}.${String(key)}`,
    '',
  );
  return path === '' ? 'the file' : path;
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'is not a known field';
  return issue.message;
}
