/**
 * The end of a soak for people: minutes, counts in a few lines, and last what is wrong. It stays short
 * enough to be read whole; `--report` has everything.
 */
import { productWord } from '../../domain/product.ts';
import { cutText } from '../../lib/cut-text.ts';
import { type CallClass, callClasses } from '../../soak/meters.ts';
import type { SoakReport } from '../../soak/soak.ts';
import type { Printer } from './print.ts';

const wrongsShownMax = 8;
const wrongCharsMax = 220;
const countLinesMax = 12;
const countLineCharsMax = 160;
const shown: readonly CallClass[] = callClasses.filter((name) => name !== 'callback');

/** Prints the report whether goals hold or not; of many broken ones only the first are named. */
export function printSoak(printer: Printer, report: SoakReport): void {
  printMinutes(printer, report);
  printer.title('Counts');
  for (const line of countLines(report)) printer.line(line);
  printer.title('Goals');
  if (report.wrongs.length === 0)
    printer.line(
      '✓ nothing acknowledged is lost, nothing was done twice, every store proves itself',
    );
  printFigureVerdict(printer, report);
  printer.line(
    `again: ${productWord} soak --seed ${report.seed} --minutes ${report.minutes} --workers ${report.workers} --pace ${report.pace}`,
  );
  if (report.kept_folder !== null) printer.line(`its folder is kept: ${report.kept_folder}`);
  const broken = [...report.wrongs, ...report.slow];
  if (broken.length === 0) return;
  printer.title('Wrong');
  for (const sentence of broken.slice(0, wrongsShownMax))
    printer.line(`✗ ${cutText(sentence, wrongCharsMax)}`, 'bad');
  if (broken.length > wrongsShownMax)
    printer.line(`✗ and ${broken.length - wrongsShownMax} more; --report has all`, 'bad');
}

function printMinutes(printer: Printer, report: SoakReport): void {
  const right = (title: string) => ({ title, align: 'right' as const });
  printer.title('Minutes (answers: p50/p99 in ms, undisturbed ones)');
  printer.table(
    [
      'MIN',
      ...shown.map((name) => name.toUpperCase()),
      'IDLE P99',
      'LOOP',
      'IDLE LOOP',
      'STARVED %',
      'RSS MIB',
      'WAL MIB',
      'DISK MIB',
      'FAULTS',
    ].map(right),
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
}

/** Counts of one group ("fault: …") share a line; those that stand alone share the first. */
function countLines({ totals, counts }: SoakReport): readonly string[] {
  const groups = new Map<string, [name: string, count: number][]>([['all', []]]);
  for (const [name, count] of Object.entries(totals))
    groups.get('all')!.push([name.replaceAll('_', ' '), count]);
  for (const [full, count] of Object.entries(counts)) {
    const at = full.indexOf(': ');
    // What is wrong is said at the end.
    if (full.startsWith('wrong: ')) continue;
    const group = at < 0 ? 'all' : full.slice(0, at);
    const name = at < 0 ? full : full.slice(at + 2);
    groups.set(group, [...(groups.get(group) ?? []), [name, count]]);
  }
  const lines = [...groups].map(([group, entries]) =>
    cutText(
      `${group}: ${entries
        .toSorted(([, left], [, right]) => right - left)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
      countLineCharsMax,
    ),
  );
  const more = lines.length - countLinesMax;
  return more <= 0
    ? lines
    : [...lines.slice(0, countLinesMax), `and ${more} kinds more; --report has all`];
}

/** What was judged, and what was not. */
function printFigureVerdict(printer: Printer, report: SoakReport): void {
  const { judged, by_minute: minutes, slow } = report;
  if (judged === null) {
    if (slow.length === 0) printer.line('✓ neither memory nor the log of the store grew');
    printer.line('times were not judged: --correctness-only');
    return;
  }
  const counts = Object.entries(judged).map(([name, count]) => `${name} ${count}`);
  printer.line(`judged, of ${minutes.length} minutes: ${counts.join(', ')}`);
  if (Object.values(judged).some((count) => count < minutes.length))
    printer.line(
      'not judged: minutes in which the service waited for a processor or, to the end, too few answers came',
      'warn',
    );
  if (slow.length === 0) printer.line('✓ every figure that was judged is in its goal');
}
