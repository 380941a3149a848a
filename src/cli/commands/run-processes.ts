/** `orrery run processes` and `orrery run end-process`: what lives of a run, and the end of one process of it. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type Row, rowsOf } from '../output/rows.ts';
import { live, plan, type RouteArgument, routeCommand } from '../route-command.ts';

/** The run of which a command is. */
export const runId: RouteArgument = { name: '<run_id>', about: 'the run' };

/** Both ask the run's worker, so it must answer. */
export const runProcessCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['run', 'processes'],
    about: 'List the live processes of a run, from its worker.',
    route: 'GET /control/api/v1/runs/{run_id}/processes',
    args: [runId],
    show: printProcesses,
  }),
  routeCommand({
    words: ['run', 'end-process'],
    about: 'End one process that a run has left behind.',
    route: 'POST /control/api/v1/runs/{run_id}/processes/{pid}/end',
    args: [runId, { name: '<pid>', about: 'its number' }],
    options: [live, plan],
    keyed: 'live',
    isLong: true,
    notes:
      'With --live it needs the --plan of the dry run before it: a number alone is reused, and only the process that was shown is ended.',
    say: (reply) => [
      asText(reply['message']),
      ...(reply['consequence'] == null ? [] : [asText(reply['consequence'])]),
      ...(reply['plan_id'] === undefined
        ? []
        : [
            `Next: orrery run end-process ${asText(reply['run_id'])} ${String(reply['pid'])} --live --plan ${asText(reply['plan_id'])}`,
          ]),
    ],
    isOk: (reply) => reply['would_end'] !== false,
  }),
];

const rounded = (row: Row, name: string): string | null => {
  const value = cellOf(row, name);
  return typeof value === 'number' ? value.toFixed(0) : null;
};

function printProcesses(reply: Row, printer: Printer): void {
  const processes = rowsOf(reply['processes']);
  printer.table(
    [
      { title: 'PID', align: 'right' },
      { title: 'NAME', cellsMin: 8 },
      { title: 'USER', align: 'right' },
      { title: 'MIB', align: 'right' },
      { title: 'CPU S', align: 'right' },
      { title: 'GPUS' },
      { title: 'STARTED' },
      { title: 'OF THE RUN BY' },
    ],
    processes.map((row) => [
      cellOf(row, 'pid'),
      cellOf(row, 'name'),
      cellOf(row, 'user_id'),
      rounded(row, 'rss_mib'),
      rounded(row, 'cpu_sec'),
      Array.isArray(row['gpus'])
        ? rowsOf(row['gpus'])
            .map((gpu) => String(gpu['index']))
            .join(' ') || 'none'
        : null,
      cellOf(row, 'started_at'),
      cellOf(row, 'mark'),
    ]),
    'Nothing of it lives.',
  );
  const rest = Number(reply['alive']) - processes.length;
  if (rest > 0) printer.line(`${rest} more live; the oldest are shown`, 'dim');
}
