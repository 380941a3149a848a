/** `orrery bench …`: what is out of service, looked at, tried, and put back. */
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { type BenchConnection, withBench } from '../bench-connection.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import type { Called } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { given, textOption } from '../options.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { type Row, rowOf, rowsOf } from '../output/rows.ts';
import { type BenchEntry, findEntry, parseEntry } from './bench-entry.ts';
import { printBench, printEntry, printPlan, printSupervision } from './bench-print.ts';

/** `orrery bench [list]`; status 1 when something is out of service. */
export const list: RunCommand = (input) =>
  withBench(input, async (service) => {
    const { data } = await service.call<Row>((api) => api.GET(service.at('/control/api/v1/bench')));
    const shown = input.options['all'] === true ? await withAll(service, data) : data;
    if (wantsJson(input)) printJson(input, shown);
    else printBench(createPrinter(input), shown);
    const { actors, dead_letters: letters } = data;
    const isEmpty = rowsOf(actors).length + rowsOf(letters).length === 0;
    return isEmpty ? exitCodes.ok : exitCodes.failed;
  });

/** The same reply with every entry of both lists. */
async function withAll(service: BenchConnection, reply: Row): Promise<Row> {
  const query = (cursor: string | null) => ({
    params: { query: { page_size: limits.pageSizeMax, ...(cursor === null ? {} : { cursor }) } },
  });
  const actors = await readPages((cursor) =>
    service.call<Row>((api) => api.GET(service.at('/control/api/v1/bench/actors'), query(cursor))),
  );
  const letters = await readPages((cursor) =>
    service.call<Row>((api) =>
      api.GET(service.at('/control/api/v1/bench/dead-letters'), query(cursor)),
    ),
  );
  return { ...reply, actors, dead_letters: letters };
}

async function readPages(fetch: (cursor: string | null) => Promise<Called<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: unknown = null;
  do {
    const { data } = await fetch(cursor as string | null);
    rows.push(...rowsOf(data['rows']));
    cursor = rowOf(data['page'])['next_cursor'];
  } while (typeof cursor === 'string');
  return rows;
}

/** `orrery bench show ENTRY`. */
export const show: RunCommand = (input) =>
  withBench(input, async (service) => {
    const { data } = await findEntry(service, parseEntry(input.args[0] ?? ''));
    if (wantsJson(input)) printJson(input, data);
    else printEntry(createPrinter(input), data);
    return exitCodes.ok;
  });

/** `orrery bench try ENTRY [--event JSON]`; status 1 unless it would be accepted. */
export const tryEvent: RunCommand = (input) =>
  withBench(input, async (service) => {
    const entry = parseEntry(input.args[0] ?? '');
    const body = given({ event: eventOption(input) });
    const { data } = await service.call<Row>((api) =>
      'sequence' in entry
        ? api.POST(service.at('/control/api/v1/bench/dead-letters/{sequence}/try'), {
            params: { path: entry },
            body,
          })
        : api.POST(service.at('/control/api/v1/bench/actors/{kind}/{id}/try'), {
            params: { path: entry },
            body,
          }),
    );
    if (wantsJson(input)) printJson(input, data);
    else createPrinter(input).line(asText(data['message']));
    return rowOf(data['trial'])['result'] === 'accepted' ? exitCodes.ok : exitCodes.failed;
  });

/** `orrery bench supervision`. */
export const supervision: RunCommand = (input) =>
  withBench(input, async (service) => {
    const { data } = await service.call<Row>((api) =>
      api.GET(service.at('/control/api/v1/supervision')),
    );
    if (wantsJson(input)) printJson(input, data);
    else printSupervision(createPrinter(input), data);
    return exitCodes.ok;
  });

type Act = 'release' | 'retry' | 'discard';
type Body = Readonly<Record<string, unknown>>;

/** Shows the plan, or with `--live` does exactly what is shown. */
const mend =
  (act: Act): RunCommand =>
  (input) =>
    withBench(input, async (service) => {
      const entry = parseEntry(input.args[0] ?? '');
      checkAct(act, entry);
      const isLive = input.options['live'] === true;
      if (isLive && textOption(input, 'reason') === undefined)
        throw new CommandFailure(exitCodes.usage, '--live needs --reason, for the audit log');
      const key = textOption(input, 'key');
      const body = given({
        dry_run: !isLive,
        idempotency_key: key,
        requested_by: textOption(input, 'by'),
        reason: textOption(input, 'reason'),
        mark: await markOf(input, service, entry),
        event: act === 'retry' ? eventOption(input) : undefined,
      });
      const called = await send(service, { act, entry, body, key });
      if (wantsJson(input)) printJson(input, called.data);
      else printPlan(createPrinter(input), act, called);
      return called.data['possible'] === true ? exitCodes.ok : exitCodes.failed;
    });

export const release = mend('release');
export const retry = mend('retry');
export const discard = mend('discard');

function checkAct(act: Act, entry: BenchEntry): void {
  const isLetter = 'sequence' in entry;
  if (isLetter === (act !== 'release')) return;
  throw new CommandFailure(
    exitCodes.usage,
    isLetter
      ? 'a dead letter is retried or discarded; an actor, KIND/ID, is released'
      : `an actor is released; a dead letter, by its number, can be given to ${act}`,
  );
}

/**
 * The mark of what is acted on. What was shown is named by `--mark`, of which some characters are
 * enough; with `--live` alone it is what the bench shows now.
 */
async function markOf(
  input: CommandInput,
  service: BenchConnection,
  entry: BenchEntry,
): Promise<string | undefined> {
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
  const { data } = await findEntry(service, entry);
  const { mark } = rowOf(data['actor'] ?? data['dead_letter']);
  if (typeof mark === 'string' && mark.startsWith(shown ?? '')) return mark;
  throw new CommandFailure(
    exitCodes.failed,
    'it is not what was shown any more, so nothing was done; look at it again with orrery bench show',
  );
}
const markCharsMin = 8;
const markCharsMax = 64;

function send(
  service: BenchConnection,
  request: {
    readonly act: Act;
    readonly entry: BenchEntry;
    readonly body: Body;
    readonly key: string | undefined;
  },
): Promise<Called<Row>> {
  const { act, entry, body } = request;
  return service.call<Row>(
    (api) => {
      if (!('sequence' in entry))
        return api.POST(service.at('/control/api/v1/bench/actors/{kind}/{id}/release'), {
          params: { path: entry },
          body,
        });
      return act === 'retry'
        ? api.POST(service.at('/control/api/v1/bench/dead-letters/{sequence}/retry'), {
            params: { path: entry },
            body,
          })
        : api.POST(service.at('/control/api/v1/bench/dead-letters/{sequence}/discard'), {
            params: { path: entry },
            body,
          });
    },
    { key: request.key },
  );
}

/** The value of `--event`; throws `CommandFailure` for what is no JSON object with a type. */
function eventOption(input: CommandInput): { type: string } | undefined {
  const text = textOption(input, 'event');
  if (text === undefined) return undefined;
  try {
    const event: unknown = JSON.parse(text);
    if (typeof rowOf(event)['type'] === 'string') return event as { type: string };
  } catch {
    // Said below.
  }
  throw new CommandFailure(
    exitCodes.usage,
    '--event must be a JSON object with a type, for example \'{"type":"RETRY","note":null}\'',
  );
}
