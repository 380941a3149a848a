/** The table of commands. A module is loaded only when its command is called. */

import type { CommandSpec } from '../command.ts';
import { alertCommands } from '../commands/alerts.ts';
import { notificationCommands } from '../commands/alerts-test.ts';
import { benchCommands } from '../commands/bench.ts';
import { budgetsCommand } from '../commands/budgets.ts';
import { eventCommands } from '../commands/events.ts';
import { incidentCommands } from '../commands/incidents.ts';
import { paperCommands } from '../commands/papers.ts';
import { projectCommands } from '../commands/project.ts';
import { pumpCommands } from '../commands/pump.ts';
import { queueCommands } from '../commands/queue.ts';
import { reportCommand } from '../commands/report.ts';
import { runCommands } from '../commands/run.ts';
import { statusCommand } from '../commands/status.ts';
import { switchCommands } from '../commands/switches.ts';
import { whyCommandOf } from '../commands/why.ts';
import { workersCommands } from '../commands/workers.ts';
import { configOption, connectionOptions, jsonOptions } from '../options.ts';
import { proofCommands } from './proof.ts';
import { workerGateCommands } from './worker.ts';

/** What the words before a last one stand for. */
export const groups: Readonly<Record<string, string>> = {
  config: 'The configuration.',
  idle: 'The idle gate.',
  store: 'What keeps the state.',
  queue: 'The queue and its items.',
  pump: 'The pump, which takes the next step by itself.',
  project: 'Projects.',
  run: 'The runs, and of one its verdict, log, telemetry and processes.',
  papers: 'Papers, from draft to corpus.',
  corpus: 'The corpus as a site.',
  alerts: 'What is wrong, and telling people of it.',
  incidents: 'Alerts of one cause, and what people were told of them.',
  bench: 'Actors out of service and dead letters, and the ways to mend them.',
  workers: 'The workers and how they are.',
  worker: 'One worker gate, asked itself: its runs and its callbacks.',
};

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  {
    words: ['init'],
    about: 'Write a configuration that works on this machine, with fresh tokens.',
    args: [{ name: '[dir]', about: 'folder to write into (default: .orrery)' }],
    options: [
      { flags: '--host <address>', about: 'address to listen on (default: 127.0.0.1)' },
      { flags: '--port <number>', about: 'port to listen on (default: 8787)' },
      {
        flags: '--role <role>',
        about: 'what it shall be: both halves, or a worker gate alone (default: all)',
        choices: ['all', 'worker'],
      },
      { flags: '--control <url>', about: 'for a worker: address of its control plane' },
      {
        flags: '--token-file <file>',
        about:
          "for a worker: file with the control plane's completion_callback_token (default: ORRERY_TOKEN)",
      },
      { flags: '--force', about: 'replace an existing configuration and its token' },
      { flags: '--show-token', about: 'print the token instead of saying where it is' },
    ],
    load: () => import('../commands/init.ts'),
  },
  {
    words: ['serve'],
    about: 'Serve until stopped.',
    options: [
      configOption,
      {
        flags: '--new-store',
        about:
          'begin with an empty store where the state folder has been used and its store is gone',
      },
      {
        flags: '--home <url>',
        about:
          'for a worker that nothing can call: listen nowhere, and connect to the control plane at this address',
      },
      { flags: '--as <name>', about: 'with --home: the name in the address `home://NAME` there' },
      {
        flags: '--run <run_id>',
        about:
          'with --home, as jobs of a cluster do: serve this one run, with the token in ./run-token, until it is over',
      },
    ],
    load: () => import('../commands/serve.ts'),
  },
  {
    words: ['doctor'],
    about: 'Check this machine, the installation and, when it runs, the service.',
    options: [
      configOption,
      { flags: '--json', about: 'print the findings as JSON' },
      {
        flags: '--repair [names]',
        about: 'name what can be mended instead, of these kinds (a,b) or all; nothing is done yet',
      },
      { flags: '--yes', about: 'with --repair: do it' },
    ],
    notes:
      'Repairs: locks, folders, indexes, full-text, timers, leftovers. Only what cannot lose anything, and only while the service is stopped.',
    load: () => import('../commands/doctor.ts'),
  },
  statusCommand,
  reportCommand,
  whyCommandOf(() => commands),
  {
    words: ['dashboard'],
    about: 'Open the dashboard signed in; nobody has to copy a token.',
    options: [
      {
        flags: '--print',
        about: 'only print the address, which signs one browser in within a minute',
      },
      ...connectionOptions,
    ],
    load: () => import('../commands/dashboard.ts'),
  },
  {
    words: ['smoke'],
    about: 'Make the four calls that show that an installation works.',
    options: connectionOptions,
    notes:
      'ORRERY_STATUS_ENDPOINT=/control/api/status changes the second call,\nORRERY_SMOKE_SKIP_PREFLIGHT=1 leaves the preflight out.',
    load: () => import('../commands/smoke.ts'),
  },
  ...alertCommands,
  ...incidentCommands,
  ...eventCommands,
  ...queueCommands,
  ...switchCommands,
  ...pumpCommands,
  ...projectCommands,
  {
    words: ['import'],
    about: 'Take ideas from Markdown, JSON, JSON Lines or CSV into the queue.',
    args: [{ name: '<file|dir>', about: 'a file, or a folder whose files are all taken' }],
    options: [
      { flags: '--live', about: 'do it; without this it is a dry run' },
      { flags: '--yes', about: 'the same as --live' },
      { flags: '--source <name>', about: 'where they come from (default: import)' },
      { flags: '--worker <name>', about: 'worker of the ideas that name none' },
      { flags: '--model <name>', about: 'model of the ideas' },
      { flags: '--by <name>', about: 'who asks, for the audit log (default: operator)' },
      ...connectionOptions,
    ],
    notes:
      'The formats are described in docs/cli.md. When any row has a problem nothing is imported.',
    load: () => import('../commands/import.ts'),
  },
  ...runCommands,
  ...paperCommands,
  budgetsCommand,
  ...workersCommands,
  ...notificationCommands,
  ...benchCommands,
  ...workerGateCommands,
  {
    words: ['watch'],
    about: 'Show what happens as it happens, or follow one run until it is over.',
    options: [
      { flags: '--run <run_id>', about: 'follow this run; ends with status 1 unless it went well' },
      { flags: '--topic <topic...>', about: 'topics of the live feed (default: events)' },
      {
        flags: '--since <event_id[@epoch]>',
        about: 'begin after this event, of the log of this epoch (default: from now on)',
      },
      ...jsonOptions('print the frames as JSON lines'),
    ],
    notes:
      'Topics: events[/<entity_type>[/<entity_id>]], state[/<kind>[/<id>]], telemetry[/<run_id>].\nIt mends lost connections by itself and ends on Ctrl-C.',
    load: () => import('../commands/watch.ts'),
  },
  {
    words: ['completion'],
    about: 'Print a completion script for a shell.',
    args: [{ name: '<shell>', about: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
    load: async () => {
      const { completionOf } = await import('../commands/completion.ts');
      return { run: completionOf(commands, groups) };
    },
  },
  ...proofCommands,
];
