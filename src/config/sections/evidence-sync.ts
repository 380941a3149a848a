/** How evidence of a run comes from the worker to the control plane. */
import { boolean, optionalPath, optionalText, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

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
    paper_evidence_sync_ssh_host: optionalText({
      about: 'Host, or user@host, for the fallback over SSH.',
      whenUnset: 'there is no fallback over SSH',
      pattern: /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
      expected: 'must be a host name or user@host',
    }),
    paper_evidence_sync_remote_root: optionalText({
      about: 'Absolute path of the project root on that host.',
      whenUnset: 'there is no fallback over SSH',
      pattern: /^\/(?!(?:.*\/)?\.\.(?:\/|$))/,
      expected: 'must be an absolute path without ".."',
    }),
    paper_evidence_sync_ssh_config_path: optionalPath({
      about: 'OpenSSH client configuration with port, key and known hosts for that host.',
      whenUnset: "the account's own SSH configuration is used",
    }),
    paper_evidence_sync_ssh_host_key: optionalText({
      about:
        'Fingerprint that the key of that host must have, as `ssh-keygen -l` prints it (`SHA256:` and 43 characters).',
      whenUnset: 'the key must stand in the known hosts',
      pattern: /^SHA256:[A-Za-z0-9+/]{43}$/,
      expected: 'must be "SHA256:" and 43 characters, as ssh-keygen -l prints it',
    }),
    paper_evidence_sync_timeout_sec: seconds({
      about: 'How long the whole transfer may take, by each of the two ways.',
      min: 1,
      max: 3600,
      fallback: 120,
    }),
  },
});
