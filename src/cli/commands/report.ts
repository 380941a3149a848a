/** `orrery report`: what happened while nobody looked. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { formatAge } from '../output/age.ts';
import type { Printer } from '../output/print.ts';
import { age, hours, type Row, rowsOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

const titles: Readonly<Record<string, string>> = {
  ran: 'Ran',
  decided: 'Decided',
  papers: 'Papers',
  trouble: 'Trouble',
  mended: 'Trouble that was dealt with',
};

/** Reads alone. */
export const reportCommand: CommandSpec = routeCommand({
  words: ['report'],
  about: 'Say what ran, was decided, written and mended while nobody looked.',
  route: 'GET /control/api/v1/report',
  options: [
    { flags: '--hours <number>', about: 'how far back (default: 12)', range: [1, 744] },
    { flags: '--since <time>', about: 'from this moment on, such as 2026-01-31T22:00:00Z' },
  ],
  show: printReport,
});

const isLater = (one: unknown, other: unknown): boolean =>
  Date.parse(asText(one)) > Date.parse(asText(other));
const agoOf = (moment: unknown, now: unknown): string =>
  formatAge(moment, now) ?? 'at a time not known';

function printReport(report: Row, printer: Printer): void {
  const now = report['until'];
  printer.line(asText(report['sentence']), 'strong');
  const { since, log_begins_at: begun, running_since: started } = report;
  if (isLater(begun, since))
    printer.line(`Its log begins ${agoOf(begun, now)}; of the time before it knows nothing.`);
  if (isLater(started, since) && isLater(started, begun))
    printer.line(
      `The service began ${agoOf(started, now)}; what happened while it did not run it knows as far as it was told since.`,
    );
  for (const chapter of rowsOf(report['chapters'])) {
    const events = rowsOf(chapter['events']);
    if (events.length === 0) continue;
    printer.title(titles[asText(chapter['chapter'])] ?? asText(chapter['chapter']));
    printer.rows(
      [
        { title: 'WHEN', of: age('at') },
        { title: 'WHAT', of: 'event_type' },
        { title: 'OF', of: 'entity_id', cellsMin: 16 },
        { title: 'SAYS', of: 'summary', cellsMin: 24 },
      ],
      events,
      '',
      now,
    );
  }
  printer.title('Workers');
  printer.rows(
    [
      { title: 'WORKER', of: 'worker' },
      { title: 'RUNS', of: 'runs', align: 'right' },
      { title: 'USED', of: hours('used_hours'), align: 'right' },
      { title: 'IDLE', of: hours('idle_hours'), align: 'right' },
    ],
    report['workers'],
    'None is configured.',
  );
}
