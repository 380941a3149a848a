/** The fields of a host that is reached over SSH, under the name that each use gives them. */
import { optionalPath, optionalText } from './field.ts';

/** Host, or user@host; all that is not said here stands in the SSH configuration. */
export const sshHost = (options: { readonly about: string; readonly whenUnset: string }) =>
  optionalText({
    ...options,
    pattern: /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
    expected: 'must be a host name or user@host',
  });

/** Where port, user, key and known hosts are said. */
export const sshConfigPath = () =>
  optionalPath({
    about: 'OpenSSH client configuration with port, key and known hosts for that host.',
    whenUnset: "the account's own SSH configuration is used",
  });

/** What the host must show. */
export const sshHostKey = () =>
  optionalText({
    about:
      'Fingerprint that the key of that host must have, as `ssh-keygen -l` prints it (`SHA256:` and 43 characters).',
    whenUnset: 'the key must stand in the known hosts',
    pattern: /^SHA256:[A-Za-z0-9+/]{43}$/,
    expected: 'must be "SHA256:" and 43 characters, as ssh-keygen -l prints it',
  });
