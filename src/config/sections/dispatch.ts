/** How a run is started. */
import { boolean, optionalPath, optionalText, seconds, textList } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.dispatch`. One half is for the control plane, one for the worker gate. */
export const dispatchSection = defineSection({
  title: 'Dispatch',
  about:
    'Starting runs: the switch for live dispatch on the control plane, the script and the agent on the worker.',
  shape: {
    live_dispatch_enabled: boolean({
      about:
        'Allows runs to be started; while it is off only dry runs work and live dispatch answers 501.',
      fallback: false,
    }),
    dispatch_script_path: optionalPath({
      about:
        'Program the worker gate runs to start an agent; `orrery init` points it at the shipped scripts/dispatch-agent.sh.',
      whenUnset: 'only allowed in role `control`, which starts nothing itself',
      requiredFor: ['all', 'worker'],
    }),
    dispatch_timeout_sec: seconds({
      about:
        'How long the dispatch script may take to start the agent; the control plane waits five seconds longer.',
      min: 1,
      max: 3600,
      fallback: 30,
    }),
    run_stale_after_sec: seconds({
      about:
        'Silence of a worker after which the control plane asks it about the run instead of waiting on.',
      min: 60,
      max: 604_800,
      fallback: 1800,
    }),
    agent_command: optionalText({
      about:
        'Command the shipped dispatch script starts as the agent, handed to it in ORRERY_AGENT_COMMAND.',
      whenUnset: 'ORRERY_AGENT_COMMAND is not set for the script',
    }),
    agent_account: optionalText({
      about:
        'Account under which the shipped dispatch script starts the agent, handed to it in ORRERY_AGENT_ACCOUNT; needs setpriv and the right to change accounts (docs/agents.md).',
      whenUnset:
        'agents run under the account of this service and can read what it can, its tokens included',
      pattern: /^[a-z_][a-z0-9_-]{0,31}$/,
      expected: 'must be the name of an account, such as orrery-agent',
    }),
    agent_env_allow: textList({
      about:
        'Names of environment variables of this process that are passed on to the agent; nothing else of it is, beside PATH, HOME, LANG and the documented ORRERY_ variables.',
      fallback: [],
      pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
      expected: 'must be the name of an environment variable',
    }),
  },
});
