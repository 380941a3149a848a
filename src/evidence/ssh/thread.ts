/** The thread that fetches evidence over SSH: deciphering, unpacking and hashing hold nobody else up in it. */
import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lib/low-priority.ts';
import { servePool } from '../../lib/serve-pool.ts';
import type { ThreadData } from '../../lib/worker-thread.ts';
import { fetchOverSsh, type SshTask } from './fetch.ts';

const { port } = workerData as ThreadData<null>;

lowerThreadPriority();

servePool(port, ({ args }) => fetchOverSsh(args[0] as SshTask));
