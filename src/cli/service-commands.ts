/** The commands that work through the REST API of a running service, as a table. */
import {
  checklistItemIds,
  checklistStatuses,
  paperStatuses,
  queueStatuses,
  settableReviewStatuses,
  workloadClasses,
} from '../domain/statuses.ts';
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts';
import { changeOptions, connectionOptions, listOptions } from './options.ts';

const note: OptionSpec = { flags: '--note <text>', about: 'why, for the audit log' };
const live: OptionSpec = { flags: '--live', about: 'do it; without this it is a dry run' };
const force: OptionSpec = { flags: '--force', about: 'also where evidence looks incomplete' };
const sort: OptionSpec = {
  flags: '--sort <field>',
  about: 'field to sort by; a leading - turns it round',
};
const project: ArgumentSpec = { name: '<project_id>', about: 'project of the item' };
const paper: ArgumentSpec = { name: '<paper_id>', about: 'the paper' };

const statusCommands: readonly CommandSpec[] = [
  {
    words: ['status'],
    about: 'Show whether it may be left alone, what needs a person, what runs and what is next.',
    options: [
      { flags: '--check', about: 'end with status 1 when something needs a person' },
      ...connectionOptions,
    ],
    load: () => import('./commands/status.ts'),
  },
  {
    words: ['smoke'],
    about: 'Make the four calls that show that an installation works.',
    options: connectionOptions,
    notes:
      'ORRERY_STATUS_ENDPOINT=/control/api/status changes the second call,\nORRERY_SMOKE_SKIP_PREFLIGHT=1 leaves the preflight out.',
    load: () => import('./commands/smoke.ts'),
  },
  {
    words: ['events'],
    about: 'Show the audit log, newest first.',
    options: [
      { flags: '--type <event_type>', about: 'only this type, for example run.started' },
      { flags: '--entity <id>', about: 'only about this project, run or paper' },
      { flags: '--entity-type <type>', about: 'only about this kind, for example queue_item' },
      ...listOptions,
      ...connectionOptions,
    ],
    load: () => import('./commands/events.ts'),
  },
  {
    words: ['trace'],
    about: 'Show what a request led to, or what an event belongs to, as a tree.',
    args: [{ name: '<id>', about: 'id of the request, or number of an event' }],
    options: [
      { flags: '--limit <number>', about: 'events shown, 1 to 1000 (default: 200)' },
      ...connectionOptions,
    ],
    notes: 'Every error prints the id of its request; every reply has it as X-Request-Id.',
    load: () => import('./commands/trace.ts'),
  },
];

const queueCommand = (
  verb: 'pause' | 'resume' | 'retry' | 'cancel',
  about: string,
): CommandSpec => ({
  words: ['queue', verb],
  about,
  args: [project],
  options: [note, ...changeOptions],
  load: async () => ({ run: (await import('./commands/queue.ts'))[verb] }),
});

const queueCommands: readonly CommandSpec[] = [
  {
    words: ['queue', 'list'],
    isDefault: true,
    about: 'List the queue, best candidate first.',
    options: [
      { flags: '--status <status>', about: 'only items of this status', choices: queueStatuses },
      sort,
      ...listOptions,
      ...connectionOptions,
    ],
    load: async () => ({ run: (await import('./commands/queue.ts')).list }),
  },
  queueCommand('pause', 'Hold an item back; one that runs must be canceled instead.'),
  queueCommand('resume', 'Put a paused item back into the queue.'),
  queueCommand('retry', 'Put a blocked, failed, reviewed or canceled item back into the queue.'),
  queueCommand('cancel', 'Cancel an item; its run is stopped on the worker first.'),
  {
    words: ['queue', 'answer'],
    about: "Answer an agent's question; its session goes on with the answer.",
    args: [project, { name: '<answer>', about: 'the answer, in quotes' }],
    options: [note, ...changeOptions],
    load: async () => ({ run: (await import('./commands/queue.ts')).answer }),
  },
  {
    words: ['queue', 'edit'],
    about: 'Change priority, worker, model or limits of an item.',
    args: [project, { name: '<fields...>', about: 'name=value, for example priority=high' }],
    options: [note, ...changeOptions],
    load: async () => ({ run: (await import('./commands/queue.ts')).edit }),
  },
  {
    words: ['dispatch'],
    about: 'Show what would be started next, or start it with --live.',
    options: [
      { flags: '--next', about: 'the next eligible item (this is the default)' },
      { flags: '--project <project_id>', about: 'this one instead' },
      live,
      { flags: '--force-preflight', about: 'look at the worker anew' },
      ...changeOptions,
    ],
    load: () => import('./commands/dispatch.ts'),
  },
  {
    words: ['pause'],
    about: 'Start nothing new; what runs goes on.',
    options: [
      { flags: '--reason <text>', about: 'why' },
      { flags: '--maintenance', about: 'maintenance mode: preflights fail too' },
      ...changeOptions,
    ],
    load: () => import('./commands/pause.ts'),
  },
  {
    words: ['resume'],
    about: 'Let dispatches begin again.',
    options: changeOptions,
    load: () => import('./commands/resume.ts'),
  },
  {
    words: ['acknowledge-loss'],
    about: 'Say that you know what is gone from the event log; readiness says no more of it.',
    options: [note, ...changeOptions],
    load: () => import('./commands/acknowledge-loss.ts'),
  },
];

const projectCommands: readonly CommandSpec[] = [
  {
    words: ['project', 'list'],
    isDefault: true,
    about: 'List the projects.',
    options: [...listOptions, ...connectionOptions],
    load: async () => ({ run: (await import('./commands/project.ts')).list }),
  },
  {
    words: ['project', 'show'],
    about: 'Show one project with its queue item, runs, papers and latest events.',
    args: [project],
    options: connectionOptions,
    load: async () => ({ run: (await import('./commands/project.ts')).show }),
  },
  {
    words: ['project', 'create'],
    about: 'Create one project and put it into the queue.',
    args: [{ name: '<title>', about: 'what it is about, in quotes' }],
    options: [
      { flags: '--id <project_id>', about: 'its id (default: made of the title)' },
      { flags: '--hypothesis <text>', about: 'what is to be tested' },
      { flags: '--plan <text>', about: 'how' },
      {
        flags: '--prompt-file <file>',
        about: 'what the agent is told (default: title, hypothesis, plan)',
      },
      {
        flags: '--priority <priority>',
        about: 'high, medium, low or a number; low numbers go first',
      },
      { flags: '--class <class>', about: 'workload class', choices: workloadClasses },
      { flags: '--worker <name>', about: 'name of the worker it must run on' },
      { flags: '--model <name>', about: 'model of the agent' },
      ...changeOptions,
    ],
    load: async () => ({ run: (await import('./commands/project.ts')).create }),
  },
  {
    words: ['import'],
    about: 'Take ideas from Markdown, JSON, JSON Lines or CSV into the queue.',
    args: [{ name: '<file|dir>', about: 'a file, or a folder whose files are all taken' }],
    options: [
      live,
      { flags: '--yes', about: 'the same as --live' },
      { flags: '--source <name>', about: 'where they come from (default: import)' },
      { flags: '--worker <name>', about: 'worker of the ideas that name none' },
      { flags: '--model <name>', about: 'model of the ideas' },
      { flags: '--by <name>', about: 'who asks, for the audit log (default: operator)' },
      ...connectionOptions,
    ],
    notes:
      'The formats are described in docs/cli.md. When any row has a problem nothing is imported.',
    load: () => import('./commands/import.ts'),
  },
];

const runId: ArgumentSpec = { name: '<run_id>', about: 'the run' };

const runCommands: readonly CommandSpec[] = [
  {
    words: ['run', 'log'],
    about: 'Show the log of a run, from its worker.',
    args: [runId],
    options: [
      { flags: '--follow', about: 'go on with what is written, until the run is over' },
      { flags: '--tail <lines>', about: 'begin with the last lines, 1 to 10000' },
      ...connectionOptions.map((option) =>
        option.flags === '--json'
          ? { ...option, about: 'print each piece as a JSON line' }
          : option,
      ),
    ],
    load: async () => ({ run: (await import('./commands/run.ts')).log }),
  },
  {
    words: ['run', 'telemetry'],
    about: 'Show CPU, GPU, memory, power and idle state of a run over time.',
    args: [runId],
    options: connectionOptions,
    load: async () => ({ run: (await import('./commands/run.ts')).telemetry }),
  },
];

const paperCommands: readonly CommandSpec[] = [
  {
    words: ['papers', 'list'],
    isDefault: true,
    about: 'List the papers, newest change first.',
    options: [
      { flags: '--status <status>', about: 'only papers of this status', choices: paperStatuses },
      sort,
      ...listOptions,
      ...connectionOptions,
    ],
    load: async () => ({ run: (await import('./commands/papers.ts')).list }),
  },
  {
    words: ['papers', 'show'],
    about: 'Show one paper with its review and checklist.',
    args: [paper],
    options: connectionOptions,
    load: async () => ({ run: (await import('./commands/papers.ts')).show }),
  },
  {
    words: ['papers', 'draft-next'],
    about: 'Draft the paper of the next positive result.',
    options: [live, force, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).draftNext }),
  },
  {
    words: ['papers', 'rewrite'],
    about: 'Rewrite a draft from its evidence.',
    args: [paper],
    options: [force, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).rewrite }),
  },
  {
    words: ['papers', 'rewrite-batch'],
    about: 'Rewrite up to 200 drafts; the command ends when all are done.',
    options: [
      { flags: '--status <status>', about: 'only papers of this status', choices: paperStatuses },
      { flags: '--search <text>', about: 'only papers with this text' },
      { flags: '--limit <number>', about: 'at most so many, 1 to 200 (default: 10)' },
      live,
      force,
      ...changeOptions,
    ],
    load: async () => ({ run: (await import('./commands/papers.ts')).rewriteBatch }),
  },
  {
    words: ['papers', 'package'],
    about: 'Prepare the finalization package of a paper.',
    args: [paper],
    options: [
      live,
      { flags: '--target <label>', about: 'label of its target (default: corpus)' },
      ...changeOptions,
    ],
    load: async () => ({ run: (await import('./commands/papers.ts')).prepare }),
  },
  {
    words: ['papers', 'import'],
    about: 'Import a finalized paper into the corpus.',
    args: [paper],
    options: [live, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).importPaper }),
  },
  {
    words: ['papers', 'status'],
    about: 'Set the raw review status of a paper.',
    args: [
      paper,
      { name: '<review_status>', about: 'the status', choices: settableReviewStatuses },
    ],
    options: [note, { flags: '--blocker <text>', about: 'what blocks it' }, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).setStatus }),
  },
  {
    words: ['papers', 'check'],
    about: "Decide one item of a paper's checklist.",
    args: [
      paper,
      { name: '<item_id>', about: 'the item', choices: checklistItemIds },
      { name: '<status>', about: 'the decision', choices: checklistStatuses },
    ],
    options: [note, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).check }),
  },
  {
    words: ['papers', 'approve'],
    about: 'Mark a paper ready for finalization.',
    args: [paper],
    options: [note, ...changeOptions],
    load: async () => ({ run: (await import('./commands/papers.ts')).approve }),
  },
];

/** In the order of the help. */
const worker: ArgumentSpec = { name: '<name>', about: 'its name in the configuration' };
const refresh: OptionSpec = {
  flags: '--refresh',
  about: 'ask now instead of showing the last look',
};

const workerCommands: readonly CommandSpec[] = [
  {
    words: ['workers', 'list'],
    isDefault: true,
    about: 'List the workers: health and since when, what runs, what waits, what to do.',
    options: [refresh, ...connectionOptions],
    load: async () => ({ run: (await import('./commands/workers.ts')).list }),
  },
  {
    words: ['workers', 'show'],
    about: 'Show one worker with its checks, GPUs, routes and the changes of its health.',
    args: [worker],
    options: [refresh, ...connectionOptions],
    notes: 'Ends with status 1 when a person must look after it.',
    load: async () => ({ run: (await import('./commands/workers.ts')).show }),
  },
  {
    words: ['workers', 'retry-callbacks'],
    about: 'Have a worker deliver again what this control plane refused.',
    args: [worker],
    options: [
      { flags: '--run <run_id>', about: 'only the callbacks of this run' },
      ...connectionOptions,
    ],
    load: async () => ({ run: (await import('./commands/workers.ts')).retryCallbacks }),
  },
];

export const serviceCommands: readonly CommandSpec[] = [
  ...statusCommands,
  ...queueCommands,
  ...projectCommands,
  ...runCommands,
  ...paperCommands,
  ...workerCommands,
];
