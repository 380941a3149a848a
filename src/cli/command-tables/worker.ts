/** The commands that work on a worker gate itself, over its HTTP, as a table. */
import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command.ts';
import { jsonOptions } from '../options.ts';

const run: ArgumentSpec = { name: '<run_id>', about: 'the run' };
const limit: OptionSpec = {
  flags: '--limit <number>',
  about: 'rows to show, 1 to 500 (default: 50)',
};
/** The same options as everywhere, but what they name is a worker. */
const gateOptions = jsonOptions("print the gate's own JSON");
const notes =
  'Run it on the worker with its own configuration, or name a worker with --url and its token.';

/** In the order of the help. */
export const workerGateCommands: readonly CommandSpec[] = [
  {
    words: ['worker', 'runs'],
    isDefault: true,
    about: 'List the runs of this worker, newest first.',
    options: gateOptions,
    notes,
    load: async () => ({ run: (await import('../commands/worker.ts')).runs }),
  },
  {
    words: ['worker', 'stop'],
    about: 'End a run with everything it started; the control plane is told.',
    args: [run],
    options: [
      { flags: '--reason <text>', about: 'why, for its log' },
      {
        flags: '--grace <seconds>',
        about: 'time it gets to end by itself, 0 to 600 (default: 5)',
      },
      ...gateOptions,
    ],
    notes,
    load: async () => ({ run: (await import('../commands/worker.ts')).stop }),
  },
  {
    words: ['worker', 'callbacks'],
    about: 'Show what the control plane has not taken yet, and why.',
    options: [
      {
        flags: '--state <state>',
        about: 'only these',
        choices: ['waiting', 'parked'],
      },
      limit,
      ...gateOptions,
    ],
    notes: `Ends with status 1 when a callback is parked.\n${notes}`,
    load: async () => ({ run: (await import('../commands/worker.ts')).callbacks }),
  },
  {
    words: ['worker', 'retry-callback'],
    about: 'Deliver a parked or waiting callback now.',
    args: [{ name: '[run_id]', about: 'the run whose callbacks wait' }],
    options: [{ flags: '--all', about: 'of every run' }, ...gateOptions],
    notes,
    load: async () => ({ run: (await import('../commands/worker.ts')).retryCallback }),
  },
];
