/** `orrery workers …`: how the workers are, and what to do about those that are not well. */
import { asText } from '../../lib/as-text.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { Connection } from '../connection.ts';
import { formatAge } from '../output/age.ts';
import type { Printer } from '../output/print.ts';
import { age, cellOf, type Row, rowOf, rowsOf, statusCell } from '../output/rows.ts';
import { type RouteArgument, type RouteOption, routeCommand } from '../route-command.ts';

const worker: RouteArgument = { name: '<name>', about: 'its name in the configuration' };
const refresh: RouteOption = {
  flags: '--refresh',
  about: 'ask now instead of showing the last look',
  member: null,
};

/** `list` and `show` tell of the last look unless `--refresh` asks the workers themselves. */
export const workersCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['workers', 'list'],
    isDefault: true,
    about: 'List the workers: health and since when, what runs, what waits, what to do.',
    route: 'GET /control/api/v1/workers',
    options: [refresh],
    complete: async (listed, input, connection) =>
      wantsRefresh(input) ? refreshAll(listed, connection) : listed,
    show: printWorkers,
  }),
  routeCommand({
    words: ['workers', 'show'],
    about: 'Show one worker with its checks, GPUs, routes and the changes of its health.',
    route: (input) => (wantsRefresh(input) ? refreshRoute : 'GET /control/api/v1/workers/{name}'),
    args: [worker],
    options: [refresh],
    by: null,
    notes: 'Ends with status 1 when a person must look after it.',
    show: printWorker,
    isOk: (reply) => typeof rowOf(rowOf(reply['worker'])['health'])['trouble'] !== 'string',
  }),
  routeCommand({
    words: ['workers', 'retry-callbacks'],
    about: 'Have a worker deliver again what this control plane refused.',
    route: 'POST /control/api/v1/workers/{name}/callbacks/retry',
    args: [worker],
    options: [
      { flags: '--run <run_id>', about: 'only the callbacks of this run', member: 'run_id' },
    ],
    by: null,
    say: retryWords,
  }),
];

const refreshRoute = 'POST /control/api/v1/workers/{name}/refresh';
const wantsRefresh = ({ options }: CommandInput): boolean => options['refresh'] === true;

/** All at once; the service bounds how long each may take. */
async function refreshAll(listed: Row, { send }: Connection): Promise<Row> {
  const replies = await Promise.all(
    rowsOf(listed['workers']).map(({ name }) => send<Row>({ route: refreshRoute, path: { name } })),
  );
  return { ...listed, workers: replies.map(({ data }) => data['worker']) };
}

const healthOf = (shown: Row): Row => rowOf(shown['health']);
const seenAt = (health: Row, now: unknown) => formatAge(health['observed_at'], now) ?? 'never';

function printWorkers(reply: Row, printer: Printer): void {
  const workers = rowsOf(reply['workers']);
  printer.rows(
    [
      { title: 'WORKER', of: 'name', cellsMin: 8 },
      { title: 'STATUS', of: (row) => statusCell(healthOf(row), 'status') },
      { title: 'SINCE', of: (row, now) => formatAge(healthOf(row)['since'], now) },
      { title: 'SEEN', of: (row, now) => seenAt(healthOf(row), now) },
      { title: 'RUN', of: (row) => cellOf(rowOf(row['active']), 'run_id'), cellsMin: 12 },
      { title: 'WAITING', of: (row) => cellOf(rowOf(row['waiting']), 'count'), align: 'right' },
      { title: 'ADDRESS', of: 'url', cellsMin: 12 },
      {
        title: 'WHY',
        of: (row) => cellOf(healthOf(row), 'trouble') ?? cellOf(healthOf(row), 'reason'),
        cellsMin: 20,
      },
    ],
    workers,
    'None is configured: set worker_wake_gate_url or worker_targets.',
    reply['generated_at'],
  );
  const advised = workers.filter(({ advice }) => typeof advice === 'string');
  if (advised.length > 0) printer.title('What to do');
  for (const { name, advice } of advised) printer.line(`${asText(name)}: ${asText(advice)}`);
}

function printWorker(reply: Row, printer: Printer): void {
  const now = reply['generated_at'];
  const shown = rowOf(reply['worker']);
  const health = rowOf(shown['health']);
  const active = rowOf(shown['active']);
  const callbacks = rowOf(shown['callbacks']);
  printer.fields([
    ['worker', cellOf(shown, 'name')],
    ['address', cellOf(shown, 'url')],
    ['role', cellOf(shown, 'role')],
    ['shares its lane with', namesOf(shown['shares_lane_with'])],
    ['status', statusCell(health, 'status')],
    ['since', formatAge(health['since'], now)],
    ['why', cellOf(health, 'reason')],
    ['failures in a row', cellOf(health, 'consecutive_failures')],
    ['last passed', formatAge(health['last_success_at'], now)],
    ['last seen', seenAt(health, now)],
    ['runs', cellOf(active, 'run_id')],
    ['waiting', cellOf(rowOf(shown['waiting']), 'count')],
    ['nothing goes because', cellOf(rowOf(shown['blocked_by']), 'reason')],
    ['classes', classesOf(shown)],
    ['callbacks waiting', cellOf(callbacks, 'waiting')],
    ['callbacks refused', cellOf(callbacks, 'parked')],
  ]);
  printChecks(printer, shown);
  printGpus(printer, shown);
  printer.title('Changes');
  printer.rows(
    [
      { title: 'WHEN', of: age('at') },
      { title: 'WHAT', of: 'sentence', cellsMin: 20 },
    ],
    rowsOf(reply['history']).slice(0, 10),
    'None.',
    now,
  );
  printer.title('What to do');
  printer.line(asText(shown['advice'], 'Nothing.'));
}

function printChecks(printer: Printer, shown: Row): void {
  const down = rowOf(shown['health'])['status'] === 'unreachable';
  printer.title(down ? 'Checks when it last answered' : 'Checks of the last preflight');
  printer.rows(
    [
      { title: 'CHECK', of: 'name' },
      {
        title: 'OK',
        of: ({ ok, advice }) => (ok === true ? 'yes' : advice === true ? 'warns' : 'no'),
      },
      { title: 'WHAT WAS SEEN', of: 'detail', cellsMin: 20 },
    ],
    shown['checks'],
    'It was never looked at, or never answered.',
  );
}

function printGpus(printer: Printer, shown: Row): void {
  const down = rowOf(shown['health'])['status'] === 'unreachable';
  printer.title(down ? 'GPUs when it last answered' : 'GPUs');
  const known = (name: string) => (gpu: Row) => cellOf(gpu, name) ?? 'unknown';
  printer.rows(
    [
      { title: 'GPU', of: 'index', align: 'right' },
      {
        title: 'NAME',
        of: ({ name, partitioned }) => `${asText(name)}${partitioned === true ? ' (MIG)' : ''}`,
      },
      { title: 'USE %', of: known('utilization_pct'), align: 'right' },
      { title: 'MEMORY MIB', of: known('memory_used_mib'), align: 'right' },
      {
        title: 'PROCESSES',
        of: ({ compute_pids: pids }) => (Array.isArray(pids) ? pids.length : 'unknown'),
        align: 'right',
      },
    ],
    shown['gpus'],
    Array.isArray(shown['gpus']) ? 'It has none.' : 'Unknown.',
  );
}

const namesOf = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : null;

function classesOf(shown: Row): string | null {
  const classes = rowsOf(shown['classes']);
  const words = classes.map(
    (one) => `${asText(one['workload_class'])}${one['rule'] === 'default' ? ' (by default)' : ''}`,
  );
  return namesOf(words);
}

function retryWords(reply: Row): string {
  const { result, retried, hurried, has_more: hasMore } = rowOf(reply['answer']);
  const what =
    typeof result === 'string'
      ? result.replaceAll('_', ' ')
      : `${Number(retried ?? 0)} retried, ${Number(hurried ?? 0)} hurried${hasMore === true ? '; there are more, repeat the command' : ''}`;
  return `Worker ${asText(reply['worker'])}: ${what}.`;
}
