/**
 * The command line's way to a bench: that of the control plane, or of a worker gate. Both take the same
 * requests under addresses of their own, so commands name the control plane's routes.
 */
import { controlBench, gateBench } from '../control/common/index.ts';
import type { CommandInput } from './command.ts';
import { type Connection, connect } from './connection.ts';
import { explainFailure } from './failure.ts';
import { textOption } from './options.ts';
import {
  configurationWord,
  findConfiguredWorker,
  findService,
  findWorkerGate,
  isGateAlone,
} from './service-address.ts';

/**
 * Connects to the gate that `--worker` names, else to the service: its control plane, or its gate
 * where it has nothing else.
 */
export function withBench(
  input: CommandInput,
  work: (connection: Connection) => Promise<number>,
): Promise<number> {
  return explainFailure(input.io, { json: input.options['json'] === true }, async () => {
    const worker = textOption(input, 'worker');
    const isAlone = worker === undefined && isGateAlone(input);
    const address =
      worker !== undefined
        ? findConfiguredWorker(input, worker)
        : isAlone
          ? findWorkerGate(input)
          : findService(input);
    const connection = connect(address);
    const isElsewhere = address.urlFrom !== configurationWord;
    const isGate =
      worker !== undefined || (isElsewhere ? (await connection.role()) === 'worker' : isAlone);
    const { send } = connection;
    return work({
      ...connection,
      send: isGate ? ({ route, ...more }) => send({ route: toGate(route), ...more }) : send,
    });
  });
}

/** The same requests and replies, as one table defines both. */
const toGate = (route: string): string =>
  route
    .replace(controlBench.bench, gateBench.bench)
    .replace(controlBench.supervision, gateBench.supervision);
