/** `orrery papers rewrite-batch …`: rewriting many drafts, how far that is, and canceling it. */
import { rewriteBatchStatuses } from '../../domain/entities/rewrite-batch.ts';
import { asText } from '../../lib/as-text.ts';
import { systemClock } from '../../lib/clock.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { Connection } from '../connection.ts';
import { dryRunWords } from '../output/dry-run.ts';
import { age, cellOf, type Row, rowOf, rowsOf, status } from '../output/rows.ts';
import { live, note, plan, type RouteArgument, routeCommand } from '../route-command.ts';
import { base, force, onlyStatus, step } from './papers-step.ts';

const batch: RouteArgument = { name: '<batch_id>', about: 'the batch' };

/** What became of one paper, and why. */
function resultWords(row: Row): string {
  const why = asText(row['detail']);
  const result = asText(row['result']).replaceAll('_', ' ');
  return `  ${asText(row['paper_id'])}: ${result}${why === '' ? '' : ` (${why})`}`;
}

/** Papers of a batch that it has come to, of how many; a dash where the service did not say. */
function doneOf(batch: Row): string | null {
  const { total, left } = rowOf(batch['progress']);
  return typeof total === 'number' && typeof left === 'number'
    ? `${total - left} of ${total}`
    : null;
}

/** How far a batch is, and what became of each of its papers. */
function batchWords(batch: Row): readonly string[] {
  const of = rowOf(batch['progress']);
  const [total, rewritten, skipped, failed, left] = (
    ['total', 'rewritten', 'skipped', 'failed', 'left'] as const
  ).map((name) => cellOf(of, name));
  return [
    `${asText(batch['batch_id'])} is ${asText(batch['status'])}: of ${total} rewritten ${rewritten}, skipped ${skipped}, failed ${failed}, left ${left}`,
    ...rowsOf(batch['papers']).map(resultWords),
  ];
}

/** Between two looks at a batch, milliseconds. */
const batchLookMs = 1_000;

/** The batch when it is over, where it was asked to wait for one; else the reply as it is. */
async function waitForBatch(reply: Row, input: CommandInput, { send }: Connection): Promise<Row> {
  const { batch_id } = rowOf(reply['batch']);
  if (input.options['wait'] !== true || typeof batch_id !== 'string') return reply;
  for (;;) {
    const { data } = await send<Row>({
      route: 'GET /control/api/v1/rewrite-batches/{batch_id}',
      path: { batch_id },
    });
    if (data['status'] === 'done' || data['status'] === 'canceled') return data;
    await new Promise<void>((resolve) => systemClock.setTimer(batchLookMs, resolve));
  }
}

/** In the order in which they are of use. */
export const batchCommands: readonly CommandSpec[] = [
  step('rewrite-batch', {
    about: 'Rewrite up to 200 drafts; the command ends when all are done, or with --async at once.',
    route: `POST ${base}/rewrite-batch`,
    args: [],
    options: [
      { ...onlyStatus, member: 'paper_status' },
      { flags: '--search <text>', about: 'only papers with this text' },
      {
        flags: '--limit <number>',
        about: 'at most so many, 1 to 200 (default: 10)',
        range: [1, 200],
      },
      {
        flags: '--async',
        about: 'let the service go on by itself; `papers batch` shows how far it is',
      },
      {
        flags: '--wait',
        about: 'with --async: wait until the batch is over',
        member: null,
      },
      live,
      plan,
      force,
    ],
    keyed: 'live',
    complete: waitForBatch,
    isOk: ({ progress }) =>
      rowOf(progress)['failed'] === undefined || rowOf(progress)['failed'] === 0,
    say(reply) {
      if (reply['progress'] !== undefined) return batchWords(reply);
      const batch = rowOf(reply['batch']);
      const results = rowsOf(reply['results']).map(resultWords);
      return [
        ...(results.length === 0 ? ['No paper is selected.'] : results),
        ...(batch['batch_id'] === undefined
          ? []
          : [`Next: orrery papers batch ${asText(batch['batch_id'])}`]),
        ...(reply['dry_run'] === true ? dryRunWords(reply) : []),
      ];
    },
  }),
  routeCommand({
    words: ['papers', 'rewrite-batches'],
    about: 'List the rewrite batches of the service, those started last first.',
    route: 'GET /control/api/v1/rewrite-batches',
    options: [
      {
        flags: '--status <status>',
        about: 'only batches of this status',
        choices: rewriteBatchStatuses,
      },
    ],
    list: {
      columns: [
        { title: 'BATCH', of: 'batch_id' },
        { title: 'STATUS', of: status() },
        { title: 'DONE', of: doneOf },
        { title: 'FAILED', of: (row) => cellOf(rowOf(row['progress']), 'failed') },
        { title: 'STARTED', of: age('created_at') },
        { title: 'BY', of: 'requested_by', cellsMin: 8 },
      ],
      whenEmpty:
        'No rewrite batch matches; `orrery papers rewrite-batch --live --async` starts one.',
    },
  }),
  step('batch', {
    about: 'Show how far a rewrite batch is.',
    route: 'GET /control/api/v1/rewrite-batches/{batch_id}',
    args: [batch],
    say: batchWords,
  }),
  step('cancel-batch', {
    about: 'Cancel a rewrite batch: the paper under way ends, the others stay as they are.',
    route: 'POST /control/api/v1/rewrite-batches/{batch_id}/cancel',
    args: [batch],
    options: [note],
    say: (reply) => `${asText(reply['batch_id'])} is ${asText(reply['status'])}.`,
  }),
];
