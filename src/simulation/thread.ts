/** A thread that plays one simulation. It says which day is over, and in the end what came of it. */
import { workerData } from 'node:worker_threads';
import { toRemoteError } from '../lib/remote-error.ts';
import type { ThreadData } from '../lib/worker-thread.ts';
import type { PlayedOptions, ThreadMessage } from './in-thread.ts';
import { simulate } from './simulate.ts';

const { port, data } = workerData as ThreadData<PlayedOptions>;
const say = (message: ThreadMessage): void => port.postMessage(message);

// Whoever started it has the report then: an end that overtook it would look like a fall.
port.once('message', () => port.close());

void simulate({ ...data, onDay: (day, events) => say({ day, events }) }).then(
  (report) => say({ report }),
  (error: unknown) => say({ error: toRemoteError(error) }),
);
