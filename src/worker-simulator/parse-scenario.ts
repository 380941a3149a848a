/** Reads a scenario's text: every field, and what they say together. */
import type * as z from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { wordsForIssue } from '../lib/issue-words.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { livenesses, type RunScript, type Scenario, scenarioFields } from './scenario.ts';

const scenarioSchema = scenarioFields.superRefine((scenario, context) => {
  for (const { path, message } of findContradictions(scenario))
    context.addIssue({ code: 'custom', path: [...path], message });
});

interface Contradiction {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What no single field shows: names used twice, lists of another length, a dead agent that lives on. */
function findContradictions(scenario: Scenario): Contradiction[] {
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
  const parsed = scenarioSchema.safeParse(value, { error: wordsForIssue });
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
