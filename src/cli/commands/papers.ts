/** `orrery papers …`: the papers as a list, and the steps from draft to corpus. */
import type { PaperMove, ReviewMove } from '../../domain/paper-moves.ts';
import {
  checklistItemIds,
  checklistStatuses,
  settableReviewStatuses,
} from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandSpec } from '../command.ts';
import { dryRunWords } from '../output/dry-run.ts';
import type { Printer } from '../output/print.ts';
import { age, cellOf, type Row, rowOf, rowsOf, status, statusCell, tags } from '../output/rows.ts';
import { live, moment, note, plan, routeCommand, sort } from '../route-command.ts';
import { batchCommands } from './papers-batches.ts';
import { corpusCommands } from './papers-corpus.ts';
import { base, force, onlyStatus, paper, step } from './papers-step.ts';

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
    `  held up: ${cellOf(held, 'paper_count')} to import, first ${asText(held['paper_id'])}: ${asText(held['reason'])}`,
  ];
}

/** Where the run behind it is found in the event log, and its telemetry. */
function runWords(run: Row): readonly string[] {
  const events = Object.entries(rowOf(run['event_ids']))
    .filter(([, id]) => id !== null)
    .map(([what, id]) => `${what} ${String(id)}`);
  if (events.length === 0) return [];
  return [`Run ${asText(run['run_id'])}: events ${events.join(', ')}; ${asText(run['telemetry'])}`];
}

/** Each claim with its sources; files that are no longer what they were come first. */
function traceWords(reply: Row): readonly string[] {
  const drifted = rowsOf(reply['files']).filter(({ state }) => state !== 'same');
  const claims = rowsOf(reply['claims']).flatMap((claim) => {
    const unit = asText(claim['unit']);
    const formula = asText(claim['formula']);
    return [
      `${asText(claim['id'])} ${asText(claim['printed'])}${unit === '' ? '' : ` ${unit}`}: ${asText(claim['text'])}`,
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
    ...runWords(rowOf(reply['run'])),
    ...claims,
  ];
}

/** The steps in the order in which a paper takes them; only some know `--live`, the rest act at once. */
export const paperCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['papers', 'list'],
    isDefault: true,
    about: 'List the papers, newest change first.',
    route: 'GET /control/api/v1/papers',
    options: [onlyStatus, sort, moment],
    list: {
      of: 'paper',
      columns: [
        { title: 'TITLE', of: 'title', cellsMin: 16 },
        { title: 'PAPER', of: 'paper_id', cellsMin: 20 },
        { title: 'STATUS', of: status('paper_status') },
        { title: 'CHANGED', of: age('updated_at') },
        { title: 'TAGS', of: tags, cellsMin: 6 },
      ],
      whenEmpty: 'No paper matches; `orrery papers draft-next` says whether one is due.',
    },
  }),
  routeCommand({
    words: ['papers', 'show'],
    about: 'Show one paper with its review and checklist.',
    route: 'GET /control/api/v1/papers/{paper_id}',
    args: [paper],
    options: [moment],
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
    options: [live, plan],
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
  ...batchCommands,
  step('replicate', {
    about: 'Have the experiment of a paper done again, to be compared with the first run.',
    route: 'POST /control/api/v1/papers/{paper_id}/replicate',
    options: [live],
    keyed: 'live',
    say: (reply) => [
      `Replication ${cellOf(reply, 'number')} of run ${asText(reply['run_id'])} ${reply['dry_run'] === true ? 'would be' : 'is'} project ${asText(reply['child_project_id'])}, seed ${cellOf(reply, 'seed')}${reply['machine_target'] === null ? '' : `, on ${asText(reply['machine_target'])}`}`,
      ...(reply['dry_run'] === true ? dryRunWords(reply) : []),
    ],
  }),
  ...corpusCommands,
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
  paperMove('cancel-writing', 'cancel_writing', 'Have a draft or a rewrite written no further.'),
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
    ['not as written', cellOf(review, 'drift')],
    ['project', cellOf(shown, 'project_id')],
    ['replication', statusCell(rowOf(detail['replication']), 'status')],
    ['replication run', cellOf(rowOf(detail['replication']), 'child_run_id')],
    ['tags', tags(shown)],
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
