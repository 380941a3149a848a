/** `orrery workers …`: how the workers are, and what to do about those that are not well. */
import { asText } from '../../lib/as-text.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Connection, withConnection } from '../connection.ts';
import { formatAge } from '../output/age.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf, statusCell } from '../output/rows.ts';

/** `orrery workers [list]`; `--refresh` asks each first. */
export const list: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const { data } = await call<Row>((api) => api.GET('/control/api/v1/workers'));
    const shown = wantsRefresh(input) ? await refreshAll(call, data) : data;
    if (wantsJson(input)) printJson(input, shown);
    else printWorkers(createPrinter(input), shown);
    return exitCodes.ok;
  });

/** `orrery workers show NAME`; status 1 when a person must look after it. */
export const show: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const params = { path: { name: input.args[0] ?? '' } };
    const { data } = wantsRefresh(input)
      ? await call<Row>((api) => api.POST('/control/api/v1/workers/{name}/refresh', { params }))
      : await call<Row>((api) => api.GET('/control/api/v1/workers/{name}', { params }));
    if (wantsJson(input)) printJson(input, data);
    else printWorker(createPrinter(input), data);
    const { trouble } = rowOf(rowOf(data['worker'])['health']);
    return typeof trouble === 'string' ? exitCodes.failed : exitCodes.ok;
  });

/** `orrery workers retry-callbacks NAME [--run RUN]`. */
export const retryCallbacks: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const run = input.options['run'];
    const { data } = await call<Row>((api) =>
      api.POST('/control/api/v1/workers/{name}/callbacks/retry', {
        params: { path: { name: input.args[0] ?? '' } },
        body: typeof run === 'string' ? { run_id: run } : {},
      }),
    );
    if (wantsJson(input)) printJson(input, data);
    else printRetry(createPrinter(input), data);
    return exitCodes.ok;
  });

const wantsRefresh = ({ options }: CommandInput): boolean => options['refresh'] === true;

/** All at once; the service bounds how long each may take. */
async function refreshAll(call: Connection['call'], listed: Row): Promise<Row> {
  const replies = await Promise.all(
    rowsOf(listed['workers']).map(async (worker) => {
      const params = { path: { name: asText(worker['name']) } };
      return call<Row>((api) => api.POST('/control/api/v1/workers/{name}/refresh', { params }));
    }),
  );
  return { ...listed, workers: replies.map(({ data }) => data['worker']) };
}

function printWorkers(printer: Printer, reply: Row): void {
  const now = reply['generated_at'];
  const workers = rowsOf(reply['workers']);
  printer.table(
    [
      { title: 'WORKER', cellsMin: 8 },
      { title: 'STATUS' },
      { title: 'SINCE' },
      { title: 'SEEN' },
      { title: 'RUN', cellsMin: 12 },
      { title: 'WAITING', align: 'right' },
      { title: 'ADDRESS', cellsMin: 12 },
      { title: 'WHY', cellsMin: 20 },
    ],
    workers.map((worker) => {
      const health = rowOf(worker['health']);
      return [
        cellOf(worker, 'name'),
        statusCell(health, 'status'),
        formatAge(health['since'], now),
        formatAge(health['observed_at'], now) ?? 'never',
        cellOf(rowOf(worker['active']), 'run_id'),
        cellOf(rowOf(worker['waiting']), 'count'),
        cellOf(worker, 'url'),
        cellOf(health, 'trouble') ?? cellOf(health, 'reason'),
      ];
    }),
    'None is configured: set worker_wake_gate_url or worker_targets.',
  );
  const advised = workers.filter(({ advice }) => typeof advice === 'string');
  if (advised.length > 0) printer.title('What to do');
  for (const worker of advised)
    printer.line(`${asText(worker['name'])}: ${asText(worker['advice'])}`);
}

function printWorker(printer: Printer, reply: Row): void {
  const now = reply['generated_at'];
  const worker = rowOf(reply['worker']);
  const health = rowOf(worker['health']);
  const active = rowOf(worker['active']);
  const callbacks = rowOf(worker['callbacks']);
  printer.fields([
    ['worker', cellOf(worker, 'name')],
    ['address', cellOf(worker, 'url')],
    ['role', cellOf(worker, 'role')],
    ['shares its lane with', namesOf(worker['shares_lane_with'])],
    ['status', statusCell(health, 'status')],
    ['since', formatAge(health['since'], now)],
    ['why', cellOf(health, 'reason')],
    ['failures in a row', cellOf(health, 'consecutive_failures')],
    ['last passed', formatAge(health['last_success_at'], now)],
    ['last seen', formatAge(health['observed_at'], now) ?? 'never'],
    ['runs', cellOf(active, 'run_id')],
    ['waiting', cellOf(rowOf(worker['waiting']), 'count')],
    ['nothing goes because', cellOf(rowOf(worker['blocked_by']), 'reason')],
    ['classes', classesOf(worker)],
    ['callbacks waiting', cellOf(callbacks, 'waiting')],
    ['callbacks refused', cellOf(callbacks, 'parked')],
  ]);
  printChecks(printer, worker);
  printGpus(printer, worker);
  printer.title('Changes');
  printer.table(
    [{ title: 'WHEN' }, { title: 'WHAT', cellsMin: 20 }],
    rowsOf(reply['history'])
      .slice(0, 10)
      .map((event) => [formatAge(event['at'], now), cellOf(event, 'sentence')]),
    'None.',
  );
  printer.title('What to do');
  printer.line(asText(worker['advice'], 'Nothing.'));
}

function printChecks(printer: Printer, worker: Row): void {
  const down = rowOf(worker['health'])['status'] === 'unreachable';
  printer.title(down ? 'Checks when it last answered' : 'Checks of the last preflight');
  printer.table(
    [{ title: 'CHECK' }, { title: 'OK' }, { title: 'WHAT WAS SEEN', cellsMin: 20 }],
    rowsOf(worker['checks']).map((check) => [
      cellOf(check, 'name'),
      check['ok'] === true ? 'yes' : check['advice'] === true ? 'warns' : 'no',
      cellOf(check, 'detail'),
    ]),
    'It was never looked at, or never answered.',
  );
}

function printGpus(printer: Printer, worker: Row): void {
  const down = rowOf(worker['health'])['status'] === 'unreachable';
  printer.title(down ? 'GPUs when it last answered' : 'GPUs');
  printer.table(
    [
      { title: 'GPU', align: 'right' },
      { title: 'NAME' },
      { title: 'USE %', align: 'right' },
      { title: 'MEMORY MIB', align: 'right' },
      { title: 'PROCESSES', align: 'right' },
    ],
    rowsOf(worker['gpus']).map((gpu) => [
      cellOf(gpu, 'index'),
      `${asText(gpu['name'])}${gpu['partitioned'] === true ? ' (MIG)' : ''}`,
      cellOf(gpu, 'utilization_pct') ?? 'unknown',
      cellOf(gpu, 'memory_used_mib') ?? 'unknown',
      Array.isArray(gpu['compute_pids']) ? gpu['compute_pids'].length : 'unknown',
    ]),
    Array.isArray(worker['gpus']) ? 'It has none.' : 'Unknown.',
  );
}

const namesOf = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : null;

function classesOf(worker: Row): string | null {
  const classes = rowsOf(worker['classes']);
  const words = classes.map(
    (one) => `${asText(one['workload_class'])}${one['rule'] === 'default' ? ' (by default)' : ''}`,
  );
  return namesOf(words);
}

function printRetry(printer: Printer, reply: Row): void {
  const answer = rowOf(reply['answer']);
  const what =
    typeof answer['result'] === 'string'
      ? asText(answer['result']).replaceAll('_', ' ')
      : `${cellOf(answer, 'retried') ?? 0} retried, ${cellOf(answer, 'hurried') ?? 0} hurried${answer['has_more'] === true ? '; there are more, repeat the command' : ''}`;
  printer.line(`Worker ${asText(reply['worker'])}: ${what}.`);
}
