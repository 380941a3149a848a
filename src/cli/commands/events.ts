/** `orrery events` and `orrery trace`: the audit log, and what one request led to. */
import type { CommandSpec } from '../command.ts';
import { age } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';
import { printTrace } from './trace.ts';

/** Both only read. */
export const eventCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['events'],
    about: 'Show the audit log, newest first.',
    route: 'GET /control/api/v1/events',
    options: [
      {
        flags: '--type <event_type>',
        about: 'only this type, for example run.started',
        member: 'event_type',
      },
      {
        flags: '--entity <id>',
        about: 'only about this project, run or paper',
        member: 'entity_id',
      },
      { flags: '--entity-type <type>', about: 'only about this kind, for example queue_item' },
    ],
    list: {
      columns: [
        { title: 'EVENT', of: 'event_id', align: 'right' },
        { title: 'WHEN', of: age('created_at') },
        { title: 'TYPE', of: 'event_type', cellsMin: 16 },
        { title: 'ABOUT', of: 'entity_id', cellsMin: 12 },
        { title: 'BY', of: 'actor', cellsMin: 6 },
        { title: 'WHAT', of: 'summary', cellsMin: 16 },
      ],
      whenEmpty: 'No event matches.',
    },
  }),
  routeCommand({
    words: ['trace'],
    about: 'Show what a request led to, or what an event belongs to, as a tree.',
    route: 'GET /control/api/v1/trace/{id}',
    args: [{ name: '<id>', about: 'id of the request, or number of an event' }],
    options: [
      {
        flags: '--limit <number>',
        about: 'events shown, 1 to 1000 (default: 200)',
        range: [1, 1000],
      },
    ],
    notes: 'Every error prints the id of its request; every reply has it as X-Request-Id.',
    show: printTrace,
  }),
];
