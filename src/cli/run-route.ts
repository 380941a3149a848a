/** Sends the request of a route's command and shows the reply. */
import { systemEntropy } from '../lib/ids.ts';
import { type CommandInput, exitCodes, type RunCommand } from './command.ts';
import { type Connection, longReplyMsMax, withConnection } from './connection.ts';
import { type ListReply, printList } from './list-pages.ts';
import { given, numberOption, textOption } from './options.ts';
import { createPrinter, printJson, wantsJson } from './output/print.ts';
import { type Row, readCells } from './output/rows.ts';
import type { RouteCommand } from './route-row.ts';

/** The command that `row` describes. */
export const runRoute =
  (row: RouteCommand): RunCommand =>
  async (input) => {
    const connectTo =
      row.isBench === true ? (await import('./bench-connection.ts')).withBench : withConnection;
    return connectTo(input, async (connection) => {
      const request = await requestOf(row, input, connection);
      const { list } = row;
      if (list === undefined) return runOne(row, input, connection, request);
      return printList(input, {
        columns: list.columns,
        whenEmpty: typeof list.whenEmpty === 'string' ? list.whenEmpty : list.whenEmpty(input),
        toCells: (shown, now) => readCells(list.columns, shown, now),
        fetch: (page) =>
          connection.send<ListReply>({ ...request, query: { ...page, ...request.query } }),
      });
    });
  };

async function runOne(
  row: RouteCommand,
  input: CommandInput,
  connection: Connection,
  request: Request,
): Promise<number> {
  const { data: first, replayed } = await connection.send<Row>(request);
  const reply = (await row.complete?.(first, input, connection)) ?? first;
  const printer = createPrinter(input);
  if (wantsJson(input)) printJson(input, reply);
  else {
    for (const line of [row.say?.(reply) ?? []].flat()) printer.line(line);
    row.show?.(reply, printer, connection.address.baseUrl);
    if (replayed)
      printer.line('This key was used before: the answer to that request is repeated.', 'dim');
  }
  return row.isOk?.(reply, input) === false ? exitCodes.failed : exitCodes.ok;
}

type Request = Parameters<Connection['send']>[0];

async function requestOf(
  row: RouteCommand,
  input: CommandInput,
  connection: Connection,
): Promise<Request> {
  const route = typeof row.route === 'string' ? row.route : row.route(input);
  const isRead = route.startsWith('GET');
  const key = keyOf(row, input);
  const by = row.by === undefined ? 'requested_by' : row.by;
  const common =
    isRead || by === null ? {} : { idempotency_key: key, [by]: textOption(input, 'by') };
  const sent = { ...row.also?.(input), ...(await membersOf(row, input, connection)) };
  const isInPath = ([name]: readonly [string, unknown]) => route.includes(`{${name}}`);
  const members = Object.entries({ ...sent, ...given(common) });
  const path = Object.fromEntries(members.filter(isInPath));
  const rest = Object.fromEntries(members.filter((member) => !isInPath(member)));
  const hasBody = !isRead && (by !== null || row.options?.some(({ member }) => member !== null));
  return {
    route,
    path,
    ...(isRead ? { query: rest } : hasBody === true ? { body: rest } : {}),
    key,
    ...(row.isLong === true ? { timeoutMs: longReplyMsMax } : {}),
  };
}

/** A lost answer can be asked for again: the key is made before the request, and shown. */
function keyOf({ keyed }: RouteCommand, input: CommandInput): string | undefined {
  const isMade = keyed === 'always' || (keyed === 'live' && input.options['live'] === true);
  return textOption(input, 'key') ?? (isMade ? `cli-${systemEntropy.id()}` : undefined);
}

const toCamel = (flag: string): string =>
  flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

async function membersOf(
  { args = [], options = [] }: RouteCommand,
  input: CommandInput,
  connection: Connection,
): Promise<Row> {
  const members: Record<string, unknown> = {};
  for (const [index, { name, member, read, spreads }] of args.entries()) {
    const words = name.includes('...') ? input.args.slice(index) : input.args[index];
    const value = read === undefined ? words : await read(words, input, connection);
    if (spreads === true) Object.assign(members, value);
    else members[member ?? name.replace(/[^a-z_]/g, '')] = value;
  }
  for (const { flags, member, range, read } of options) {
    const flag = /--([a-z-]+)/.exec(flags)?.[1] ?? '';
    const name = toCamel(flag);
    const [min, max] = range ?? [];
    const value =
      min === undefined || max === undefined
        ? input.options[name]
        : numberOption(input, name, { min, max });
    const made =
      typeof value === 'number' || read === undefined ? value : read(value, input, connection);
    if (member !== null) members[member ?? flag.replaceAll('-', '_')] = await made;
  }
  return given(members);
}
