/** `orrery incidents`: what people were told of together, over which channel, and whether it arrived. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import type { Printer } from '../output/print.ts';
import { age, cellOf, type Row, rowOf, rowsOf, status, statusCell } from '../output/rows.ts';
import { routeCommand, sort } from '../route-command.ts';

/** Both only read. */
export const incidentCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['incidents', 'list'],
    isDefault: true,
    about: 'List the incidents, newest change first: alerts of one cause, and who was told.',
    route: 'GET /control/api/v1/incidents',
    options: [sort],
    list: {
      of: 'incident',
      columns: [
        { title: 'INCIDENT', of: 'incident_id', cellsMin: 10 },
        { title: 'STATUS', of: status() },
        { title: 'SEVERITY', of: 'severity' },
        { title: 'OPENED', of: age('opened_at') },
        { title: 'STANDING', of: (row) => standing(row).length },
        { title: 'TOLD', of: (row) => wordList(row['heard']), cellsMin: 8 },
        { title: 'TITLE', of: 'title', cellsMin: 20 },
      ],
      whenEmpty: 'No incident matches.',
    },
  }),
  routeCommand({
    words: ['incidents', 'show'],
    about: 'Show one incident with its alerts, its messages and their receipts.',
    route: 'GET /control/api/v1/incidents/{incident_id}',
    args: [{ name: '<incident_id>', about: 'id of the incident, as the list has it' }],
    show: printIncident,
  }),
];

const standing = (incident: Row): readonly Row[] =>
  rowsOf(incident['members']).filter((member) => member['left_at'] === null);
const wordList = (value: unknown): string =>
  Array.isArray(value) ? value.map((word) => asText(word)).join(', ') : '';

function printIncident(detail: Row, printer: Printer): void {
  const incident = rowOf(detail['incident']);
  printer.line(asText(incident['title'], asText(incident['incident_id'])), 'strong');
  printer.fields([
    ['incident', cellOf(incident, 'incident_id')],
    ['status', statusCell(incident, 'status')],
    ['severity', cellOf(incident, 'severity')],
    ['opened', cellOf(incident, 'opened_at')],
    ['quiet since', cellOf(incident, 'quiet_since')],
    ['closed', cellOf(incident, 'closed_at')],
    ['goes on at', cellOf(incident, 'due_at')],
    ['channels', wordList(incident['channels']) || 'none: nobody is told'],
  ]);
  printer.title('Alerts');
  printer.rows(
    [
      { title: 'ABOUT', of: 'subject', cellsMin: 12 },
      { title: 'SEVERITY', of: 'severity' },
      { title: 'SINCE', of: 'since' },
      { title: 'OVER', of: 'left_at' },
      { title: 'WHAT', of: 'message', cellsMin: 20 },
    ],
    incident['members'],
    'None is kept.',
  );
  printer.title('Messages');
  printer.rows(
    [
      { title: 'NO', of: 'sequence' },
      { title: 'CHANNEL', of: 'channel' },
      { title: 'NEWS', of: 'news' },
      { title: 'STATE', of: status('state') },
      { title: 'SAID', of: 'said_at' },
      { title: 'RECEIPT', of: 'receipt', cellsMin: 8 },
      { title: 'REASON', of: 'reason', cellsMin: 8 },
    ],
    incident['deliveries'],
    'Nobody was told.',
  );
}
