/** What the gate's actors ask to be done in the world: start an agent, end a run, post a callback. */
import { join } from 'node:path';
import type { EffectHandler } from '../actors/runtime/effect-runner.ts';
import type { OrreryConfig } from '../config/resolve.ts';
import type { ProcessSource } from '../telemetry/process-list.ts';
import type { RunCgroups } from '../telemetry/run-cgroups.ts';
import { createCallbackPost } from '../worker/callback-post.ts';
import { createKillHandler } from '../worker/kill.ts';
import { createSpawnHandler } from '../worker/spawn.ts';
import type { AppOptions } from './options.ts';

/** Handlers by effect name. */
export function createGateEffects(
  config: OrreryConfig,
  options: AppOptions,
  world: {
    readonly projectRoot: string;
    readonly processSource: ProcessSource;
    readonly cgroups: RunCgroups;
  },
): Readonly<Record<string, EffectHandler>> {
  const { clock, entropy } = options;
  const { projectRoot, processSource, cgroups } = world;
  return {
    'gate.spawn': createSpawnHandler({
      projectRoot,
      dispatchScriptPath: config.dispatch.dispatchScriptPath ?? '',
      runOncePath: join(options.packageRoot, 'scripts', 'run-once.sh'),
      dispatchTimeoutMs: config.dispatch.dispatchTimeoutMs,
      environment: withAgentCommand(config, options.environment),
      environmentAllow: config.dispatch.agentEnvAllow,
      processSource,
      cgroups,
      clock,
      entropy,
    }),
    'gate.kill': createKillHandler({ clock, processSource, cgroups }),
    'callback.post': createCallbackPost({
      url: config.auth.completionCallbackUrl,
      bearerToken: config.auth.completionCallbackToken.reveal(),
      timeoutMs: config.auth.completionCallbackTimeoutMs,
      clock,
    }),
    ...options.gateEffects,
  };
}

/** The service's environment with the configured agent command under its documented name. */
function withAgentCommand(
  config: OrreryConfig,
  environment: AppOptions['environment'],
): AppOptions['environment'] {
  const command = config.dispatch.agentCommand;
  return command === null ? environment : { ...environment, ORRERY_AGENT_COMMAND: command };
}
