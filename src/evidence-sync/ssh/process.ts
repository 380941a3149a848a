/** The process that fetches evidence over SSH: deciphering, unpacking and hashing hold nobody else up in it. */
import { openProcessPort } from '../../lib/process-port.ts';
import { servePool } from '../../lib/serve-pool.ts';
import { fetchOverSsh, type SshTask } from './fetch.ts';

const { port } = openProcessPort<null>();

servePool(port, ({ args }) => fetchOverSsh(args[0] as SshTask));
