/** The report of `orrery verify` about one store, for people. */
import { howToAcknowledge } from '../control/readiness/index.ts';
import { counted } from '../lib/counted.ts';
import { advice } from '../store/sqlite/proof/notes.ts';
import type { CommandIo } from './command.ts';
import type { StoreReport } from './verify-store.ts';

/** One line where all of it holds, else what does not, by table, and what to do. */
export function printReport(io: CommandIo, report: StoreReport & { store: string }): void {
  const { store, ok, events, actors, unreadable, answers_not_held: notHeld } = report;
  if (ok) {
    const answers = report.tables.find(({ table }) => table === 'answers')?.rows ?? 0;
    const read = `✓ ${store}: ${counted(events, 'event')} chained, ${counted(actors, 'actor')} equal to the folded log and restorable`;
    const held = `${counted(answers - notHeld, 'answer')} held`;
    io.out(
      // A store that is no file has none of these.
      report.tables.some(({ table }) => table === 'actors')
        ? `${read}, indexes, counts and full text equal to the actors, ${held}`
        : `${read}, ${held}`,
    );
    if (notHeld > 0) io.out(`    ${notHeld} answers of an earlier program are not held by a hash`);
    return;
  }
  const found = report.tables.reduce(
    (sum, table) => sum + table.problem_count,
    countLogged(report) + (report.lost === null ? 0 : 1),
  );
  if (unreadable !== null) io.out(`✗ ${store}: cannot be read: ${unreadable}`);
  else
    io.out(
      `✗ ${store}: ${counted(found, 'problem')} in ${counted(events, 'event')} and ${counted(actors, 'actor')}`,
    );
  for (const { table, problems, problem_count, advice } of report.tables)
    printProblems(io, table, problems, problem_count, advice);
  const messages = [
    ...report.problems.map(({ message }) => message),
    ...report.unrestorable.map((message) => `cannot be restored: ${message}`),
  ];
  printProblems(io, 'log and states', messages, countLogged(report), advice.restore);
  if (report.lost !== null)
    printProblems(io, 'acknowledged work', [report.lost], 1, howToAcknowledge);
}

const countLogged = ({ problem_count, unrestorable }: StoreReport): number =>
  problem_count + unrestorable.length;

function printProblems(
  io: CommandIo,
  table: string,
  problems: readonly string[],
  count: number,
  what: string | null,
): void {
  if (count === 0) return;
  io.out(`  ${table}: ${counted(count, 'problem')}`);
  for (const problem of problems) io.out(`    ${problem}`);
  if (count > problems.length) io.out(`    and ${count - problems.length} more like these`);
  if (what !== null) io.out(`    to do: ${what}`);
}
