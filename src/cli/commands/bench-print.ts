/** How `orrery bench` shows entries, plans and the supervision tree to a person. */
import { asText } from '../../lib/as-text.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatAge } from '../output/age.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type ReplyColumn, type Row, rowOf, rowsOf } from '../output/rows.ts';

/** Characters of a mark that a plan proposes; `--mark` takes fewer than all. */
const markCharsShown = 12;

/** Both lists; an empty one is left out, for the first line says it. */
export function printBench(reply: Row, printer: Printer): void {
  const now = reply['generated_at'];
  printer.line(asText(reply['summary']), 'strong');
  const check = rowOf(reply['restore_check']);
  printer.line(
    `Stored actors checked since the start: ${cellOf(check, 'checked')} (${asText(check['state'])}), not restorable: ${cellOf(check, 'failed')}.`,
    'dim',
  );
  const why: readonly ReplyColumn[] = [
    { title: 'SINCE', of: (row) => formatAge(row['since'] ?? row['at'], now) },
    { title: 'WHY', of: 'reason', cellsMin: 20 },
  ];
  const actors = rowsOf(reply['actors']);
  if (actors.length > 0) {
    printer.title('Out of service');
    printer.rows(
      [
        { title: 'ACTOR', of: nameOf, cellsMin: 16 },
        { title: 'STATUS', of: 'status' },
        { title: 'EVENT', of: 'event_type' },
        ...why,
      ],
      actors,
      '',
    );
  }
  const letters = rowsOf(reply['dead_letters']);
  if (letters.length > 0) {
    printer.title('Dead letters');
    printer.rows(
      [
        { title: 'NUMBER', of: 'sequence', align: 'right' },
        { title: 'FOR', of: nameOf, cellsMin: 16 },
        { title: 'EVENT', of: 'event_type' },
        { title: 'FROM', of: 'source' },
        ...why,
      ],
      letters,
      '',
    );
  }
  const totals = rowOf(reply['totals']);
  const lettersCount = Number(totals['dead_letters']);
  if (Number(totals['out_of_service']) > actors.length || lettersCount > letters.length)
    printer.line('These are the first of them; --all shows every one.', 'dim');
}

const nameOf = (row: Row): string => `${asText(row['kind'])}/${asText(row['id'])}`;

/** One entry; `reply` is that of its own route. */
export function printEntry(reply: Row, printer: Printer): void {
  const now = reply['generated_at'];
  const isLetter = reply['dead_letter'] !== undefined;
  const entry = rowOf(isLetter ? reply['dead_letter'] : reply['actor']);
  printer.fields([
    ...(isLetter
      ? ([
          ['dead letter', cellOf(entry, 'sequence')],
          ['for', nameOf(entry)],
          ['from', `${asText(entry['source'])} by ${asText(entry['by'])}`],
          ['since', formatAge(entry['at'], now)],
          ['correlation id', cellOf(entry, 'correlation_id')],
          ['actor in service', cellOf(entry, 'actor_in_service')],
        ] as const)
      : ([
          ['actor', nameOf(entry)],
          ['status', cellOf(entry, 'status')],
          ['since', formatAge(entry['since'], now)],
          ['restorable', cellOf(reply, 'restorable')],
          ['waiting', waitingWords(rowOf(reply['waiting']))],
        ] as const)),
    ['why', cellOf(entry, 'reason')],
    ['mark', cellOf(entry, 'mark')],
  ]);
  if (entry['event'] !== null) {
    printer.title('Event');
    for (const line of JSON.stringify(entry['event'], null, 2).split('\n')) printer.line(line);
  }
  printer.line(
    isLetter
      ? 'orrery bench try, retry or discard with this number goes on from here.'
      : 'orrery bench try or release with this name goes on from here.',
    'dim',
  );
}

const waitingWords = (waiting: Row): string =>
  `${cellOf(waiting, 'timers')} timers, ${cellOf(waiting, 'effects')} effects, ${cellOf(waiting, 'messages')} messages`;

/** What would be done, or was. */
export function printPlan(printer: Printer, act: string, data: Row): void {
  printer.line(asText(data['message']), 'strong');
  if (typeof data['obstacle'] === 'string') printer.line(data['obstacle'], 'warn');
  if (data['dry_run'] === true && data['possible'] === true)
    printer.line(
      `Add --mark ${asText(data['mark']).slice(0, markCharsShown)} --reason TEXT --live to ${act} exactly this.`,
      'dim',
    );
}

/** Hosts, groups and kinds, each under the path to it. */
export function printSupervision(reply: Row, printer: Printer): void {
  const cells = (name: string, node: Row) => [
    name,
    cellOf(node, 'strategy'),
    `${cellOf(node, 'failures')} of ${cellOf(node, 'failures_max')}`,
    formatDuration(Number(node['window_ms']) / 1000),
    cellOf(node, 'out_of_service'),
  ];
  printer.table(
    [
      { title: 'SUPERVISED', cellsMin: 16 },
      { title: 'STRATEGY' },
      { title: 'FAILURES', align: 'right' },
      { title: 'WITHIN', align: 'right' },
      { title: 'OUT OF SERVICE', align: 'right' },
    ],
    rowsOf(reply['hosts']).flatMap((host) => {
      const top = asText(host['host']);
      return [
        [top, null, null, null, cellOf(host, 'out_of_service')],
        ...rowsOf(host['groups']).flatMap((group) => {
          const path = `${top} > ${asText(group['name'])}`;
          return [
            cells(path, group),
            ...rowsOf(group['kinds']).map((kind) =>
              cells(`${path} > ${asText(kind['name'])}`, kind),
            ),
          ];
        }),
      ];
    }),
    'No host runs.',
  );
  const actors = rowsOf(reply['hosts']).flatMap((host) => rowsOf(host['actors']));
  if (actors.length > 0) printActors(printer, actors, reply['generated_at']);
}

/** Actors that persist nothing, each with the machines that it drives. */
function printActors(printer: Printer, actors: readonly Row[], now: unknown): void {
  printer.title('Actors that persist nothing');
  printer.rows(
    [
      { title: 'ACTOR', of: nameOf, cellsMin: 16 },
      { title: 'STATUS', of: statusOf, cellsMin: 16 },
      { title: 'WAITING', of: 'waiting', align: 'right' },
      { title: 'RESTARTS', of: 'restarts', align: 'right' },
      { title: 'LAST FAILURE', of: (actor) => failureOf(actor, now), cellsMin: 16 },
    ],
    actors,
    '',
  );
}

function statusOf(actor: Row): string {
  const inner = rowsOf(actor['inner']).map(
    (machine) => `${asText(machine['kind'])}: ${asText(machine['status'])}`,
  );
  return [asText(actor['status']), ...inner].join(', ');
}

function failureOf(actor: Row, now: unknown): string | null {
  const { at, event, reason } = rowOf(actor['last_failure']);
  return at === undefined ? null : `${formatAge(at, now)} on ${asText(event)}: ${asText(reason)}`;
}
