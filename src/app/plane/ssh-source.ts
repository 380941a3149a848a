/** The second way to the evidence, where the configuration names a host for it. */
import type { OrreryConfig } from '../../config/resolve.ts';
import type { SshSettings } from '../../evidence-sync/ssh/plan.ts';
import { createSshSource, type SshSource } from '../../evidence-sync/ssh/ssh-source.ts';
import type { AppOptions } from '../options.ts';
import { planSsh, sshSettingsFrom } from './ssh-plan.ts';

/** What the configuration and the account of this process say of the host; null: none is configured. */
export function sshSettingsOf(
  { evidenceSync }: Pick<OrreryConfig, 'evidenceSync'>,
  environment: AppOptions['environment'],
): SshSettings | null {
  if (evidenceSync.sshHost === null || evidenceSync.remoteRoot === null) return null;
  const given = {
    host: evidenceSync.sshHost,
    remoteRoot: evidenceSync.remoteRoot,
    configPath: evidenceSync.sshConfigPath,
    hostKey: evidenceSync.sshHostKey,
  };
  return sshSettingsFrom(given, environment);
}

/** Throws, with every reason, when what the SSH configuration asks for cannot be honoured. */
export function openSshSource(
  config: OrreryConfig,
  { environment, clock }: Pick<AppOptions, 'environment' | 'clock'>,
): SshSource | null {
  const settings = sshSettingsOf(config, environment);
  if (settings === null) return null;
  planSsh('paper_evidence_sync_ssh_host', settings);
  return createSshSource({ settings, timeoutMs: config.evidenceSync.timeoutMs, clock });
}
