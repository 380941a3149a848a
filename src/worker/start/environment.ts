/**
 * The environment and arguments of the dispatch script. Nothing of the service's own environment is
 * passed on but the names listed here and those the operator allows, so no secret can be.
 */
import { join } from 'node:path';
import { agentVariablePrefix } from '../../domain/product.ts';
import type { SpawnInput } from '../../machines/gate-run/effects.ts';
import { protocolFile, type RunPaths } from '../../worker-wire/run-paths.ts';

/** Passed on from the worker's environment when set. */
export const passedVariables = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'CUDA_HOME',
  'CUDA_VISIBLE_DEVICES',
  'CUDA_DEVICE_ORDER',
  'NVIDIA_VISIBLE_DEVICES',
  `${agentVariablePrefix}AGENT_COMMAND`,
  `${agentVariablePrefix}AGENT_ACCOUNT`,
  `${agentVariablePrefix}EXPERIMENT_SCALE`,
] as const;

/** Every variable about the run: name without the product prefix, and value. */
export function runVariables(input: SpawnInput, paths: RunPaths): Readonly<Record<string, string>> {
  return {
    RUN_ID: input.run_id,
    PROJECT_ID: input.project_id,
    PROJECT_DIR: paths.projectDir,
    PROMPT_FILE: join(paths.projectDir, input.prompt_file),
    PROTOCOL_FILE: join(paths.projectDir, protocolFile),
    RUN_DIR: paths.runDir,
    MODE: input.mode,
    MODEL: input.model,
    REASONING_EFFORT: input.reasoning_effort,
    SANDBOX: input.sandbox,
    WORKLOAD_CLASS: input.workload_class,
    SESSION_ID: input.session_id ?? '',
  };
}

/** The script's whole environment. `allow` adds names of the operator's choice. */
export function scriptEnvironment(
  input: SpawnInput,
  paths: RunPaths,
  own: Readonly<Record<string, string | undefined>>,
  allow: readonly string[],
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...passedVariables, ...allow]) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  for (const [name, value] of Object.entries(runVariables(input, paths))) {
    environment[`${agentVariablePrefix}${name}`] = value;
  }
  return environment;
}

/** The same facts as `--name=value` arguments, for scripts that prefer those. */
export function scriptArguments(input: SpawnInput, paths: RunPaths): readonly string[] {
  return Object.entries(runVariables(input, paths)).map(
    ([name, value]) => `--${name.toLowerCase().replaceAll('_', '-')}=${value}`,
  );
}
