/** `orrery pump`: what the service does by itself, and its switch. */
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { localTimes } from '../output/age.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type Row, rowsOf } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

const why = { flags: '--reason <text>', about: 'why, for the audit log' } as const;

/** `on` and `off` act at once; without either it is only shown. */
export const pumpCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['pump', 'show'],
    isDefault: true,
    about: 'Show whether the service goes on by itself, and what it did last.',
    route: 'GET /control/api/v1/pump',
    show: printPump,
  }),
  routeCommand({
    words: ['pump', 'on'],
    about: 'Let the service draft, dispatch, publish and follow up by itself, as configured.',
    route: 'POST /control/api/v1/pump/on',
    options: [why],
    say: () =>
      'The pump is on: it looks for something to do now. `orrery pump` shows what it finds.',
  }),
  routeCommand({
    words: ['pump', 'off'],
    about: 'Start nothing by itself any more; what runs goes on.',
    route: 'POST /control/api/v1/pump/off',
    options: [why],
    say: (reply) =>
      reply['status'] === 'stepping'
        ? 'The pump is off once the step under way has ended.'
        : 'The pump is off: nothing starts by itself until `orrery pump on`.',
  }),
];

function printPump(reply: Row, printer: Printer): void {
  const switched = reply['enabled'] === true ? 'on' : 'off';
  const clock = (name: string) => localTimes(asText(reply[name]), reply['generated_at']) || null;
  printer.line(
    `The pump is ${switched} (${asText(reply['status']).replaceAll('_', ' ')}).`,
    'strong',
  );
  if (reply['why_not'] !== null)
    printer.line(`Nothing starts by itself: ${asText(reply['why_not'])}.`);
  printer.fields([
    ['switched by', cellOf(reply, 'changed_by')],
    ['switched at', clock('changed_at')],
    ['next look', clock('next_look_at')],
    ['idle since', clock('quiet_since')],
    ['failing since', clock('failing_since')],
    ...rowsOf(reply['parts']).map((part): [string, string] => [
      asText(part['part']),
      part['enabled'] === true ? 'allowed' : `not allowed: ${asText(part['why_not'])}`,
    ]),
  ]);
  for (const row of rowsOf(reply['tried']))
    printer.line(
      `${asText(row['part'])}: ${asText(row['outcome'])}. ${asText(row['reason'])}`,
      'dim',
    );
}
