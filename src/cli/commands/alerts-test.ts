/** `orrery alerts test` and `orrery alerts sent`: whether people can be told, and what they were told. */
import { channelNames } from '../../domain/notification-channels.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import type { Printer } from '../output/print.ts';
import { age, type Row, rowsOf, status } from '../output/rows.ts';
import { type RouteOption, routeCommand, sort } from '../route-command.ts';

const channel: RouteOption = {
  flags: '--channel <name>',
  about: 'only this channel (default: every one that is configured)',
  choices: channelNames,
};

/** The test sends at once: that is what it is for. */
export const notificationCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['alerts', 'test'],
    about: 'Send a test message over the channels, and show the receipts or what is wrong.',
    route: 'POST /control/api/v1/alerts/test',
    options: [
      channel,
      {
        flags: '--rule',
        about: 'begin at a rule: a made-up alert, its incident and messages, each with its time',
      },
    ],
    isLong: true,
    notes: 'Ends with status 1 unless every channel gave a receipt.',
    show: printTest,
    isOk: ({ delivered }) => delivered === true,
  }),
  routeCommand({
    words: ['alerts', 'sent'],
    about: 'List what was told over which channel, the latest first.',
    route: 'GET /control/api/v1/notifications',
    options: [sort],
    list: {
      of: 'notification',
      columns: [
        { title: 'CHANNEL', of: 'channel' },
        { title: 'STATUS', of: status('status') },
        { title: 'CHANGED', of: age('updated_at') },
        { title: 'NEWS', of: 'news' },
        { title: 'TITLE', of: 'title', cellsMin: 16 },
        { title: 'RECEIPT', of: 'receipt', cellsMin: 8 },
        { title: 'ERROR', of: 'last_error', cellsMin: 8 },
      ],
      whenEmpty: 'Nothing was told to anybody.',
    },
  }),
];

function printTest(reply: Row, printer: Printer): void {
  const { summary } = reply;
  for (const row of rowsOf(reply['stations'])) {
    const { station, channel: by, after_seconds: after } = row;
    const name = `${asText(station)}${typeof by === 'string' ? ` (${by})` : ''}`;
    if (typeof after === 'number') printer.line(`${name}: after ${after.toFixed(1)} s`, 'dim');
    else printer.line(`${name}: not reached`, 'warn');
  }
  if (typeof summary === 'string') printer.line(summary, 'warn');
  for (const result of rowsOf(reply['results'])) {
    const name = asText(result['channel']);
    if (result['status'] === 'delivered') {
      printer.line(`${name}: delivered (${asText(result['receipt'])})`, 'good');
      continue;
    }
    const error = asText(result['error'], 'no answer yet');
    printer.line(`${name}: not delivered (${asText(result['status'])}): ${error}`, 'bad');
    printer.line(`  ${asText(result['action'])}`, 'dim');
  }
}
