/** The commands of the bench, as a table: what is out of service, and the ways to mend it. */
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts';
import { changeOptions, connectionOptions as serviceOptions } from './options.ts';

const worker: OptionSpec = {
  flags: '--worker <name>',
  about: 'the bench of the gate of this configured worker (default: that of the service)',
};
const connectionOptions: readonly OptionSpec[] = [worker, ...serviceOptions];

const entry: ArgumentSpec = {
  name: '<entry>',
  about: 'an actor as kind/id, or a dead letter by its number',
};
const event: OptionSpec = {
  flags: '--event <json>',
  about: 'this event instead of the stored one, as JSON',
};

const mendCommand = (
  act: 'release' | 'retry' | 'discard',
  about: string,
  subject: ArgumentSpec,
): CommandSpec => ({
  words: ['bench', act],
  about,
  args: [subject],
  options: [
    ...(act === 'retry' ? [event] : []),
    { flags: '--reason <text>', about: 'why, for the audit log; needed with --live' },
    {
      flags: '--mark <mark>',
      about: 'act only on the entry with this mark (default: with --live, as it is now)',
    },
    { flags: '--live', about: 'do it; without this it is a dry run' },
    worker,
    ...changeOptions,
  ],
  load: async () => ({ run: (await import('./commands/bench.ts'))[act] }),
});
const letter: ArgumentSpec = { name: '<number>', about: 'the dead letter' };

export const benchCommands: readonly CommandSpec[] = [
  {
    words: ['bench', 'list'],
    isDefault: true,
    about: 'Show actors out of service and dead letters; ends with status 1 when there are any.',
    options: [
      { flags: '--all', about: 'every one, not only the first of them' },
      ...connectionOptions,
    ],
    load: async () => ({ run: (await import('./commands/bench.ts')).list }),
  },
  {
    words: ['bench', 'show'],
    about: 'Show one entry whole: event, reason, and what waits for it.',
    args: [entry],
    options: connectionOptions,
    load: async () => ({ run: (await import('./commands/bench.ts')).show }),
  },
  {
    words: ['bench', 'try'],
    about: 'Show what an event would do to an actor as it is now; changes nothing.',
    args: [entry],
    options: [event, ...connectionOptions],
    notes: 'It ends with status 1 unless the event would be accepted.',
    load: async () => ({ run: (await import('./commands/bench.ts')).tryEvent }),
  },
  mendCommand('release', 'Put an actor back into service.', {
    name: '<actor>',
    about: 'the actor as kind/id',
  }),
  mendCommand('retry', "Send a dead letter's event again, or another with --event.", letter),
  mendCommand('discard', 'Remove a dead letter for good.', letter),
  {
    words: ['bench', 'supervision'],
    about:
      'Show groups and kinds of actors with their failures, and each actor that persists nothing.',
    options: connectionOptions,
    load: async () => ({ run: (await import('./commands/bench.ts')).supervision }),
  },
];
