/**
 * `orrery papers …`: the papers as a list, and the steps from draft to corpus.
 * Long because it is a table with a row for each step.
 */
import { rewriteBatchStatuses } from '../../domain/entities/rewrite-batch.ts';
import type { PaperMove, ReviewMove } from '../../domain/paper-moves.ts';
import {
  checklistItemIds,
  checklistStatuses,
  paperStatuses,
  settableReviewStatuses,
} from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { systemClock } from '../../lib/clock.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { Connection } from '../connection.ts';
import { dryRunWords } from '../output/dry-run.ts';
import type { Printer } from '../output/print.ts';
import {
  age,
  cellOf,
  type Row,
  rowOf,
  rowsOf,
  status,
  statusCell,
  wordList,
} from '../output/rows.ts';
import {
  live,
  note,
  onlyTagged,
  plan,
  type RouteArgument,
  type RouteCommand,
  type RouteOption,
  routeCommand,
  sort,
} from '../route-command.ts';

const paper: RouteArgument = { name: '<paper_id>', about: 'the paper' };
const force: RouteOption = { flags: '--force', about: 'also where evidence looks incomplete' };
const onlyStatus: RouteOption = {
  flags: '--status <status>',
  about: 'only papers of this status',
  choices: paperStatuses,
};
const base = '/control/api/publication-automation';

/** What stands in the way of a step, a line each. */
const problemsOf = (reply: Row): string[] =>
  (Array.isArray(reply['problems']) ? reply['problems'] : []).map(
    (problem) => `  to mend: ${asText(problem, JSON.stringify(problem))}`,
  );

/** A step of one paper, answered when it is done. */
const step = (name: string, row: Omit<RouteCommand, 'words'>): CommandSpec =>
  routeCommand({ words: ['papers', name], args: [paper], isLong: true, ...row });

const reviewMove = (move: ReviewMove, about: string): CommandSpec =>
  step(move, {
    about,
    route: `POST ${base}/{paper_id}/move`,
    options: [note],
    also: () => ({ move }),
    say: (reply) => `Review status ${asText(reply['review_status'])}.`,
  });
const paperMove = (name: string, move: PaperMove, about: string): CommandSpec =>
  step(name, {
    about,
    route: 'POST /control/api/v1/papers/{paper_id}/move',
    options: [note],
    also: () => ({ move }),
    say: (reply) => `Paper status ${asText(reply['paper_status'])}.`,
  });

/** Papers that the corpus keeps from being imported, whatever step was found. */
function heldUpWords(held: Row): readonly string[] {
  if (held['reason'] === undefined) return [];
  return [
    `  held up: ${asText(held['paper_count'])} to import, first ${asText(held['paper_id'])}: ${asText(held['reason'])}`,
  ];
}

/** Each claim with its sources; files that are no longer what they were come first. */
function traceWords(reply: Row): readonly string[] {
  const drifted = rowsOf(reply['files']).filter(({ state }) => state !== 'same');
  const claims = rowsOf(reply['claims']).flatMap((claim) => {
    const unit = asText(claim['unit']);
    const formula = asText(claim['formula']);
    return [
      `${asText(claim['id'])} ${asText(claim['printed'])}${unit === '' ? '' : ` ${unit}`}  ${asText(claim['text'])}`,
      ...(formula === '' ? [] : [`    = ${formula}`]),
      ...rowsOf(claim['sources']).map(
        (source) =>
          `    ${asText(source['file'])}#${asText(source['pointer'])} ${asText(source['sha256']).slice(0, 12)} ${asText(source['state'])}`,
      ),
    ];
  });
  return [
    ...drifted.map(
      (file) =>
        `${asText(file['file'])} is ${asText(file['state'])}: the paper may not be published as it is.`,
    ),
    ...claims,
  ];
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
  ).map((name) => asText(of[name]));
  return [
    `${asText(batch['batch_id'])} is ${asText(batch['status'])}: of ${total} rewritten ${rewritten}, skipped ${skipped}, failed ${failed}, left ${left}`,
    ...rowsOf(batch['papers']).map((paper) => {
      const why = asText(paper['detail']);
      return `  ${asText(paper['paper_id'])}: ${asText(paper['result'])}${why === '' ? '' : ` (${why})`}`;
    }),
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

/** The steps in the order in which a paper takes them; only some know `--live`, the rest act at once. */
export const paperCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['papers', 'list'],
    isDefault: true,
    about: 'List the papers, newest change first.',
    route: 'GET /control/api/v1/papers',
    options: [onlyStatus, onlyTagged, sort],
    list: {
      columns: [
        { title: 'PAPER', of: 'paper_id', cellsMin: 20 },
        { title: 'STATUS', of: status('paper_status') },
        { title: 'CHANGED', of: age('updated_at') },
        { title: 'TAGS', of: wordList('tags'), cellsMin: 6 },
        { title: 'TITLE', of: 'title', cellsMin: 16 },
      ],
      whenEmpty: 'No paper matches; `orrery papers draft-next` says whether one is due.',
    },
  }),
  routeCommand({
    words: ['papers', 'show'],
    about: 'Show one paper with its review and checklist.',
    route: 'GET /control/api/v1/papers/{paper_id}',
    args: [paper],
    show: printPaper,
  }),
  routeCommand({
    words: ['papers', 'trace'],
    about: 'Follow the numbers of a paper to the places of the files that they come from.',
    route: 'GET /control/api/v1/papers/{paper_id}/trace',
    args: [paper],
    options: [
      { flags: '--claim <id>', about: 'only this claim, such as C3' },
      { flags: '--file <path>', about: 'only what rests on this file' },
    ],
    say: traceWords,
    isOk: ({ state }) => state === 'sound',
  }),
  step('draft-next', {
    about: 'Draft the paper of the next positive result.',
    route: 'POST /control/papers/draft-next',
    args: [],
    options: [live, plan, force],
    keyed: 'live',
    say: (reply) => [
      asText(reply['reason']),
      ...rowsOf(reply['skipped']).map(
        (row) => `  passed over ${asText(row['project_id'])}: ${asText(row['reason'])}`,
      ),
      ...(reply['action'] === 'drafted'
        ? [`Next: orrery papers rewrite ${asText(rowOf(reply['candidate'])['paper_id'])}`]
        : []),
      ...(reply['action'] === 'dry_run_draft' ? dryRunWords(reply) : []),
    ],
    isOk: ({ action }) => action !== 'noop',
  }),
  step('publish-next', {
    about: 'Take the next step of publication: rewrite, package or import one paper.',
    route: 'POST /control/papers/publish-next',
    args: [],
    options: [live],
    keyed: 'live',
    say: (reply) => [
      `${reply['paper_id'] === null ? '' : `${asText(reply['paper_id'])}: `}${asText(reply['reason'])}`,
      ...rowsOf(reply['skipped']).map(
        (row) => `  passed over ${asText(row['paper_id'])}: ${asText(row['reason'])}`,
      ),
      ...heldUpWords(rowOf(reply['held_up'])),
      ...(reply['action'] === 'dry_run_step' ? dryRunWords(reply) : []),
    ],
    isOk: ({ action }) => action !== 'noop',
  }),
  step('rewrite', {
    about: 'Rewrite a draft from its evidence.',
    route: `POST ${base}/{paper_id}/rewrite-draft`,
    options: [force],
    keyed: 'always',
    say: (reply) => [
      `${asText(reply['paper_id'])} is rewritten: ${asText(reply['paper_status'])}`,
      `  ${asText(reply['draft_markdown_path'])}`,
      `Next: orrery papers package ${asText(reply['paper_id'])}`,
    ],
  }),
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
      const results = rowsOf(reply['results']).map((row) => {
        const why = asText(row['detail']);
        return `  ${asText(row['paper_id'])}: ${asText(row['result']).replaceAll('_', ' ')}${why === '' ? '' : ` (${why})`}`;
      });
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
        { title: 'FAILED', of: (batch) => cellOf(rowOf(batch['progress']), 'failed') },
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
    args: [{ name: '<batch_id>', about: 'the batch' }],
    say: batchWords,
  }),
  step('cancel-batch', {
    about: 'Cancel a rewrite batch: the paper under way ends, the others stay as they are.',
    route: 'POST /control/api/v1/rewrite-batches/{batch_id}/cancel',
    args: [{ name: '<batch_id>', about: 'the batch' }],
    options: [note],
    say: (reply) => `${asText(reply['batch_id'])} is ${asText(reply['status'])}.`,
  }),
  step('replicate', {
    about: 'Have the experiment of a paper done again, to be compared with the first run.',
    route: 'POST /control/api/v1/papers/{paper_id}/replicate',
    options: [live],
    keyed: 'live',
    say: (reply) => [
      `Replication ${asText(reply['number'])} of run ${asText(reply['run_id'])} ${reply['dry_run'] === true ? 'would be' : 'is'} project ${asText(reply['child_project_id'])}, seed ${asText(reply['seed'])}${reply['machine_target'] === null ? '' : `, on ${asText(reply['machine_target'])}`}`,
      ...(reply['dry_run'] === true ? dryRunWords(reply) : []),
    ],
  }),
  step('package', {
    about: 'Prepare the finalization package of a paper.',
    route: `POST ${base}/{paper_id}/prepare-finalization-package`,
    options: [
      live,
      plan,
      {
        flags: '--target <label>',
        about: 'label of its target (default: corpus)',
        member: 'target_label',
      },
    ],
    keyed: 'always',
    say(reply) {
      if (reply['dry_run'] !== true)
        return [
          `The finalization package of ${asText(reply['paper_id'])} is prepared; review status ${asText(reply['review_status'])}.`,
          `Next: orrery papers import ${asText(reply['paper_id'])}`,
        ];
      const verdict = reply['would_pass'] === true ? 'prepared.' : 'refused:';
      return [`The package would be ${verdict}`, ...problemsOf(reply), ...dryRunWords(reply)];
    },
    isOk: (reply) => reply['would_pass'] !== false,
  }),
  step('import', {
    about: 'Import a finalized paper into the corpus.',
    route: 'POST /control/api/v1/corpus/import',
    options: [
      live,
      plan,
      {
        flags: '--accept-duplicate',
        about: 'also where the corpus has the same result, or had it and it was removed',
      },
    ],
    keyed: 'always',
    say(reply) {
      const paperId = asText(reply['paper_id']);
      if (reply['dry_run'] !== true)
        return `${paperId} is in the corpus as ${asText(reply['public_id'])}.`;
      const verdict = reply['would_pass'] === true ? 'imported into the corpus.' : 'refused:';
      return [`${paperId} would be ${verdict}`, ...problemsOf(reply), ...dryRunWords(reply)];
    },
    isOk: (reply) => reply['would_pass'] !== false,
  }),
  step('remove', {
    about: 'Remove a paper from the corpus, which keeps a tombstone of it.',
    route: 'POST /control/api/v1/corpus/remove',
    options: [
      live,
      { flags: '--reason <text>', about: 'why it is removed, as its tombstone says it' },
    ],
    keyed: 'always',
    say(reply) {
      const paperId = asText(reply['paper_id']);
      const id = asText(reply['public_id']);
      if (reply['dry_run'] !== true)
        return `${paperId} is removed from the corpus; ${id} is its tombstone.`;
      const verdict = reply['would_pass'] === true ? 'removed from the corpus.' : 'refused:';
      return [
        `${paperId} (${id}) would be ${verdict}`,
        ...problemsOf(reply),
        ...dryRunWords(reply),
      ];
    },
    isOk: (reply) => reply['would_pass'] !== false,
  }),
  step('status', {
    about: 'Set the raw review status of a paper.',
    route: `POST ${base}/{paper_id}/status`,
    args: [
      paper,
      { name: '<review_status>', about: 'the status', choices: settableReviewStatuses },
    ],
    options: [note, { flags: '--blocker <text>', about: 'what blocks it' }],
    say: (reply) => `Review status ${asText(reply['review_status'])}.`,
  }),
  step('check', {
    about: "Decide one item of a paper's checklist.",
    route: `POST ${base}/{paper_id}/checklist/{item_id}`,
    args: [
      paper,
      { name: '<item_id>', about: 'the item', choices: checklistItemIds },
      { name: '<status>', about: 'the decision', choices: checklistStatuses },
    ],
    options: [note],
    say: () => 'Noted.',
  }),
  reviewMove('claim', 'Take a paper up, so that nobody else does.'),
  reviewMove('release', 'Give a claimed paper back to the queue.'),
  reviewMove('block', 'Hold a paper because something is wrong; --note says what.'),
  reviewMove('defer', 'Put a paper off until it is requeued.'),
  reviewMove('requeue', 'Put a blocked or deferred paper back into the queue.'),
  reviewMove('reject', 'Turn a paper down; --note says why.'),
  reviewMove('evaluate', 'Have lint, audit, checklist and rank of a paper worked out again.'),
  paperMove(
    'hold',
    'request_human_review',
    'Hold a paper until a person has looked; --note says why.',
  ),
  paperMove('unhold', 'end_human_review', 'Let a paper go on after its human review.'),
  paperMove('archive', 'archive', 'Put a paper away for good.'),
  step('approve', {
    about: 'Mark a paper ready for finalization.',
    route: `POST ${base}/{paper_id}/approve-finalization`,
    options: [note],
    also: () => ({ requested_by: 'operator' }),
    keyed: 'always',
    say: (reply) => `Approved: review status ${asText(reply['review_status'])}.`,
  }),
  {
    words: ['papers', 'verify'],
    about: 'Prove the papers of a folder, without a service, and say what could not be looked at.',
    args: [{ name: '<dir>', about: 'a paper, a package, a run or a corpus folder' }],
    options: [
      { flags: '--key <file>', about: 'public key the papers must be signed with (orrery key)' },
      { flags: '--json', about: 'print the checks as JSON' },
    ],
    notes:
      'Looked at are numbers, manifest, words, checksums and files that nothing lists.\nA package also holds verify.mjs, which needs nothing but Node: docs/verifying-papers.md.',
    load: () => import('./papers-verify.ts'),
  },
];

function printPaper(detail: Row, printer: Printer): void {
  const shown = rowOf(detail['paper']);
  const review = rowOf(detail['review']);
  printer.line(asText(shown['title'], asText(shown['paper_id'])), 'strong');
  printer.fields([
    ['paper', cellOf(shown, 'paper_id')],
    ['status', statusCell(shown, 'paper_status')],
    ['review', statusCell(review, 'review_status')],
    ['rank', cellOf(review, 'rank_score')],
    ['lint passes', cellOf(review, 'lint_passes')],
    ['strict audit', cellOf(review, 'audit_verdict')],
    ['project', cellOf(shown, 'project_id')],
    ['replication', statusCell(rowOf(detail['replication']), 'status')],
    ['replication run', cellOf(rowOf(detail['replication']), 'child_run_id')],
    ['tags', wordList('tags')(shown)],
    ['run', cellOf(shown, 'run_id')],
    ['markdown', cellOf(shown, 'draft_markdown_path')],
    ['package', cellOf(review, 'package_dir')],
  ]);
  printer.title('Checklist');
  printer.rows(
    [
      { title: 'ITEM', of: 'item_id' },
      { title: 'STATUS', of: status() },
      { title: 'BY', of: 'evaluated_by' },
      {
        title: 'FINDING',
        of: (item) => cellOf(item, 'note') ?? cellOf(item, 'finding'),
        cellsMin: 20,
      },
    ],
    review['checklist'],
    'Not evaluated yet.',
  );
}
