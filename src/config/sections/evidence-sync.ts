/** How evidence of a run comes from the worker to the control plane. */
import { boolean, optionalText, seconds } from '../field.ts';
import { defineSection } from '../section.ts';
import { sshConfigPath, sshHost, sshHostKey } from '../ssh-fields.ts';

/** Resolved as `OrreryConfig.evidenceSync`. `ssh_host` and `remote_root` are set together, or neither. */
export const evidenceSyncSection = defineSection({
  title: 'Evidence sync',
  about:
    'Evidence is fetched over the worker gate first; the SSH fields add a second way for when that does not bring the required files.',
  prefix: 'paper_evidence_sync_',
  shape: {
    paper_evidence_sync_enabled: boolean({
      about: 'Fetches evidence before a paper is drafted or rewritten.',
      fallback: false,
    }),
    paper_evidence_sync_ssh_host: sshHost({
      about: 'Host, or user@host, for the fallback over SSH.',
      whenUnset: 'there is no fallback over SSH',
    }),
    paper_evidence_sync_remote_root: optionalText({
      about: 'Absolute path of the project root on that host.',
      whenUnset: 'there is no fallback over SSH',
      pattern: /^\/(?!(?:.*\/)?\.\.(?:\/|$))/,
      expected: 'must be an absolute path without ".."',
    }),
    paper_evidence_sync_ssh_config_path: sshConfigPath(),
    paper_evidence_sync_ssh_host_key: sshHostKey(),
    paper_evidence_sync_timeout_sec: seconds({
      about: 'How long the whole transfer may take, by each of the two ways.',
      min: 1,
      max: 3600,
      fallback: 120,
    }),
  },
});
