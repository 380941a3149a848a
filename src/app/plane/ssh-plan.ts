/** What this process knows of a host that the configuration names for SSH: its account's home, keys and agent. */
import { userInfo } from 'node:os';
import { planConnection, type SshPlan, type SshSettings } from '../../evidence-sync/ssh/plan.ts';
import type { AppOptions } from '../options.ts';

/** The settings of such a host, completed by the account of this process. */
export function sshSettingsFrom(
  given: Pick<SshSettings, 'host' | 'remoteRoot' | 'configPath' | 'hostKey'>,
  environment: AppOptions['environment'],
): SshSettings {
  const { homedir, username } = userInfo();
  return {
    ...given,
    home: environment['HOME'] ?? homedir,
    account: username,
    agentSocket: environment['SSH_AUTH_SOCK'] ?? null,
  };
}

/** Throws, with every reason, when what the SSH configuration asks for cannot be honoured. `field` names the host. */
export function planSsh(field: string, settings: SshSettings): SshPlan {
  const planned = planConnection(settings);
  if (planned.ok) return planned.plan;
  throw new Error(`${field} cannot be used as it is set up: ${planned.problems.join('; ')}`);
}
