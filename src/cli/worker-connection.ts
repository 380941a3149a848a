/** The command line's way to a worker gate: its client, with every failure turned into words. */
import { systemClock } from '../lib/clock.ts';
import {
  createWorkerClient,
  type WorkerClient,
  type WorkerResult,
} from '../worker-client/client.ts';
import { type CommandInput, exitCodes } from './command.ts';
import { CommandFailure, explainFailure } from './failure.ts';
import { problemLines, toProblem } from './problem.ts';
import { addressVariables, findWorkerGate, type ServiceAddress } from './service-address.ts';

interface WorkerConnection {
  readonly address: ServiceAddress;
  /** What one call brought; throws `CommandFailure` for anything but a well-formed reply. */
  call<Value>(request: (gate: WorkerClient) => Promise<WorkerResult<Value>>): Promise<Value>;
}

const replyMsMax = 60_000;

/** Connects as options, environment and configuration say; explains what goes wrong in `work`. */
export function withWorkerGate(
  input: CommandInput,
  work: (connection: WorkerConnection) => Promise<number>,
): Promise<number> {
  return explainFailure(input.io, { json: input.options['json'] === true }, async () => {
    const address = findWorkerGate(input);
    const client = createWorkerClient({
      baseUrl: address.baseUrl,
      bearerToken: address.token,
      timeoutMs: replyMsMax,
      clock: systemClock,
    });
    try {
      return await work({
        address,
        call: async (request) => unwrap(await request(client), address),
      });
    } finally {
      await client.close();
    }
  });
}

function unwrap<Value>(result: WorkerResult<Value>, address: ServiceAddress): Value {
  if (result.kind === 'ok') return result.value;
  if (result.kind === 'refused') {
    const { status, code, detail, problem } = result;
    const hints = hintsFor(code, address);
    const read = toProblem(problem);
    throw new CommandFailure(exitCodes.failed, `${status} ${code}: ${detail}`, {
      lines: read === undefined ? hints : problemLines(read, hints),
      reply: problem,
    });
  }
  const lines =
    result.kind === 'not_sent'
      ? [`is the gate running there? Name another with --url or ${addressVariables.url}`]
      : ['it may have been done all the same: look with `orrery worker runs` before you repeat it'];
  throw new CommandFailure(
    exitCodes.unreachable,
    `the worker gate at ${address.baseUrl} gave no answer: ${result.error}`,
    { lines },
  );
}

function hintsFor(code: string, { tokenFrom, baseUrl }: ServiceAddress): string[] {
  if (code === 'unauthorized')
    return [
      `the token was not accepted; it came from ${tokenFrom}. A gate takes its worker_wake_gate_bearer_token`,
    ];
  if (code === 'not_found')
    return [`${baseUrl} is no worker gate, or one of an older version than this program`];
  return [];
}
