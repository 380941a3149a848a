/** Commands for the whole queue: what is started next, pausing and resuming, a known loss of events. */
import { asText } from '../../lib/as-text.ts';
import { counted } from '../../lib/counted.ts';
import { type CommandInput, type CommandSpec, exitCodes } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { dryRunWords } from '../output/dry-run.ts';
import type { Printer } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf } from '../output/rows.ts';
import { live, note, plan, type RouteName, routeCommand } from '../route-command.ts';

/** Only `dispatch` is a dry run unless told; the other three act at once. */
export const switchCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['dispatch'],
    about: 'Show what would be started next, or start it with --live.',
    route: dispatchRoute,
    options: [
      { flags: '--next', about: 'the next eligible item (this is the default)', member: null },
      { flags: '--project <project_id>', about: 'this one instead', member: 'project_id' },
      live,
      plan,
      { flags: '--force-preflight', about: 'look at the worker anew' },
    ],
    keyed: 'live',
    isLong: true,
    show: printDispatch,
    isOk: ({ action }) => action === 'dry_run_dispatch' || action === 'live_dispatch',
  }),
  routeCommand({
    words: ['pause'],
    about: 'Start nothing new; what runs goes on.',
    route: 'POST /control/pause',
    options: [
      { flags: '--reason <text>', about: 'why' },
      {
        flags: '--maintenance',
        about: 'maintenance mode: preflights fail too',
        member: 'maintenance_mode',
      },
    ],
    by: 'paused_by',
    say: (reply) =>
      `The queue is ${asText(reply['status'])}. What runs goes on; nothing new is started until \`orrery resume\`.`,
  }),
  routeCommand({
    words: ['resume'],
    about: 'Let dispatches begin again.',
    route: 'POST /control/resume',
    by: 'resumed_by',
    say: () => 'The queue is open: dispatches may begin.',
  }),
  routeCommand({
    words: ['archive'],
    about: 'Show what of the event log is archived and what is old enough, or with --live move it.',
    route: 'POST /control/api/v1/event-log/archive',
    options: [
      live,
      {
        flags: '--after-days <days>',
        about: 'age of what is moved (default: events_archive_after_days)',
        member: 'after_days',
        range: [1, 3650],
      },
      {
        flags: '--trust-clock',
        about: 'the clock alone says what is old, not the daily looks at the log',
        member: 'trust_clock',
      },
    ],
    // Done twice it moves nothing more, so it takes no key.
    by: null,
    say: sayArchive,
  }),
  routeCommand({
    words: ['acknowledge-loss'],
    about: 'Say that you know what is gone from the event log; readiness says no more of it.',
    route: 'POST /control/api/v1/event-log/acknowledge-loss',
    options: [note],
    by: 'acknowledged_by',
    say: () => 'Noted in the log. Readiness and headline say no more of it.',
  }),
];

function sayArchive(reply: Row): readonly string[] {
  const made = rowsOf(reply['made']);
  const due = Number(reply['due_count']);
  const files = Number(reply['files']);
  return [
    files === 0
      ? 'No event is in the archive.'
      : `The events up to ${cellOf(reply, 'archived_to')} are in ${counted(files, 'file')} of the archive (${cellOf(reply, 'kept')} of them are in the store as well).`,
    ...made.map(
      (row) =>
        `  moved ${cellOf(row, 'first_id')} to ${cellOf(row, 'last_id')} into ${asText(row['file'])}`,
    ),
    due === 0
      ? 'Nothing more is due.'
      : `Due: ${counted(due, 'event')}, up to ${cellOf(reply, 'due_to')}.`,
    ...(reply['waits_for'] === null
      ? []
      : [`Others that are old wait for ${asText(reply['waits_for'])}.`]),
    ...(reply['scheduled'] === true
      ? []
      : ['Nothing is moved by itself: events_archive_after_days is 0.']),
  ];
}

function dispatchRoute({ options }: CommandInput): RouteName {
  if (options['project'] === undefined) return 'POST /control/dispatch-next';
  if (options['next'] === true)
    throw new CommandFailure(exitCodes.usage, 'give --next or --project, not both');
  return 'POST /control/dispatch-one';
}

const candidateMembers = [
  ['project', 'project_id'],
  ['name', 'project_name'],
  ['worker', 'worker_target'],
  ['lane', 'lane'],
  ['why there', 'route_reason'],
  ['mode', 'mode'],
  ['class', 'workload_class'],
  ['priority', 'dispatch_priority'],
  ['prompt', 'prompt_file'],
] as const;

function printDispatch(reply: Row, printer: Printer): void {
  const candidate = { ...rowOf(reply['candidate']), run_id: rowOf(reply['live'])['run_id'] };
  printer.line(asText(reply['reason']), 'strong');
  printer.fields(
    [...candidateMembers, ['run', 'run_id'] as const]
      .filter(([, member]) => (candidate as Row)[member] !== undefined)
      .map(([title, member]) => [title, cellOf(candidate, member)]),
  );
  if (reply['action'] !== 'dry_run_dispatch') return;
  const checks = Array.isArray(reply['checks']) ? reply['checks'] : [];
  printer.line(`Checked first: ${checks.join(', ')}`, 'dim');
  for (const words of dryRunWords(reply)) printer.line(words, 'dim');
}
