/** `orrery run …`: the runs as a list, one of them, the log of one as it is written, its telemetry as a table of small bars, its processes. */
import { runStates } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import { jsonOptions } from '../options.ts';
import type { Printer } from '../output/print.ts';
import { age, type Row, rowOf, rowsOf, status, tags } from '../output/rows.ts';
import { gapMark, sparkline } from '../output/sparkline.ts';
import { moment, routeCommand, sort } from '../route-command.ts';
import { runId, runProcessCommands } from './run-processes.ts';
import { runShowCommand } from './run-show.ts';

/** Buckets of the table; as many signs as a usual terminal has room for. */
const pointsMax = 60;
const pointsMin = 10;
/** Cells of the other columns. */
const otherCells = 62;

/** What is shown of the machine and of the run, in this order; each GPU adds its own. */
const shown: Readonly<Record<string, { readonly title: string; readonly unit: string }>> = {
  cpu_pct: { title: 'CPU', unit: '%' },
  memory_available_mib: { title: 'memory available', unit: 'MiB' },
  utilization_pct: { title: 'use', unit: '%' },
  memory_used_mib: { title: 'memory', unit: 'MiB' },
  power_w: { title: 'power', unit: 'W' },
  temperature_c: { title: 'temperature', unit: '°C' },
  sm_clock_mhz: { title: 'clock', unit: 'MHz' },
  alive: { title: 'processes', unit: '' },
  rss_mib: { title: 'memory', unit: 'MiB' },
  read_mib_s: { title: 'reads', unit: 'MiB/s' },
  write_mib_s: { title: 'writes', unit: 'MiB/s' },
};

/** Sign of each idle state. */
const stateSigns: Readonly<Record<string, string>> = {
  warming: 'w',
  busy: 'b',
  quiet_candidate: 'q',
  idle: 'I',
  timed_out: 'T',
  sensor_unknown: '?',
  suspect_sensor: '!',
};

const log: CommandSpec = {
  words: ['run', 'log'],
  about: 'Show the log of a run, from its worker.',
  args: [runId],
  options: [
    { flags: '--follow', about: 'go on with what is written, until the run is over' },
    { flags: '--tail <lines>', about: 'begin with the last lines, 1 to 10000' },
    ...jsonOptions('print each piece as a JSON line'),
  ],
  load: async () => ({ run: (await import('./run-log.ts')).run }),
};

const telemetry: CommandSpec = routeCommand({
  words: ['run', 'telemetry'],
  about: 'Show CPU, GPU, memory, power and idle state of a run over time.',
  route: 'GET /control/api/v1/runs/{run_id}/telemetry',
  args: [runId],
  also: pointsOf,
  show: printTelemetry,
});

const list: CommandSpec = routeCommand({
  words: ['run', 'list'],
  isDefault: true,
  about: 'List the runs, newest change first.',
  route: 'GET /control/api/v1/runs',
  options: [
    { flags: '--state <state>', about: 'only runs in this state', choices: runStates },
    sort,
    moment,
  ],
  list: {
    of: 'run',
    columns: [
      { title: 'RUN', of: 'run_id', cellsMin: 20 },
      { title: 'TITLE', of: 'project_name', cellsMin: 12 },
      { title: 'STATE', of: status('state') },
      { title: 'WORKER', of: 'worker_target', cellsMin: 7 },
      { title: 'STARTED', of: age('started_at') },
      { title: 'TAGS', of: tags, cellsMin: 6 },
    ],
    whenEmpty: 'No run matches; `orrery dispatch --live` starts one of the queue.',
  },
});

/** Log, telemetry and processes come from the run's worker, so that must answer. */
export const runCommands: readonly CommandSpec[] = [
  list,
  runShowCommand,
  log,
  telemetry,
  ...runProcessCommands,
];

function pointsOf({ io }: CommandInput) {
  const columns = io.terminal?.columns ?? pointsMax + otherCells;
  return { points: Math.max(pointsMin, Math.min(pointsMax, columns - otherCells)) };
}

interface Reading {
  readonly title: string;
  readonly unit: string;
  readonly mean: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

function printTelemetry(data: Row, printer: Printer): void {
  const run = rowOf(data['run']);
  const readings = [
    ...readingsOf('run', rowsOf(run['readings']), []),
    ...readingsOf('machine', rowsOf(rowOf(data['machine'])['readings']), rowsOf(data['gpus'])),
  ];
  printer.line(`Run ${asText(data['run_id'])}, told by worker ${asText(data['worker_target'])}`);
  printer.line(
    `from ${asText(data['from'])} to ${asText(data['to'])}, ${String(data['bucket_sec'])} s a sign`,
    'dim',
  );
  printer.table(
    [
      { title: 'READING', cellsMin: 12 },
      { title: 'OVER TIME' },
      { title: 'LAST', align: 'right' },
      { title: 'MEAN', align: 'right' },
      { title: 'MOST', align: 'right' },
      { title: 'UNIT' },
    ],
    readings.map(({ title, unit, mean, max }) => {
      const known = mean.filter((value) => value !== null);
      const most = greatest(max);
      return [
        title,
        sparkline(mean, unit === '%' ? 100 : (most ?? 0)),
        toNumber(mean.at(-1) ?? null),
        toNumber(
          known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length,
        ),
        toNumber(most),
        unit,
      ];
    }),
    'Nothing was recorded in this time.',
  );
  const states = (run['idle_states'] as readonly (string | null)[] | undefined) ?? [];
  if (states.some((state) => state !== null)) {
    const signs = states.map((state) => (state === null ? gapMark : (stateSigns[state] ?? '·')));
    printer.line(`idle state  ${signs.join('')}`);
    const words = Object.entries(stateSigns).map(([state, sign]) => `${sign} ${state}`);
    printer.line(words.join(', '), 'dim');
  }
  printer.line(`${gapMark} is unknown, or nothing was recorded: it is not zero`, 'dim');
}

/** As much of a uuid as tells GPUs apart, for one that the worker no longer has. */
const uuidCharsMax = 12;

function readingsOf(owner: string, rows: readonly Row[], gpus: readonly Row[]): Reading[] {
  const ownerOf = (uuid: string): string => {
    if (uuid === '') return owner;
    const index = gpus.find((gpu) => gpu['uuid'] === uuid)?.['index'];
    return typeof index === 'number' ? `GPU ${index}` : uuid.slice(0, uuidCharsMax);
  };
  return Object.entries(shown).flatMap(([name, { title, unit }]) =>
    rows
      .filter((row) => row['name'] === name)
      .map((row) => ({
        title: `${ownerOf(asText(row['gpu_uuid']))} ${title}`,
        unit,
        mean: row['mean'] as readonly (number | null)[],
        max: row['max'] as readonly (number | null)[],
      })),
  );
}

function greatest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const toNumber = (value: number | null): string | null =>
  value === null ? null : value.toFixed(value < 10 && !Number.isInteger(value) ? 1 : 0);
