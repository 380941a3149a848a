/** `orrery queue …`: the queue as a list, and what an operator does to single items. */
import { type EditableField, editableFieldNames } from '../../domain/entities/queue-item.ts';
import { queueStatuses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { nearestName } from '../../lib/nearest-name.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Called, type Connection, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { printList } from '../list-pages.ts';
import { given, textOption, wordOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { createPrinter, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf, statusCell } from '../output/rows.ts';
import type { Column } from '../output/table.ts';

const columns: readonly Column[] = [
  { title: 'PROJECT', cellsMin: 16 },
  { title: 'STATUS' },
  { title: 'PRIORITY', align: 'right' },
  { title: 'WORKER', cellsMin: 7 },
  { title: 'CHANGED' },
  { title: 'NEXT STEP', cellsMin: 12 },
];

/** `orrery queue [list]`. */
export const list: RunCommand = (input) =>
  withConnection(input, ({ call }) => {
    const filters = given({
      status: wordOption(input, 'status', queueStatuses),
      sort: textOption(input, 'sort'),
    });
    return printList(input, {
      columns,
      whenEmpty: emptyWords(input),
      toCells: (row, now) => [
        cellOf(row, 'project_id'),
        statusCell(row, 'status'),
        cellOf(row, 'dispatch_priority'),
        cellOf(row, 'machine_target'),
        formatAge(row['updated_at'], now),
        cellOf(row, 'operator_next_step'),
      ],
      fetch: (page) =>
        call((api) =>
          api.GET('/control/api/v1/queue', { params: { query: { ...page, ...filters } } }),
        ),
    });
  });

function emptyWords(input: CommandInput): string {
  const filtered = ['status', 'search', 'cursor'].some(
    (name) => textOption(input, name) !== undefined,
  );
  return filtered
    ? 'No queue item matches.'
    : 'The queue is empty; take in ideas with `orrery import` or `orrery project create`.';
}

/** What all verbs send. */
function verbBody(input: CommandInput) {
  return given({
    idempotency_key: textOption(input, 'key'),
    requested_by: textOption(input, 'by'),
    note: textOption(input, 'note'),
  });
}

type VerbReply = { readonly ok: true; readonly message: string; readonly queue_item: Row };
type Perform = (
  call: Connection['call'],
  path: { project_id: string },
  input: CommandInput,
) => Promise<Called<VerbReply>>;

const verb =
  (perform: Perform): RunCommand =>
  (input) =>
    withConnection(input, async ({ call }) => {
      const called = await perform(call, { project_id: input.args[0] ?? '' }, input);
      if (wantsJson(input)) printJson(input, called.data);
      else printVerb(input, called);
      return exitCodes.ok;
    });

function printVerb(input: CommandInput, { data, replayed }: Called<VerbReply>): void {
  const printer = createPrinter(input);
  const item = rowOf(data.queue_item);
  printer.line(data.message);
  printer.line(
    `${asText(item['project_id'])} is ${asText(item['status'])}. ${asText(item['operator_next_step'])}`,
  );
  if (replayed)
    printer.line('This key was used before: the answer to that request is repeated.', 'dim');
}

const keyOf = (input: CommandInput) => ({ key: textOption(input, 'key') });

export const pause = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/pause', {
        params: { path },
        body: verbBody(input),
      }),
    keyOf(input),
  ),
);

export const resume = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/resume', {
        params: { path },
        body: verbBody(input),
      }),
    keyOf(input),
  ),
);

export const retry = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/retry', {
        params: { path },
        body: verbBody(input),
      }),
    keyOf(input),
  ),
);

export const cancel = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/cancel', {
        params: { path },
        body: verbBody(input),
      }),
    keyOf(input),
  ),
);

export const answer = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/answer', {
        params: { path },
        body: { ...verbBody(input), answer: input.args[1] ?? '' },
      }),
    keyOf(input),
  ),
);

export const edit = verb((call, path, input) =>
  call(
    (api) =>
      api.POST('/control/api/v1/queue/{project_id}/edit', {
        params: { path },
        body: { ...verbBody(input), fields: editFields(input.args.slice(1)) as never },
      }),
    keyOf(input),
  ),
);

/** Fields from `name=value` words: `null`, `true`, `false` and numbers are what they say, the rest is text. */
export function editFields(
  words: readonly string[],
): Readonly<Partial<Record<EditableField, unknown>>> {
  const known: readonly string[] = [...editableFieldNames, 'priority'];
  return Object.fromEntries(
    words.map((word) => {
      const [, name = '', text = ''] = /^([a-z_]+)=(.*)$/s.exec(word) ?? [];
      if (known.includes(name)) return [name, toValue(text)];
      const near = nearestName(name === '' ? word : name, known);
      const hint =
        near === undefined ? `fields are ${known.join(', ')}` : `did you mean ${near}=…?`;
      throw new CommandFailure(
        exitCodes.usage,
        `"${word}" is not name=value of an editable field; ${hint}`,
      );
    }),
  );
}

const plainWords: Readonly<Record<string, unknown>> = { null: null, true: true, false: false };

function toValue(text: string): unknown {
  if (Object.hasOwn(plainWords, text)) return plainWords[text];
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
