/** `orrery status`: may it be left alone, what needs a person, what runs, what comes next. */
import { endSentence } from '../../domain/sentence.ts';
import { asText } from '../../lib/as-text.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { CommandSpec } from '../command.ts';
import { formatAge, localTimes } from '../output/age.ts';
import type { Printer } from '../output/print.ts';
import { age, cellOf, type Row, rowOf, rowsOf, status } from '../output/rows.ts';
import { routeCommand } from '../route-command.ts';

/** One request; ends well whatever it shows, unless `--check` is given. */
export const statusCommand: CommandSpec = routeCommand({
  words: ['status'],
  about: 'Show whether it may be left alone, what needs a person, what runs and what is next.',
  route: 'GET /control/api/v1/overview',
  options: [
    {
      flags: '--check',
      about: 'end with status 1 when it must not be left alone',
      member: null,
    },
  ],
  show: printOverview,
  isOk: (overview, { options }) => options['check'] !== true || overview['leave_alone'] === true,
});

function printOverview(overview: Row, printer: Printer, baseUrl: string): void {
  const now = overview['generated_at'];
  const control = rowOf(overview['control']);
  const { enabled: isPumping } = rowOf(overview['pump']);
  const reason = asText(control['reason']);
  const attention = rowsOf(overview['top_items']);
  const active = rowsOf(overview['active']);
  const counts = rowOf(overview['operator_counts']);
  const inAll = (lane: string, shown: readonly Row[]) => cellOf(counts, lane) ?? shown.length;
  printer.line(asText(overview['headline']), overview['leave_alone'] === true ? 'strong' : 'warn');
  printer.line(
    `${baseUrl}: queue ${asText(control['status'])}${reason === '' ? '' : ` (${reason})`}, live dispatch ${overview['live_dispatch_enabled'] === true ? 'on' : 'off'}, pump ${isPumping === true ? 'on' : isPumping === false ? 'off' : 'unknown'}`,
    'dim',
  );
  printPlane(rowOf(overview['plane']), printer, now);
  printReasons(rowsOf(overview['reasons']), printer, now);
  for (const { words, remedy } of rowsOf(overview['cautions']))
    printer.line(`But ${endSentence(asText(words))} ${endSentence(asText(remedy))}`, 'dim');
  printer.line(asText(rowOf(overview['forecast'])['sentence']));
  printer.title('Lanes');
  printer.line(lanesLine(counts));
  printer.title(`Needs a person (${inAll('attention', attention)})`);
  printer.rows(
    [
      { title: 'PROJECT', of: 'project_id', cellsMin: 16 },
      { title: 'STATUS', of: status() },
      { title: 'SINCE', of: age('since') },
      { title: 'WHY', of: 'reason', cellsMin: 16 },
      { title: 'NEXT STEP', of: 'next_step', cellsMin: 16 },
    ],
    attention,
    'Nothing.',
    now,
  );
  printMore('attention', inAll('attention', attention), attention, printer);
  printer.title(`Running (${inAll('running', active)})`);
  printer.rows(
    [
      { title: 'PROJECT', of: 'project_id', cellsMin: 16 },
      { title: 'STATUS', of: status() },
      { title: 'WORKER', of: 'worker_target', cellsMin: 7 },
      { title: 'FOR', of: ({ age_seconds: age }) => durationOf(age), align: 'right' },
      { title: 'RUN', of: 'run_id', cellsMin: 12 },
      { title: 'NEXT STEP', of: 'next_step', cellsMin: 12 },
    ],
    active,
    'Nothing.',
  );
  printMore('running', inAll('running', active), active, printer);
  printer.title('Workers');
  printer.rows(
    [
      { title: 'WORKER', of: 'target' },
      { title: 'STATUS', of: status() },
      { title: 'SEEN', of: (worker) => formatAge(worker['observed_at'], now) ?? 'never' },
      { title: 'TROUBLE', of: 'trouble', cellsMin: 20 },
    ],
    overview['workers'],
    'None has been looked at yet; a preflight or a dispatch does that.',
  );
  printer.title('Next');
  printer.line(nextLine(overview));
}

/** Where the rest of a lane is listed. */
function printMore(lane: string, inAll: unknown, shown: readonly Row[], printer: Printer): void {
  const more = Number(inAll) - shown.length;
  if (more > 0) printer.line(`and ${more} more: orrery queue --operator-lane ${lane}`, 'dim');
}

function printPlane({ role, holder }: Row, printer: Printer, now: unknown): void {
  if (typeof role !== 'string') return;
  const { address, since } = rowOf(holder);
  const whose = role === 'active' ? 'which it holds' : `held by ${asText(address, 'another one')}`;
  const lease =
    since === undefined
      ? 'nobody is known to hold'
      : `${whose} since ${localTimes(asText(since), now)}`;
  printer.line(`This control plane is ${role}; the lease: ${lease}`, 'dim');
}

function printReasons(reasons: readonly Row[], printer: Printer, now: unknown): void {
  if (reasons.length === 0) return;
  printer.title(`Why it cannot be left alone (${reasons.length})`);
  printer.rows(
    [
      { title: 'CAUSE', of: 'title', cellsMin: 24 },
      { title: 'SINCE', of: age('since') },
      { title: 'HOLDS UP', of: ({ holds_up: held }) => heldUp(rowOf(held)), cellsMin: 8 },
      { title: 'WHAT ENDS IT', of: ({ act }) => asText(rowOf(act)['label']), cellsMin: 24 },
    ],
    reasons,
    '',
    now,
  );
}

function heldUp(held: Row): string | null {
  const parts = [
    [Number(held['items'] ?? 0), 'item'],
    [Number(held['papers'] ?? 0), 'paper'],
  ] as const;
  const said = parts.flatMap(([count, word]) =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`],
  );
  return said.length === 0 ? null : said.join(', ');
}

const durationOf = (seconds: unknown): string | null =>
  typeof seconds === 'number' ? formatDuration(seconds) : null;

const lanes = [
  ['queued', 'queued'],
  ['running', 'running'],
  ['write', 'write'],
  ['finalize', 'finalize'],
  ['publish', 'publish'],
  ['imported', 'in the corpus'],
] as const;

function lanesLine(counts: Row): string {
  const shown = lanes.map(([name, title]) => `${title} ${cellOf(counts, name) ?? '?'}`).join(' → ');
  const beside = [
    `done without a paper ${cellOf(counts, 'done_no_paper') ?? '?'}`,
    ...(counts['paused'] === undefined ? [] : [`paused ${cellOf(counts, 'paused')}`]),
  ];
  return `${shown}   (${beside.join(', ')})`;
}

function nextLine(overview: Row): string {
  const next = rowOf(overview['next_candidate']);
  const reason = asText(overview['next_reason']);
  const id = asText(next['project_id']);
  return id === '' ? reason : `${id} on ${asText(next['worker_target'], '?')} (${reason})`;
}
