/** The end of a soak for people: minutes, counts, and one sentence for each broken goal. */
import { productWord } from '../../domain/product.ts';
import { type CallClass, callClasses } from '../../soak/meters.ts';
import type { SoakReport } from '../../soak/soak.ts';
import type { Printer } from './print.ts';

const wrongsShownMax = 50;
const shown: readonly CallClass[] = callClasses.filter((name) => name !== 'callback');

export function printSoak(printer: Printer, report: SoakReport): void {
  printer.title('Minutes (answers: p50/p99 in ms, undisturbed ones)');
  printer.table(
    [
      { title: 'MIN', align: 'right' },
      ...shown.map((name) => ({ title: name.toUpperCase(), align: 'right' as const })),
      ...[
        'IDLE P99',
        'LOOP',
        'IDLE LOOP',
        'STARVED %',
        'RSS MIB',
        'WAL MIB',
        'DISK MIB',
        'FAULTS',
      ].map((title) => ({ title, align: 'right' as const })),
    ],
    report.by_minute.map((minute) => [
      minute.minute,
      ...shown.map((name) => {
        const figures = minute.calls[name];
        return figures === null ? null : `${figures.p50_ms}/${figures.p99_ms}`;
      }),
      minute.neighbour.p99_ms,
      minute.loop_max_ms,
      minute.neighbour.loop_max_ms,
      minute.starved_pct,
      minute.rss_mib,
      minute.wal_mib,
      minute.disk_mib,
      minute.faults,
    ]),
    'Nothing was measured.',
  );
  printer.title('Counts');
  printer.fields([
    ...Object.entries(report.totals).map(([name, count]): [string, number] => [
      name.replaceAll('_', ' '),
      count,
    ]),
    ...Object.entries(report.counts),
  ]);
  printer.title('Goals');
  for (const sentence of report.wrongs.slice(0, wrongsShownMax))
    printer.line(`✗ ${sentence}`, 'bad');
  if (report.wrongs.length > wrongsShownMax)
    printer.line(`✗ and ${report.wrongs.length - wrongsShownMax} more`, 'bad');
  for (const sentence of report.slow) printer.line(`✗ ${sentence}`, 'bad');
  if (report.wrongs.length === 0)
    printer.line(
      '✓ nothing acknowledged is lost, nothing was done twice, every store proves itself',
    );
  printFigureVerdict(printer, report);
  if (report.kept_folder !== null) printer.line(`its folder is kept: ${report.kept_folder}`);
  if (report.wrongs.length + report.slow.length > 0)
    printer.line(
      `again: ${productWord} soak --seed ${report.seed} --minutes ${report.minutes} --workers ${report.workers}`,
    );
}

function printFigureVerdict(printer: Printer, report: SoakReport): void {
  const { minutes_judged: judged, by_minute: minutes, slow } = report;
  if (judged === null) return;
  if (judged < minutes.length)
    printer.line(
      `in ${minutes.length - judged} of ${minutes.length} minutes the machine was too busy to judge times`,
      'warn',
    );
  if (slow.length === 0 && judged > 0) printer.line('✓ every figure is in its goal');
}
