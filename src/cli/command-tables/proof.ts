/** The commands that try or prove something, most of them without a service, as a table. */

import type { CommandSpec } from '../command.ts';
import { configOption, connectionOptions } from '../options.ts';
import { backupCommands } from './backup.ts';
import { idleCommands } from './idle.ts';

/** In the order of the help; a module is loaded only when its command is called. */
export const proofCommands: readonly CommandSpec[] = [
  {
    words: ['demo'],
    about: 'Run the whole main job on this machine: two ideas, two experiments, one paper.',
    args: [
      { name: '[dir]', about: 'folder for its state (default: a new one below .orrery-demo)' },
    ],
    options: [
      { flags: '--exit', about: 'stop when done instead of serving on' },
      { flags: '--verbose', about: 'show the log' },
    ],
    load: () => import('../commands/demo.ts'),
  },
  {
    words: ['simulate-worker'],
    about: 'Serve as a worker that plays a scenario, for demos and tests without a GPU.',
    args: [{ name: '[scenario]', about: 'a shipped one or a file (default: training-success)' }],
    options: [
      { flags: '--list', about: 'show the shipped scenarios' },
      {
        flags: '--config <file>',
        about: "the control plane's configuration (default: ORRERY_CONFIG)",
      },
      { flags: '--target <name>', about: 'which of its workers to be (default: the default one)' },
      {
        flags: '--port <number>',
        about: 'port to listen on (default: where that worker is looked for)',
      },
      { flags: '--callback-url <url>', about: "where callbacks go (default: the configuration's)" },
      {
        flags: '--speed <number>',
        about: 'simulated seconds in a real one, 1 to 1000 (default: 30)',
      },
      { flags: '--seed <number>', about: 'seed of the noise (default: 1)' },
      { flags: '--state-dir <dir>', about: 'folder of its state and projects' },
      { flags: '--json', about: 'print what happens as JSON lines' },
      { flags: '--verbose', about: 'show the log' },
    ],
    notes:
      'Without a configuration the token in ORRERY_TOKEN is used, with a control plane on port 8787.',
    load: () => import('../commands/simulate-worker.ts'),
  },
  {
    words: ['simulate'],
    about: 'Play days of unattended work in minutes, with everything going wrong that can.',
    options: [
      { flags: '--days <number>', about: 'how many days (default: 30)' },
      { flags: '--seed <number>', about: 'seed of everything (default: a fresh one)' },
      { flags: '--workers <number>', about: 'workers (default: 10)' },
      { flags: '--ideas <number>', about: 'ideas in all (default: 167 a day)' },
      { flags: '--faults <percent>', about: 'how often things go wrong (default: 100; 0: never)' },
      {
        flags: '--config <file>',
        about: 'play the workers, the pump, the alerts and the budgets of this configuration',
      },
      { flags: '--twice', about: 'play it again; fails when it ends at another hash' },
      { flags: '--every-site', about: 'fails when a site of faults was never hit' },
      { flags: '--report <file>', about: 'also write everything as JSON' },
      { flags: '--json', about: 'print the report as JSON' },
    ],
    notes:
      'Nothing outside of this process is touched. The same seed ends at the same hash. It ends with the\nfirst thing that never must happen, and with status 1.',
    load: () => import('../commands/simulate.ts'),
  },
  {
    words: ['soak'],
    about: 'Prove the service under mixed load and random kills, in a scratch folder of its own.',
    options: [
      { flags: '--minutes <number>', about: 'how long the load lasts (default: 60)' },
      { flags: '--seed <number>', about: 'seed of load and faults (default: a fresh one)' },
      { flags: '--workers <number>', about: 'workers; the first is a real gate (default: 3)' },
      {
        flags: '--pace <percent>',
        about: 'density of load and faults (default: by the cores; 100 with --correctness-only)',
      },
      {
        flags: '--transport <name>',
        about: 'what serves HTTP in every part (default: auto)',
        choices: ['auto', 'uws', 'node'],
      },
      { flags: '--report <file>', about: 'also write everything as JSON' },
      {
        flags: '--correctness-only',
        about:
          'judge no times, for machines that others use too; what is right and what grows always is',
      },
      { flags: '--json', about: 'print the report as JSON' },
    ],
    notes: 'Ends with status 1 and a sentence for each broken goal. See docs/soak.md.',
    load: () => import('../commands/soak.ts'),
  },
  {
    words: ['config', 'check'],
    about: 'Check the configuration and name every problem in it.',
    args: [{ name: '[file]', about: 'file to check (default: what ORRERY_CONFIG names)' }],
    options: [{ flags: '--json', about: 'print the findings as JSON' }],
    load: () => import('../commands/config-check.ts'),
  },
  {
    words: ['verify'],
    about:
      'Prove the stores: file, hash chain, stored states, indexes, answers, nothing known to be gone.',
    options: [configOption, { flags: '--json', about: 'print the report as JSON' }],
    load: () => import('../commands/verify.ts'),
  },
  {
    words: ['key'],
    about: 'Print the public key that this installation signs papers with.',
    options: [
      configOption,
      { flags: '--worker', about: 'the key by which the worker here signs evidence' },
      { flags: '--json', about: 'print key and key id as JSON' },
    ],
    notes: 'Publish it where readers trust it; the private half stays in the state folder.',
    load: () => import('../commands/key.ts'),
  },
  ...backupCommands,
  {
    words: ['lint'],
    about: 'Lint a paper, a run or a corpus folder.',
    args: [{ name: '<dir>', about: 'folder to lint' }],
    options: [
      { flags: '--json', about: 'print the findings as JSON' },
      { flags: '--sarif', about: 'print the findings as SARIF 2.1.0' },
      { flags: '--compat', about: 'use the older, weaker rules' },
    ],
    load: () => import('../commands/lint.ts'),
  },
  {
    words: ['audit'],
    about: 'Audit the claims of a paper, a run or a corpus folder against their evidence.',
    args: [{ name: '<dir>', about: 'folder to audit' }],
    options: [
      { flags: '--json', about: 'print the verdicts as JSON' },
      { flags: '--sarif', about: 'print the findings as SARIF 2.1.0' },
      { flags: '--compat', about: 'use the older, weaker rules' },
    ],
    load: () => import('../commands/audit.ts'),
  },
  {
    words: ['corpus', 'site'],
    about:
      'Make a static site: every paper with its claims and evidence, and the registry of ideas.',
    args: [{ name: '<out>', about: 'folder that it is written to, and that it replaces' }],
    options: [
      { flags: '--corpus <dir>', about: "corpus to show (default: the configuration's)" },
      { flags: '--papers-only', about: 'without the registry, which only the service knows' },
      ...connectionOptions,
    ],
    load: () => import('../commands/corpus-site.ts'),
  },
  ...idleCommands,
];
