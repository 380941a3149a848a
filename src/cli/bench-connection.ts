/**
 * The command line's way to a bench: that of the control plane, or of a worker gate. Both take the same
 * requests under addresses of their own, so commands write the control plane's.
 */
import type { paths } from '../client/schema.ts';
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

type BenchPath = Extract<
  keyof paths,
  `/control/api/v1/bench${string}` | '/control/api/v1/supervision'
>;

export interface BenchConnection extends Connection {
  /** The address that is meant, where another bench has another one. */
  at<Path extends BenchPath>(path: Path): Path;
}

/**
 * Connects to the gate that `--worker` names, else to the service: its control plane, or its gate
 * where it has nothing else.
 */
export function withBench(
  input: CommandInput,
  work: (connection: BenchConnection) => Promise<number>,
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
    return work({ ...connection, at: isGate ? toGatePath : (path) => path });
  });
}

function toGatePath<Path extends BenchPath>(path: Path): Path {
  const own = path.startsWith(controlBench.bench)
    ? path.replace(controlBench.bench, gateBench.bench)
    : gateBench.supervision;
  // The same requests and replies, as one table defines both.
  return own as Path;
}
