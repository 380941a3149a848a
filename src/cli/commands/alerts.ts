/** `orrery alerts`: what is wrong now and was, and whether people were told. */
import { toSentence } from '../../domain/sentence.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { age, cellOf, rowsOf, status } from '../output/rows.ts';
import { routeCommand, sort } from '../route-command.ts';

/** It only reads; the service evaluates its alerts by itself. */
export const alertCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['alerts'],
    about: 'List the alerts, newest change first: what is wrong, since when, who was told.',
    route: 'GET /control/api/v1/alerts',
    options: [sort],
    list: {
      of: 'alert',
      columns: [
        { title: 'ALERT', of: 'alert_kind', cellsMin: 12 },
        { title: 'STATUS', of: status() },
        { title: 'SEVERITY', of: 'severity' },
        { title: 'ABOUT', of: 'subject', cellsMin: 12 },
        { title: 'SINCE', of: age('raised_at') },
        { title: 'INCIDENT', of: 'incident_id', cellsMin: 10 },
        {
          title: 'TOLD',
          of: (row) =>
            rowsOf(row['deliveries'])
              .map((each) => `${cellOf(each, 'channel')}: ${cellOf(each, 'state')}`)
              .join(', '),
          cellsMin: 8,
        },
        { title: 'WHAT', of: (row) => toSentence(asText(row['message'])), cellsMin: 20 },
      ],
      whenEmpty: 'No alert matches.',
    },
  }),
];
