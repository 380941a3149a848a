/** `orrery status`: may it be left alone, what needs a person, what runs, what comes next. */
import { asText } from '../../lib/as-text.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { withConnection } from '../connection.ts';
import { formatAge, formatDuration } from '../output/age.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf, statusCell } from '../output/rows.ts';

/** With `--check`: `failed` when an item needs a person or a worker is in trouble. */
export const run = (input: CommandInput): Promise<number> =>
  withConnection(input, async ({ call, address }) => {
    const { data } = await call((api) => api.GET('/control/api/v1/overview'));
    const overview: Row = data;
    if (wantsJson(input)) printJson(input, overview);
    else printOverview(createPrinter(input), overview, address.baseUrl);
    return input.options['check'] === true && needsAttention(overview)
      ? exitCodes.failed
      : exitCodes.ok;
  });

/** True when something waits for a person: an item, or a worker in trouble. */
export function needsAttention(overview: Row): boolean {
  const attention = Number(rowOf(overview['operator_counts'])['attention'] ?? 0);
  const troubled = rowsOf(overview['workers']).some((worker) => asText(worker['trouble']) !== '');
  return attention > 0 || troubled;
}

function printOverview(printer: Printer, overview: Row, baseUrl: string): void {
  const now = overview['generated_at'];
  const control = rowOf(overview['control']);
  const reason = asText(control['reason']);
  const attention = rowsOf(overview['top_items']);
  const active = rowsOf(overview['active']);
  printer.line(asText(overview['headline']), needsAttention(overview) ? 'warn' : 'strong');
  printer.line(
    `${baseUrl}: queue ${asText(control['status'])}${reason === '' ? '' : ` (${reason})`}, live dispatch ${overview['live_dispatch_enabled'] === true ? 'on' : 'off'}`,
    'dim',
  );
  printer.title('Lanes');
  printer.line(lanesLine(rowOf(overview['operator_counts'])));
  printer.title(`Needs a person (${attention.length})`);
  printer.table(
    [
      { title: 'PROJECT', cellsMin: 16 },
      { title: 'STATUS' },
      { title: 'SINCE' },
      { title: 'WHY', cellsMin: 16 },
      { title: 'NEXT STEP', cellsMin: 16 },
    ],
    attention.map((item) => [
      cellOf(item, 'project_id'),
      statusCell(item, 'status'),
      formatAge(item['since'], now),
      cellOf(item, 'reason'),
      cellOf(item, 'next_step'),
    ]),
    'Nothing.',
  );
  printer.title(`Running (${active.length})`);
  printer.table(
    [
      { title: 'PROJECT', cellsMin: 16 },
      { title: 'STATUS' },
      { title: 'WORKER', cellsMin: 7 },
      { title: 'FOR', align: 'right' },
      { title: 'RUN', cellsMin: 12 },
      { title: 'NEXT STEP', cellsMin: 12 },
    ],
    active.map((item) => [
      cellOf(item, 'project_id'),
      statusCell(item, 'status'),
      cellOf(item, 'worker_target'),
      typeof item['age_seconds'] === 'number' ? formatDuration(item['age_seconds']) : null,
      cellOf(item, 'run_id'),
      cellOf(item, 'next_step'),
    ]),
    'Nothing.',
  );
  printer.title('Workers');
  printer.table(
    [
      { title: 'WORKER' },
      { title: 'STATUS' },
      { title: 'SEEN' },
      { title: 'TROUBLE', cellsMin: 20 },
    ],
    rowsOf(overview['workers']).map((worker) => [
      cellOf(worker, 'target'),
      statusCell(worker, 'status'),
      formatAge(worker['observed_at'], now) ?? 'never',
      cellOf(worker, 'trouble'),
    ]),
    'None has been looked at yet; a preflight or a dispatch does that.',
  );
  printer.title('Next');
  printer.line(nextLine(overview));
}

const lanes = [
  ['queued', 'queued'],
  ['running', 'running'],
  ['write', 'write'],
  ['finalize', 'finalize'],
  ['publish', 'publish'],
  ['imported', 'in the corpus'],
] as const;

function lanesLine(counts: Row): string {
  const shown = lanes.map(([name, title]) => `${title} ${cellOf(counts, name) ?? '?'}`).join(' → ');
  const beside = [
    `done without a paper ${cellOf(counts, 'done_no_paper') ?? '?'}`,
    ...(counts['paused'] === undefined ? [] : [`paused ${cellOf(counts, 'paused')}`]),
  ];
  return `${shown}   (${beside.join(', ')})`;
}

function nextLine(overview: Row): string {
  const next = rowOf(overview['next_candidate']);
  const reason = asText(overview['next_reason']);
  const id = asText(next['project_id']);
  return id === '' ? reason : `${id} on ${asText(next['worker_target'], '?')} (${reason})`;
}
