/** Where the service runs, in which role, and where it keeps things. */
import { roles } from '../../domain/statuses.ts';
import {
  boolean,
  choice,
  integer,
  optionalPath,
  optionalText,
  requiredPath,
  text,
} from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.service`. The two required folders must lie apart (`checkFolders`). */
export const serviceSection = defineSection({
  title: 'Service',
  about: 'Role, address and folders of this process.',
  shape: {
    role: choice({
      about:
        'Which half this process is: the control plane, the worker gate of a GPU machine, or both.',
      choices: roles,
      fallback: 'all',
    }),
    listen_host: text({
      about: 'Address to listen on; 127.0.0.1 keeps the service on this machine.',
      fallback: '0.0.0.0',
      // An IPv6 address has two colons at least; with one it would be a host and a port.
      pattern: /^(?:[\w.-]+|[\da-f]*:[\da-f]*:[\w:.%-]*)$/i,
      expected: 'must be an address or a host name of this machine alone, such as 127.0.0.1 or ::1',
    }),
    listen_port: integer({
      about: 'Port to listen on; 0 takes a free one and prints it.',
      min: 0,
      max: 65_535,
      fallback: 8787,
    }),
    state_dir: requiredPath({
      about:
        'Folder for databases, papers and everything else the service writes for itself; neither it nor project_root may lie in the other.',
    }),
    project_root: requiredPath({
      about:
        'Folder that holds one folder per project; nothing outside it is read or written for a project.',
    }),
    log_events: boolean({
      about: 'Writes one log line for every audit event.',
      fallback: true,
    }),
    http_transport: choice({
      about:
        'What serves HTTP: `uws` is uWebSockets.js, `node` is the slower `node:http`; `auto` takes the first where it loads.',
      choices: ['auto', 'uws', 'node'],
      fallback: 'auto',
    }),
    uws_dir: optionalPath({
      about:
        'Folder with the binaries of an official release of uWebSockets.js, to be used before the shipped one; it needs `uws_sha256`.',
      whenUnset: 'the shipped one, or `node:http` where that has no binary',
    }),
    uws_sha256: optionalText({
      about:
        'SHA-256 of the binary in `uws_dir` for this machine and this Node; one with another sum is not loaded.',
      whenUnset: 'none, as `uws_dir`',
      pattern: /^[0-9a-f]{64}$/,
      expected: 'must be 64 hexadecimal digits in lower case, as sha256sum prints them',
    }),
  },
});
