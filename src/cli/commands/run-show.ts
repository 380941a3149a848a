/** `orrery run show RUN`: one run with the verdict on it, its papers and its latest events. */
import { formatDuration } from '../../lib/duration.ts';
import type { CommandSpec } from '../command.ts';
import { localTimes } from '../output/age.ts';
import { printPapersAndEvents } from '../output/latest.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf, statusCell, tags } from '../output/rows.ts';
import type { Cell } from '../output/table.ts';
import { moment, routeCommand } from '../route-command.ts';
import { runId } from './run-processes.ts';

export const runShowCommand: CommandSpec = routeCommand({
  words: ['run', 'show'],
  about: 'Show one run with the verdict on it, its papers and latest events.',
  route: 'GET /control/api/v1/runs/{run_id}',
  args: [runId],
  options: [moment],
  show: printRun,
});

function printRun(detail: Row, printer: Printer): void {
  const run = rowOf(detail['run']);
  const now = detail['generated_at'];
  const usage = rowOf(run['usage']);
  const at = (name: string): Cell => timeCell(run[name], now);
  printer.line(String(cellOf(run, 'project_name') ?? cellOf(run, 'project_id')), 'strong');
  printer.fields([
    ['run', cellOf(run, 'run_id')],
    ['project', cellOf(run, 'project_id')],
    ['state', statusCell(run, 'state')],
    ['what it does', cellOf(run, 'current_activity')],
    ['what went wrong', cellOf(run, 'last_error')],
    ['worker', cellOf(run, 'worker_target')],
    ['class', cellOf(run, 'workload_class')],
    ['attempt', cellOf(run, 'attempt')],
    ['replicates', cellOf(run, 'replicates')],
    ['started', at('started_at')],
    ['ended', at('ended_at')],
    ['took', lengthCell(run['wall_sec'])],
    ['exit code', cellOf(run, 'exit_code')],
    ['tokens', cellOf(usage, 'tokens')],
    ['cost, US$', cellOf(usage, 'cost_usd')],
    ['last heard of', at('last_callback_at')],
    ['tags', tags(run)],
  ]);
  printVerdict(rowOf(run['idle_verdict']), printer, now);
  printPapersAndEvents(detail, printer, now);
}

/** What the gate judged by; it has judged only what is over. */
function printVerdict(verdict: Row, printer: Printer, now: unknown): void {
  printer.title('Verdict of the idle gate');
  if (cellOf(verdict, 'verdict') === null) {
    printer.line('None yet.');
    return;
  }
  const window = rowOf(verdict['window']);
  const reasons = Array.isArray(verdict['reasons']) ? verdict['reasons'].join('; ') : '';
  printer.fields([
    ['verdict', cellOf(verdict, 'verdict')],
    ['at', timeCell(verdict['at'], now)],
    ['because', reasons === '' ? null : reasons],
    ['quiet for', lengthCell(window['duration_ms'], 1000)],
    ['of', lengthCell(window['required_ms'], 1000)],
    ['readings', cellOf(window, 'samples')],
    ['waited', lengthCell(verdict['waited_ms'], 1000)],
    ['rule', cellOf(rowOf(verdict['rule']), 'says')],
  ]);
  const applying = rowsOf(verdict['signals']).filter(({ applies }) => applies !== false);
  printer.rows(
    [
      { title: 'SIGNAL', of: 'name', cellsMin: 12 },
      { title: 'READ', of: (row) => numberCell(row['value']), align: 'right' },
      { title: 'AT MOST', of: (row) => numberCell(row['threshold']), align: 'right' },
      { title: 'HOLDS', of: 'holds' },
    ],
    [...applying, ...rowsOf(rowOf(verdict['evidence'])['readings']).map(held)],
    'No signal was read.',
  );
}

/** Additional evidence says how often it spoke against rest. */
const held = (reading: Row): Row => ({
  ...reading,
  holds: reading['value'] === null ? 'unknown' : reading['signs'] === 0,
});

const timeCell = (value: unknown, now: unknown): Cell =>
  typeof value === 'string' ? localTimes(value, now) : null;
const lengthCell = (value: unknown, perSecond = 1): Cell =>
  typeof value === 'number' ? formatDuration(value / perSecond) : null;
/** As many digits as tell two readings apart. */
const numberCell = (value: unknown): Cell =>
  typeof value === 'number' ? String(Math.round(value * 100) / 100) : null;
