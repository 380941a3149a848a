/** What can be seen of the running service: that the port is ours, health, transport, workers. */
import { createServer } from 'node:net';
import type { OrreryConfig } from '../../config/resolve.ts';
import { controlPlaneService, workerGateService } from '../../domain/product.ts';
import { asText } from '../../lib/as-text.ts';
import { hostPort } from '../../lib/host-port.ts';
import { findSystemTrouble, systemFact } from '../../lib/system-words.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { type Row, rowOf } from '../output/rows.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/** Clocks further apart than this are worth a word. */
const clockGapMsMax = 5000;

/** Whether the address is free, ours, or somebody else's. */
export interface Presence {
  readonly running: boolean;
  readonly finding: Finding;
}

/** Asks the address of the configuration who is there; tries to bind it when nobody answers. */
export async function lookForService(
  config: OrreryConfig,
  connection: Connection | null,
  nowMs: number,
): Promise<Presence> {
  const { listenHost, listenPort } = config.service;
  const address = hostPort(listenHost, listenPort);
  const absent = (finding: Finding): Presence => ({ running: false, finding });
  if (connection === null || listenPort === 0)
    return absent(fine('port', 'listen_port is 0: a free one is taken at each start'));
  const health = await connection
    .call<Row>((api) => api.GET('/healthz'), { timeoutMs: 10_000 })
    .then(({ data }) => data)
    .catch((error: unknown) => {
      if (error instanceof CommandFailure) return null;
      throw error;
    });
  const service = asText(health?.['service']);
  if (service === workerGateService || service === controlPlaneService)
    return { running: true, finding: checkClocks(address, asText(health?.['timestamp']), nowMs) };
  const taken = await whyNotFree(listenHost, listenPort);
  if (taken === null) return absent(fine('port', `${address} is free: the service is not running`));
  const trouble = findSystemTrouble(taken);
  return absent(
    trouble === null
      ? problem('port', `${address} cannot be listened on: ${taken.message}`, 'choose another')
      : problem('port', systemFact(trouble), `${trouble.remedy} (listen_port)`),
  );
}

function checkClocks(address: string, timestamp: string, nowMs: number): Finding {
  const gapMs = Math.abs(Date.parse(timestamp) - nowMs);
  const seen = `an Orrery service answers at ${address}`;
  if (gapMs > clockGapMsMax)
    return warning(
      'port',
      `${seen}, whose clock is ${Math.round(gapMs / 1000)} s away from this program's`,
      'compare the clocks; ages that people see are counted by the service',
    );
  return fine('port', seen);
}

/** Null when the address can be bound, else what stands against it. */
function whyNotFree(host: string, port: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Health, transport and the preflight of every worker, as the running service tells them. */
export async function examineService(
  config: OrreryConfig,
  connection: Connection,
): Promise<Finding[]> {
  if (config.service.role === 'worker') return [];
  const health = await ask(connection, 'health', (call) =>
    call<Row>((api) => api.GET('/control/health')),
  );
  if ('finding' in health) return [health.finding];
  const transport = rowOf(health.reply['transport']);
  const reason = asText(transport['reason']);
  const findings = [
    fine('health', `control plane on ${asText(health.reply['store_backend'])}`),
    transport['name'] === 'node'
      ? warning(
          'service transport',
          reason,
          'docs/operations.md says how to get an official build of uWebSockets.js, which is faster',
        )
      : fine('service transport', reason),
  ];
  if (health.reply['store_backend'] === 'hosted_readonly')
    return [...findings, fine('workers', 'not asked: this control plane only reads')];
  for (const name of Object.keys(config.workers.targets))
    findings.push(await checkWorker(connection, name));
  return findings;
}

async function checkWorker(connection: Connection, name: string): Promise<Finding> {
  const title = `worker ${name}`;
  const body = { machine_target: name, require_paused: false };
  const preflight = await ask(connection, title, (call) =>
    call<Row>((api) => api.POST('/control/api/preflight', { body })),
  );
  if ('finding' in preflight) return preflight.finding;
  const summary = asText(preflight.reply['summary']);
  if (preflight.reply['ok'] === true) return fine(title, summary);
  // Checks fail too while it does what it was told to: whether it is well is said by its row.
  const row = await ask(connection, title, (call) =>
    call<Row>((api) => api.GET('/control/api/v1/workers/{name}', { params: { path: { name } } })),
  );
  if ('finding' in row) return row.finding;
  const health = rowOf(rowOf(row.reply['worker'])['health']);
  return health['status'] === 'healthy'
    ? fine(title, `healthy and at work: ${summary}`)
    : warning(title, summary, 'nothing is dispatched to it until its failed checks pass');
}

async function ask(
  { call }: Connection,
  name: string,
  request: (call: Connection['call']) => Promise<{ readonly data: Row }>,
): Promise<{ readonly reply: Row } | { readonly finding: Finding }> {
  try {
    return { reply: (await request(call)).data };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { finding: problem(name, error.message, error.lines[0] ?? 'look into its log') };
  }
}
