/** `orrery project …`: one project with all that is known of it, the list, and creating one. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  criterionText,
  evaluationDirections,
  evaluationMembers,
  evaluationSchema,
  evaluationStatistics,
} from '../../domain/entities/evaluation.ts';
import { workloadClasses } from '../../domain/statuses.ts';
import { asText } from '../../lib/as-text.ts';
import { whyUnusable } from '../../lib/describe-error.ts';
import { type CommandInput, type CommandSpec, exitCodes } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { printPapersAndEvents } from '../output/latest.ts';
import type { Printer } from '../output/print.ts';
import { age, cellOf, type Row, rowOf, status, statusCell, tags } from '../output/rows.ts';
import { moment, project, type RouteOption, routeCommand } from '../route-command.ts';

/** Each gives a member; the first gathers them all. Half of a criterion is for the service to refuse. */
const evaluationOptions: readonly RouteOption[] = [
  {
    flags: '--evaluation-metric <name>',
    about: 'what its runs are judged by; registered before each of them starts',
    member: 'evaluation',
    read: (_, { options }) => evaluationOf(options),
  },
  {
    flags: '--evaluation-direction <word>',
    about: 'how it must stand to the threshold',
    choices: evaluationDirections,
    member: null,
  },
  { flags: '--evaluation-threshold <number>', about: 'what it must reach', member: null },
  { flags: '--evaluation-unit <unit>', about: 'unit of the threshold', member: null },
  {
    flags: '--evaluation-source <path#pointer>',
    about: 'where it stands; * means every element (default: found by its name)',
    member: null,
  },
  {
    flags: '--evaluation-statistic <word>',
    about: 'what is taken of several values',
    choices: evaluationStatistics,
    member: null,
  },
];

function evaluationOf(options: CommandInput['options']): Row | undefined {
  const given = evaluationMembers.flatMap((member) => {
    const word = options[`evaluation${member[0]?.toUpperCase()}${member.slice(1)}`];
    if (typeof word !== 'string') return [];
    return [[member, member === 'threshold' ? toNumber(word) : word]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** A text that is no number goes out as it is, and is refused by name. */
const toNumber = (word: string): number | string =>
  word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : word;

/** `create` acts at once; the other two only read. */
export const projectCommands: readonly CommandSpec[] = [
  routeCommand({
    words: ['project', 'list'],
    isDefault: true,
    about: 'List the projects.',
    route: 'GET /control/api/v1/projects',
    list: {
      of: 'project',
      columns: [
        { title: 'PROJECT', of: 'project_id', cellsMin: 16 },
        { title: 'NAME', of: 'project_name', cellsMin: 16 },
        { title: 'SOURCE', of: 'source_kind', cellsMin: 8 },
        { title: 'TAGS', of: tags, cellsMin: 6 },
        { title: 'CREATED', of: age('created_at') },
      ],
      whenEmpty: 'No project matches.',
    },
  }),
  routeCommand({
    words: ['project', 'show'],
    about: 'Show one project with its queue item, runs, papers and latest events.',
    route: 'GET /control/api/v1/projects/{project_id}',
    args: [project],
    options: [moment],
    show: printProject,
  }),
  routeCommand({
    words: ['project', 'create'],
    about: 'Create one project and put it into the queue.',
    route: 'POST /control/api/v1/projects',
    args: [{ name: '<title>', about: 'what it is about, in quotes' }],
    options: [
      {
        flags: '--id <project_id>',
        about: 'its id (default: made of the title)',
        member: 'project_id',
      },
      { flags: '--hypothesis <text>', about: 'what is to be tested' },
      { flags: '--plan <text>', about: 'how' },
      {
        flags: '--prompt-file <file>',
        about: 'what the agent is told (default: title, hypothesis, plan)',
        member: 'prompt',
        read: (file, input) => (typeof file === 'string' ? readPrompt(file, input) : undefined),
      },
      {
        flags: '--priority <priority>',
        about: 'high, medium, low or a number; low numbers go first',
        read: (given) =>
          typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given,
      },
      {
        flags: '--class <class>',
        about: 'workload class',
        choices: workloadClasses,
        member: 'workload_class',
      },
      {
        flags: '--worker <name>',
        about: 'name of the worker it must run on',
        member: 'machine_target',
      },
      { flags: '--model <name>', about: 'model of the agent' },
      ...evaluationOptions,
      {
        flags: '--tag <tag>',
        about: 'a tag of it, once for each',
        isRepeated: true,
        member: 'tags',
      },
    ],
    show(reply, printer) {
      const id = asText(reply['project_id']);
      printer.line(`Created ${id}; it is queued.`);
      printer.line(
        `See it with: orrery project show ${id}; start it with: orrery dispatch --project ${id} --live`,
        'dim',
      );
    },
  }),
];

function printProject(detail: Row, printer: Printer): void {
  const shown = rowOf(detail['project']);
  const item = rowOf(detail['queue_item']);
  const now = detail['generated_at'] ?? item['generated_at'];
  printer.line(asText(shown['project_name'], asText(item['project_name'])), 'strong');
  printer.fields([
    ['project', cellOf(shown, 'project_id')],
    ['status', statusCell(item, 'status')],
    ['next step', cellOf(item, 'operator_next_step')],
    ['why', cellOf(item, 'blocked_reason') ?? cellOf(item, 'last_error')],
    ['result', cellOf(item, 'last_result_summary')],
    ['hypothesis', cellOf(shown, 'hypothesis')],
    ['evaluation', evaluationCell(shown['evaluation'])],
    ['source', cellOf(shown, 'source_kind')],
    ['tags', tags(shown)],
    ['worker', cellOf(item, 'machine_target')],
    ['priority', cellOf(item, 'dispatch_priority')],
    ['created', cellOf(shown, 'created_at')],
  ]);
  printer.title('Runs');
  printer.rows(
    [
      { title: 'RUN', of: 'run_id', cellsMin: 16 },
      { title: 'STATE', of: status('state') },
      { title: 'WORKER', of: 'worker_target' },
      { title: 'STARTED', of: 'started_at' },
      { title: 'ENDED', of: 'ended_at' },
    ],
    detail['runs'],
    'None yet.',
  );
  printPapersAndEvents(detail, printer, now);
}

function evaluationCell(value: unknown): string | null {
  const read = evaluationSchema.safeParse(value);
  return read.success ? criterionText(read.data) : null;
}

const promptBytesMax = 4 * 1024 * 1024;

function readPrompt(file: string, { io }: CommandInput): string {
  const path = resolve(io.cwd, file);
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
    const reason = error instanceof TypeError ? 'it is not UTF-8 text' : whyUnusable(error);
    throw new CommandFailure(exitCodes.usage, `--prompt-file: ${path} cannot be read: ${reason}`);
  }
}
