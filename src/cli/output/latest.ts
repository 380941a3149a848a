/** What the commands that show one entity have in common: its papers and its latest events. */
import type { Printer } from './print.ts';
import { age, cellOf, type Row, rowsOf, status } from './rows.ts';

/** Events shown; `orrery events` has them all. */
const eventsMax = 10;

/** The members `papers` and `events` of a reply; `now` is the service's time. */
export function printPapersAndEvents(reply: Row, printer: Printer, now: unknown): void {
  printer.title('Papers');
  printer.rows(
    [
      { title: 'PAPER', of: 'paper_id', cellsMin: 16 },
      { title: 'STATUS', of: status('paper_status') },
      { title: 'TITLE', of: 'title', cellsMin: 16 },
    ],
    reply['papers'],
    'None.',
  );
  printer.title('Latest events');
  printer.rows(
    [
      { title: 'EVENT', of: 'event_id', align: 'right' },
      { title: 'WHEN', of: (row) => age('created_at')(row, now) ?? cellOf(row, 'created_at') },
      { title: 'TYPE', of: 'event_type', cellsMin: 20 },
      { title: 'BY', of: 'actor', cellsMin: 8 },
      { title: 'WHAT', of: 'summary', cellsMin: 16 },
    ],
    rowsOf(reply['events']).slice(0, eventsMax),
    'None.',
  );
}
