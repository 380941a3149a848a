/** What the gate's actors ask to be done in the world: start an agent, end a run, post a callback. */
import { join } from 'node:path';
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { agentVariablePrefix } from '../../domain/product.ts';
import type { ProcessSource } from '../../sensing/process-list.ts';
import type { RunCgroups } from '../../sensing/run-cgroups.ts';
import { createCallbackHttp } from '../../worker/callbacks/callback-post.ts';
import { createWorldEffects } from '../../worker/effects.ts';
import type { GateFiles } from '../../worker/ports.ts';
import { createScriptLauncher } from '../../worker/start/script-launcher.ts';
import type { AppOptions } from '../options.ts';

/** Handlers by effect name. */
export function createGateEffects(
  config: OrreryConfig,
  options: AppOptions,
  world: {
    readonly projectRoot: string;
    readonly files: GateFiles;
    readonly processSource: ProcessSource;
    readonly cgroups: RunCgroups;
  },
): Readonly<Record<string, EffectHandler>> {
  const { completionCallbackTimeoutMs: callbackTimeoutMs } = config.auth;
  return {
    ...createWorldEffects({
      ...world,
      launcher: createScriptLauncher({
        dispatchScriptPath: config.dispatch.dispatchScriptPath ?? '',
        runOncePath: join(options.packageRoot, 'scripts', 'run-once.sh'),
        environment: withAgent(config, options.environment),
        environmentAllow: config.dispatch.agentEnvAllow,
        cgroups: world.cgroups,
      }),
      dispatchTimeoutMs: config.dispatch.dispatchTimeoutMs,
      callbackTimeoutMs,
      callbackWay: createCallbackHttp({
        url: config.auth.completionCallbackUrl,
        bearerToken: config.auth.completionCallbackToken.reveal(),
        timeoutMs: callbackTimeoutMs,
      }),
      clock: options.clock,
    }),
    ...options.gateEffects,
  };
}

/** The service's environment with what the configuration says of the agent, under documented names. */
function withAgent(
  config: OrreryConfig,
  environment: AppOptions['environment'],
): AppOptions['environment'] {
  const { agentCommand: command, agentAccount: account } = config.dispatch;
  return {
    ...environment,
    ...(command === null ? {} : { [`${agentVariablePrefix}AGENT_COMMAND`]: command }),
    // Of the configuration alone: where it names no account, no variable does.
    [`${agentVariablePrefix}AGENT_ACCOUNT`]: account ?? undefined,
  };
}
