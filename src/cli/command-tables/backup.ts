/** Rows of the commands that make, prove and put back backups, and that copy a store to another kind. */
import type { CommandSpec } from '../command.ts';
import { configOption } from '../options.ts';

/** Neither needs a service, and `backup` does not mind one. */
export const backupCommands: readonly CommandSpec[] = [
  {
    words: ['backup'],
    about:
      'Copy stores, papers and corpus to a new folder, beside a running service or without one.',
    args: [{ name: '<dir>', about: 'the new folder; with --verify, that of a backup' }],
    options: [
      configOption,
      { flags: '--verify', about: 'prove the backup in <dir>: every file, log, state and index' },
      { flags: '--json', about: 'print what came of it as JSON' },
    ],
    notes: 'Nothing is ever overwritten. See "Backup and restore" in docs/operations.md.',
    load: () => import('../commands/backup.ts'),
  },
  {
    words: ['restore'],
    about: 'Prove a backup and put it into an empty state folder; the service must not run.',
    args: [{ name: '<dir>', about: 'folder of the backup' }],
    options: [
      configOption,
      {
        flags: '--into <dir>',
        about: "state folder to fill (default: the configuration's state_dir and corpus_dir)",
      },
      {
        flags: '--replaces <dir>',
        about: 'the state folder that was moved away: it tells what is gone since the backup',
      },
    ],
    load: () => import('../commands/restore.ts'),
  },
  {
    words: ['store', 'copy'],
    about:
      "Copy the control plane's store from its file to PostgreSQL, or back; the service must not run.",
    args: [
      {
        name: '<to>',
        about: 'where it goes: the database of the configuration, or control.db in state_dir',
        choices: ['postgresql', 'sqlite'],
      },
    ],
    options: [
      {
        flags: '--config <file>',
        about: 'configuration that names the database, as hosted (default: ORRERY_CONFIG)',
      },
      { flags: '--json', about: 'print what was copied as JSON' },
    ],
    notes:
      'The source is proven first and the copy at the end, and only a copy that holds is begun with. Cut off, it goes\non where it was. Nothing is overwritten. See "From a file to PostgreSQL and back" in docs/operations.md.',
    load: () => import('../commands/store-copy.ts'),
  },
];
