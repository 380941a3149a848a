/** `orrery budgets`: what may be spent, what is spent and what is left. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

/** One request; ends well whatever it shows. */
export const budgetsCommand: CommandSpec = routeCommand({
  words: ['budgets'],
  about: 'Show what runs, a project and a day may spend, what they have, and what is left.',
  route: 'GET /control/api/v1/budgets',
  options: [
    {
      flags: '--project <project_id>',
      about: 'also of all runs of this project',
      member: 'project_id',
    },
  ],
  show: printBudgets,
});

function printBudgets(reply: Row, printer: Printer): void {
  const now = reply['generated_at'];
  const project = rowOf(reply['project']);
  const scopes: readonly (readonly [string, unknown])[] = [
    ['The last 24 hours', reply['day']],
    [`Project ${asText(project['project_id'])}`, project['budget']],
  ];
  for (const [title, budgets] of scopes) {
    if (!Array.isArray(budgets)) continue;
    printer.title(title);
    printer.rows(columns, budgets, 'No budget is set.', now);
  }
  const runs = rowsOf(reply['runs']);
  if (runs.length === 0) {
    printer.title('Runs under way');
    printer.line('None.');
  }
  for (const run of runs) {
    printer.title(`${asText(run['project_id'])} (${asText(run['run_id'])})`);
    printer.rows(columns, run['budget'], 'No budget is set.', now);
    printer.line(
      `${Number(run['retry_count'])} of ${Number(run['max_retries'])} retries used`,
      'dim',
    );
  }
}

const columns = [
  { title: 'BUDGET', of: 'budget' },
  { title: 'SPENT', of: (row: Row) => cellOf(row, 'spent') ?? 'unknown' },
  { title: 'OF', of: 'limit' },
  { title: 'LEFT', of: (row: Row) => cellOf(row, 'left') ?? 'unknown' },
  { title: 'STATE', of: 'state' },
  { title: 'FREE AGAIN', of: (row: Row) => cellOf(row, 'free_at') },
] as const;
