/** `orrery papers …`: the papers as a list, and the steps from draft to corpus. */
import { checklistStatuses, paperStatuses, settableReviewStatuses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { systemEntropy } from '../../lib/ids.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Called, type Connection, longReplyMsMax, withConnection } from '../connection.ts';
import { printList } from '../list-pages.ts';
import { given, numberOption, textOption, toWord, wordOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf, statusCell } from '../output/rows.ts';

export const list: RunCommand = (input) =>
  withConnection(input, ({ call }) => {
    const filters = given({
      status: wordOption(input, 'status', paperStatuses),
      sort: textOption(input, 'sort'),
    });
    return printList(input, {
      columns: [
        { title: 'PAPER', cellsMin: 20 },
        { title: 'STATUS' },
        { title: 'CHANGED' },
        { title: 'TITLE', cellsMin: 16 },
      ],
      whenEmpty: 'No paper matches; `orrery papers draft-next` says whether one is due.',
      toCells: (row, now) => [
        cellOf(row, 'paper_id'),
        statusCell(row, 'paper_status'),
        formatAge(row['updated_at'], now),
        cellOf(row, 'title'),
      ],
      fetch: (page) =>
        call((api) =>
          api.GET('/control/api/v1/papers', { params: { query: { ...page, ...filters } } }),
        ),
    });
  });

export const show: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const path = { paper_id: input.args[0] ?? '' };
    const { data } = await call<Row>((api) =>
      api.GET('/control/api/v1/papers/{paper_id}', { params: { path } }),
    );
    if (wantsJson(input)) printJson(input, data);
    else printPaper(createPrinter(input), data);
    return exitCodes.ok;
  });

function printPaper(printer: Printer, detail: Row): void {
  const paper = rowOf(detail['paper']);
  const review = rowOf(detail['review']);
  printer.line(asText(paper['title'], asText(paper['paper_id'])), 'strong');
  printer.fields([
    ['paper', cellOf(paper, 'paper_id')],
    ['status', statusCell(paper, 'paper_status')],
    ['review', statusCell(review, 'review_status')],
    ['rank', cellOf(review, 'rank_score')],
    ['lint passes', cellOf(review, 'lint_passes')],
    ['strict audit', cellOf(review, 'audit_verdict')],
    ['project', cellOf(paper, 'project_id')],
    ['run', cellOf(paper, 'run_id')],
    ['markdown', cellOf(paper, 'draft_markdown_path')],
    ['package', cellOf(review, 'package_dir')],
  ]);
  printer.title('Checklist');
  printer.table(
    [{ title: 'ITEM' }, { title: 'STATUS' }, { title: 'BY' }, { title: 'FINDING', cellsMin: 20 }],
    rowsOf(review['checklist']).map((item) => [
      cellOf(item, 'item_id'),
      statusCell(item, 'status'),
      cellOf(item, 'evaluated_by'),
      cellOf(item, 'note') ?? cellOf(item, 'finding'),
    ]),
    'Not evaluated yet.',
  );
}

/** Body members of everything that changes a paper; the key is made here so that it can be shown. */
function changeOf(input: CommandInput, needed: boolean) {
  const key = textOption(input, 'key') ?? (needed ? `cli-${systemEntropy.id()}` : undefined);
  const body = given({ idempotency_key: key, requested_by: textOption(input, 'by') });
  return { key, body, options: { key, timeoutMs: longReplyMsMax } };
}

type Perform = (call: Connection['call'], input: CommandInput) => Promise<Called<Row>>;

/** A command that prints what `tell` makes of the reply. */
const step =
  (perform: Perform, tell: (reply: Row) => readonly string[]): RunCommand =>
  (input) =>
    withConnection(input, async ({ call }) => {
      const { data, replayed } = await perform(call, input);
      if (wantsJson(input)) printJson(input, data);
      else {
        const printer = createPrinter(input);
        for (const line of tell(data)) printer.line(line);
        if (replayed)
          printer.line('This key was used before: the answer to that request is repeated.', 'dim');
      }
      return data['action'] === 'noop' || data['would_pass'] === false
        ? exitCodes.failed
        : exitCodes.ok;
    });

const live = ({ options }: CommandInput): boolean => options['live'] === true;
const dryRunWords = 'This was a dry run: nothing has changed. Add --live to do it.';

/** `failed` when there is nothing to draft; the reply says why. */
export const draftNext = step(
  (call, input) => {
    const change = changeOf(input, live(input));
    const force = input.options['force'] === true;
    const body = { ...change.body, dry_run: !live(input), force };
    return call<Row>((api) => api.POST('/control/papers/draft-next', { body }), change.options);
  },
  (reply) => [
    asText(reply['reason']),
    ...rowsOf(reply['skipped']).map(
      (row) => `  passed over ${asText(row['project_id'])}: ${asText(row['reason'])}`,
    ),
    ...(reply['action'] === 'drafted'
      ? [`Next: orrery papers rewrite ${asText(rowOf(reply['candidate'])['paper_id'])}`]
      : []),
    ...(reply['action'] === 'dry_run_draft' ? [dryRunWords] : []),
  ],
);

const pathOf = (input: CommandInput) => ({ path: { paper_id: input.args[0] ?? '' } });

export const rewrite = step(
  (call, input) => {
    const { key = '', body: shared, options } = changeOf(input, true);
    const body = { ...shared, idempotency_key: key, force: input.options['force'] === true };
    return call<Row>(
      (api) =>
        api.POST('/control/api/publication-automation/{paper_id}/rewrite-draft', {
          params: pathOf(input),
          body,
        }),
      options,
    );
  },
  (reply) => [
    `${asText(reply['paper_id'])} is rewritten: ${asText(reply['paper_status'])}`,
    `  ${asText(reply['draft_markdown_path'])}`,
    `Next: orrery papers package ${asText(reply['paper_id'])}`,
  ],
);

export const rewriteBatch = step(
  (call, input) => {
    const change = changeOf(input, live(input));
    const body = given({
      ...change.body,
      dry_run: !live(input),
      paper_status: wordOption(input, 'status', paperStatuses),
      search: textOption(input, 'search'),
      limit: numberOption(input, 'limit', { min: 1, max: 200 }),
      force: input.options['force'] === true ? true : undefined,
    });
    return call<Row>(
      (api) => api.POST('/control/api/publication-automation/rewrite-batch', { body }),
      change.options,
    );
  },
  (reply) => [
    ...rowsOf(reply['results']).map((row) => {
      const why = asText(row['detail']);
      return `  ${asText(row['paper_id'])}: ${asText(row['result']).replaceAll('_', ' ')}${why === '' ? '' : ` (${why})`}`;
    }),
    ...(rowsOf(reply['results']).length === 0 ? ['No paper is selected.'] : []),
    ...(reply['dry_run'] === true ? [dryRunWords] : []),
  ],
);

/** `failed` when a dry run finds that the package would be refused. */
export const prepare = step(
  (call, input) => {
    const { key = '', body: shared, options } = changeOf(input, true);
    const body = {
      ...given({ ...shared, target_label: textOption(input, 'target') }),
      idempotency_key: key,
      dry_run: !live(input),
    };
    return call<Row>(
      (api) =>
        api.POST('/control/api/publication-automation/{paper_id}/prepare-finalization-package', {
          params: pathOf(input),
          body,
        }),
      options,
    );
  },
  (reply) => {
    const problems = Array.isArray(reply['problems']) ? reply['problems'] : [];
    const told = problems.map(
      (entry) => `  to mend: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}`,
    );
    if (reply['dry_run'] === true)
      return [
        reply['would_pass'] === true
          ? 'The package would be prepared.'
          : 'The package would be refused:',
        ...told,
        dryRunWords,
      ];
    return [
      `The finalization package of ${asText(reply['paper_id'])} is prepared; review status ${asText(reply['review_status'])}.`,
      `Next: orrery papers import ${asText(reply['paper_id'])}`,
    ];
  },
);

export const importPaper = step(
  (call, input) => {
    const { key = '', body: shared, options } = changeOf(input, true);
    const body = {
      ...shared,
      idempotency_key: key,
      paper_id: input.args[0] ?? '',
      dry_run: !live(input),
    };
    return call<Row>((api) => api.POST('/control/api/v1/corpus/import', { body }), options);
  },
  (reply) =>
    reply['dry_run'] === true
      ? [`${asText(reply['paper_id'])} would be imported into the corpus.`, dryRunWords]
      : [`${asText(reply['paper_id'])} is in the corpus as ${asText(reply['public_id'])}.`],
);

export const approve = step(
  (call, input) => {
    const { key = '', options } = changeOf(input, true);
    const body = {
      ...given({ note: textOption(input, 'note') }),
      idempotency_key: key,
      requested_by: textOption(input, 'by') ?? 'operator',
    };
    return call<Row>(
      (api) =>
        api.POST('/control/api/publication-automation/{paper_id}/approve-finalization', {
          params: pathOf(input),
          body,
        }),
      options,
    );
  },
  (reply) => [`Approved: review status ${asText(reply['review_status'])}.`],
);

export const setStatus = step(
  (call, input) => {
    const { body: shared, options } = changeOf(input, false);
    const body = {
      ...given({
        ...shared,
        note: textOption(input, 'note'),
        blocker: textOption(input, 'blocker'),
      }),
      review_status: toWord(input.args[1] ?? '', 'the review status', settableReviewStatuses),
    };
    return call<Row>(
      (api) =>
        api.POST('/control/api/publication-automation/{paper_id}/status', {
          params: pathOf(input),
          body,
        }),
      options,
    );
  },
  (reply) => [`Review status ${asText(reply['review_status'])}.`],
);

export const check = step(
  (call, input) => {
    const { body: shared, options } = changeOf(input, false);
    const [paper_id = '', item_id = '', status = ''] = input.args;
    const body = {
      ...given({ ...shared, note: textOption(input, 'note') }),
      status: toWord(status, 'a checklist item', checklistStatuses),
    };
    return call<Row>(
      (api) =>
        api.POST('/control/api/publication-automation/{paper_id}/checklist/{item_id}', {
          params: { path: { paper_id, item_id } },
          body,
        }),
      options,
    );
  },
  () => ['Noted.'],
);
