/** `orrery project …`: one project with all that is known of it, the list, and creating one. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { asText } from '../../lib/as-text.ts';
import { type CommandInput, exitCodes, type RunCommand } from '../command.ts';
import { type Connection, withConnection } from '../connection.ts';
import { CommandFailure } from '../failure.ts';
import { printList } from '../list-pages.ts';
import { given, textOption } from '../options.ts';
import { formatAge } from '../output/age.ts';
import { createPrinter, type Printer, printJson, wantsJson } from '../output/print.ts';
import { cellOf, type Row, rowOf, rowsOf, statusCell } from '../output/rows.ts';

export const list: RunCommand = (input) =>
  withConnection(input, ({ call }) =>
    printList(input, {
      columns: [
        { title: 'PROJECT', cellsMin: 16 },
        { title: 'NAME', cellsMin: 16 },
        { title: 'SOURCE', cellsMin: 8 },
        { title: 'CREATED' },
      ],
      whenEmpty: 'No project matches.',
      toCells: (row, now) => [
        cellOf(row, 'project_id'),
        cellOf(row, 'project_name'),
        cellOf(row, 'source_kind'),
        formatAge(row['created_at'], now),
      ],
      fetch: (query) => call((api) => api.GET('/control/api/v1/projects', { params: { query } })),
    }),
  );

export const show: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const path = { project_id: input.args[0] ?? '' };
    const { data } = await call<Row>((api) =>
      api.GET('/control/api/v1/projects/{project_id}', { params: { path } }),
    );
    if (wantsJson(input)) printJson(input, data);
    else printProject(createPrinter(input), data);
    return exitCodes.ok;
  });

function printProject(printer: Printer, detail: Row): void {
  const project = rowOf(detail['project']);
  const item = rowOf(detail['queue_item']);
  const now = detail['generated_at'] ?? item['generated_at'];
  printer.line(asText(project['project_name'], asText(item['project_name'])), 'strong');
  printer.fields([
    ['project', cellOf(project, 'project_id')],
    ['status', statusCell(item, 'status')],
    ['next step', cellOf(item, 'operator_next_step')],
    ['why', cellOf(item, 'blocked_reason') ?? cellOf(item, 'last_error')],
    ['result', cellOf(item, 'last_result_summary')],
    ['hypothesis', cellOf(project, 'hypothesis')],
    ['source', cellOf(project, 'source_kind')],
    ['worker', cellOf(item, 'machine_target')],
    ['priority', cellOf(item, 'dispatch_priority')],
    ['created', cellOf(project, 'created_at')],
  ]);
  printer.title('Runs');
  printer.table(
    [
      { title: 'RUN', cellsMin: 16 },
      { title: 'STATE' },
      { title: 'WORKER' },
      { title: 'STARTED' },
      { title: 'ENDED' },
    ],
    rowsOf(detail['runs']).map((run) => [
      cellOf(run, 'run_id'),
      statusCell(run, 'state'),
      cellOf(run, 'worker_target'),
      cellOf(run, 'started_at'),
      cellOf(run, 'ended_at'),
    ]),
    'None yet.',
  );
  printer.title('Papers');
  printer.table(
    [{ title: 'PAPER', cellsMin: 16 }, { title: 'STATUS' }, { title: 'TITLE', cellsMin: 16 }],
    rowsOf(detail['papers']).map((paper) => [
      cellOf(paper, 'paper_id'),
      statusCell(paper, 'paper_status'),
      cellOf(paper, 'title'),
    ]),
    'None.',
  );
  printer.title('Latest events');
  printer.table(
    [
      { title: 'EVENT', align: 'right' },
      { title: 'WHEN' },
      { title: 'TYPE', cellsMin: 20 },
      { title: 'BY', cellsMin: 8 },
      { title: 'WHAT', cellsMin: 16 },
    ],
    rowsOf(detail['events'])
      .slice(0, 10)
      .map((event) => [
        cellOf(event, 'event_id'),
        formatAge(event['created_at'], now) ?? cellOf(event, 'created_at'),
        cellOf(event, 'event_type'),
        cellOf(event, 'actor'),
        cellOf(event, 'summary'),
      ]),
    'None.',
  );
}

export const create: RunCommand = (input) =>
  withConnection(input, async ({ call }) => {
    const { data } = await createProject(call, input);
    if (wantsJson(input)) printJson(input, data);
    else {
      const printer = createPrinter(input);
      printer.line(`Created ${asText(data['project_id'])}; it is queued.`);
      printer.line('See it with: orrery project show <id>; start it with: orrery dispatch', 'dim');
    }
    return exitCodes.ok;
  });

function createProject(call: Connection['call'], input: CommandInput) {
  const key = textOption(input, 'key');
  const text = (name: string): string | undefined => textOption(input, name);
  const priority = text('priority');
  const body = given({
    idempotency_key: key,
    requested_by: text('by'),
    title: input.args[0] ?? '',
    project_id: text('id'),
    hypothesis: text('hypothesis'),
    plan: text('plan'),
    prompt: readPrompt(input),
    priority: priority !== undefined && /^\d{1,9}$/.test(priority) ? Number(priority) : priority,
    workload_class: text('class'),
    machine_target: text('worker'),
    model: text('model'),
  });
  return call<Row>(
    // The service says what a priority or a class may be; the words on the command line are any text.
    (api) => api.POST('/control/api/v1/projects', { body: body as never }),
    { key },
  );
}

const promptBytesMax = 4 * 1024 * 1024;

function readPrompt(input: CommandInput): string | undefined {
  const file = textOption(input, 'promptFile');
  if (file === undefined) return undefined;
  const path = resolve(input.io.cwd, file);
  try {
    const bytes = readFileSync(path);
    if (bytes.length > promptBytesMax)
      throw new CommandFailure(
        exitCodes.usage,
        `--prompt-file: ${path} is larger than ${promptBytesMax / 2 ** 20} MiB`,
      );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is not UTF-8 text';
    throw new CommandFailure(exitCodes.usage, `--prompt-file: ${path} cannot be read (${reason})`);
  }
}
