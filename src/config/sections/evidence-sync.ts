/** How evidence of a run comes from the worker to the control plane. */
import { boolean, optionalPath, optionalText, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/**
 * Resolved as `OrreryConfig.evidenceSync`. `unsupported.ts` says which of the fields this version
 * refuses.
 */
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
    paper_evidence_sync_timeout_sec: seconds({
      about: 'How long the whole transfer may take.',
      min: 1,
      max: 3600,
      fallback: 120,
    }),
  },
});
