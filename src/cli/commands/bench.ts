/** `orrery bench …`: what is out of service, looked at, tried, and put back. */
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { type CommandInput, type CommandSpec, exitCodes } from '../command.ts';
import type { Connection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { textOption } from '../options.ts';
import { type Row, rowOf, rowsOf } from '../output/rows.ts';
import {
  live,
  type RouteArgument,
  type RouteName,
  type RouteOption,
  routeCommand,
} from '../route-command.ts';
import { printBench, printEntry, printPlan, printSupervision } from './bench-print.ts';

const base = '/control/api/v1/bench';
const actorPath = `${base}/actors/{kind}/{id}`;
const letterPath = `${base}/dead-letters/{sequence}`;

const read = (input: string | readonly string[] | boolean | undefined) => parseEntry(String(input));
const entry: RouteArgument = {
  name: '<entry>',
  about: 'an actor as kind/id, or a dead letter by its number',
  spreads: true,
  read,
};
const event: RouteOption = {
  flags: '--event <json>',
  about: 'this event instead of the stored one, as JSON',
  read: (text) => (typeof text === 'string' ? readEvent(text) : undefined),
};

type Act = 'release' | 'retry' | 'discard';

/** Shows the plan, or with `--live` does exactly what is shown. */
const mend = (
  act: Act,
  about: string,
  subject: Pick<RouteArgument, 'name' | 'about'>,
): CommandSpec =>
  routeCommand({
    words: ['bench', act],
    about,
    isBench: true,
    route: (input) => mendRoute(act, input),
    args: [{ ...entry, ...subject }],
    options: [
      ...(act === 'retry' ? [event] : []),
      {
        flags: '--reason <text>',
        about: 'why, for the audit log; needed with --live',
        read: readReason,
      },
      {
        flags: '--mark <mark>',
        about: 'act only on the entry with this mark (default: with --live, as it is now)',
        read: (_, input, connection) => markOf(input, connection),
      },
      live,
    ],
    show: (plan, printer) => printPlan(printer, act, plan),
    isOk: ({ possible }) => possible === true,
  });
const letter = { name: '<number>', about: 'the dead letter' };

/** Reading ones ask at once; those that mend show a plan until `--live` is given. */
export const benchCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['bench', 'list'],
    isDefault: true,
    about: 'Show actors out of service and dead letters; ends with status 1 when there are any.',
    isBench: true,
    route: `GET ${base}`,
    options: [{ flags: '--all', about: 'every one, not only the first of them', member: null }],
    complete: async (reply, input, { send }) =>
      input.options['all'] === true ? withAll(reply, send) : reply,
    show: printBench,
    isOk: ({ actors, dead_letters: letters }) =>
      rowsOf(actors).length + rowsOf(letters).length === 0,
  }),
  routeCommand({
    words: ['bench', 'show'],
    about: 'Show one entry whole: event, reason, and what waits for it.',
    isBench: true,
    route: entryRoute,
    args: [entry],
    by: null,
    show: printEntry,
  }),
  routeCommand({
    words: ['bench', 'try'],
    about: 'Show what an event would do to an actor as it is now; changes nothing.',
    isBench: true,
    route: (input) => (isLetter(input) ? `POST ${letterPath}/try` : `POST ${actorPath}/try`),
    args: [entry],
    options: [event],
    by: null,
    notes: 'It ends with status 1 unless the event would be accepted.',
    say: (reply) => asText(reply['message']),
    isOk: (reply) => rowOf(reply['trial'])['result'] === 'accepted',
  }),
  mend('release', 'Put an actor back into service.', {
    name: '<actor>',
    about: 'the actor as kind/id',
  }),
  mend('retry', "Send a dead letter's event again, or another with --event.", letter),
  mend('discard', 'Remove a dead letter for good.', letter),
  routeCommand({
    words: ['bench', 'supervision'],
    about:
      'Show groups and kinds of actors with their failures, and each actor that persists nothing.',
    isBench: true,
    route: 'GET /control/api/v1/supervision',
    show: printSupervision,
  }),
];

/** The same reply with every entry of both lists. */
async function withAll(reply: Row, send: Connection['send']): Promise<Row> {
  const [actors, dead_letters] = [
    await readPages(send, `GET ${base}/actors`),
    await readPages(send, `GET ${base}/dead-letters`),
  ];
  return { ...reply, actors, dead_letters };
}

async function readPages(send: Connection['send'], route: RouteName): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: unknown;
  do {
    const query = { page_size: limits.pageSizeMax, cursor };
    const { data } = await send<Row>({ route, query });
    rows.push(...rowsOf(data['rows']));
    cursor = rowOf(data['page'])['next_cursor'];
  } while (typeof cursor === 'string');
  return rows;
}

/** A dead letter by its number, an actor by kind and id; throws `CommandFailure` for anything else. */
function parseEntry(text: string): Readonly<Record<string, string | number>> {
  if (/^[1-9]\d{0,14}$/.test(text)) return { sequence: Number(text) };
  const slash = text.indexOf('/');
  if (slash > 0 && slash < text.length - 1) {
    return { kind: text.slice(0, slash), id: text.slice(slash + 1) };
  }
  throw new CommandFailure(
    exitCodes.usage,
    `"${text}" is neither the number of a dead letter nor an actor, KIND/ID`,
  );
}

function isLetter({ args }: CommandInput): boolean {
  return 'sequence' in read(args[0]);
}

function entryRoute(input: CommandInput): RouteName {
  return isLetter(input) ? `GET ${letterPath}` : `GET ${actorPath}`;
}

function mendRoute(act: Act, input: CommandInput): RouteName {
  const ofLetter = isLetter(input);
  if (ofLetter && act !== 'release') return `POST ${letterPath}/${act}`;
  if (!ofLetter && act === 'release') return `POST ${actorPath}/release`;
  throw new CommandFailure(
    exitCodes.usage,
    ofLetter
      ? 'a dead letter is retried or discarded; an actor, KIND/ID, is released'
      : `an actor is released; a dead letter, by its number, can be given to ${act}`,
  );
}

function readReason(reason: unknown, { options }: CommandInput): unknown {
  if (reason !== undefined || options['live'] !== true) return reason;
  throw new CommandFailure(exitCodes.usage, '--live needs --reason, for the audit log');
}

/**
 * The mark of what is acted on. What was shown is named by `--mark`, of which some characters are
 * enough; with `--live` alone it is what the bench shows now.
 */
async function markOf(input: CommandInput, { send }: Connection): Promise<string | undefined> {
  const shown = textOption(input, 'mark');
  if (shown?.length === markCharsMax) return shown;
  if (textOption(input, 'key') !== undefined)
    throw new CommandFailure(
      exitCodes.usage,
      '--key needs the whole --mark, which orrery bench show prints: a repeat must be the same request, also when the entry is gone',
    );
  if (shown === undefined && input.options['live'] !== true) return undefined;
  if (shown !== undefined && shown.length < markCharsMin)
    throw new CommandFailure(exitCodes.usage, `--mark needs at least ${markCharsMin} characters`);
  const request = { route: entryRoute(input), path: read(input.args[0]) };
  const { data } = await send<Row>(request);
  const { mark } = rowOf(data['actor'] ?? data['dead_letter']);
  if (typeof mark === 'string' && mark.startsWith(shown ?? '')) return mark;
  throw new CommandFailure(
    exitCodes.failed,
    'it is not what was shown any more, so nothing was done; look at it again with orrery bench show',
  );
}
const markCharsMin = 8;
const markCharsMax = 64;

/** The value of `--event`; throws `CommandFailure` for what is no JSON object with a type. */
function readEvent(text: string): unknown {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof rowOf(event)['type'] === 'string') return event;
  } catch {
    // Said below.
  }
  throw new CommandFailure(
    exitCodes.usage,
    '--event must be a JSON object with a type, for example \'{"type":"RETRY","note":null}\'',
  );
}
