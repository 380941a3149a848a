/** The table of commands. A module is loaded only when its command is called. */
import type { CommandSpec } from './command.ts';

export const commands: readonly CommandSpec[] = [
  {
    words: ['init'],
    about: 'Write a configuration that works on this machine, with a fresh token.',
    args: [{ name: '[dir]', about: 'folder to write into (default: .orrery)' }],
    options: [
      { flags: '--host <address>', about: 'address to listen on (default: 127.0.0.1)' },
      { flags: '--port <number>', about: 'port to listen on (default: 8787)' },
      { flags: '--force', about: 'replace an existing configuration and its token' },
      { flags: '--show-token', about: 'print the token instead of saying where it is' },
    ],
    load: () => import('./commands/init.ts'),
  },
  {
    words: ['serve'],
    about: 'Serve until stopped, with the configuration that ORRERY_CONFIG names.',
    load: () => import('./commands/serve.ts'),
  },
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
    load: () => import('./commands/demo.ts'),
  },
  {
    words: ['config', 'check'],
    about: 'Check the configuration and name every problem in it.',
    args: [{ name: '[file]', about: 'file to check (default: what ORRERY_CONFIG names)' }],
    options: [{ flags: '--json', about: 'print the findings as JSON' }],
    load: () => import('./commands/config-check.ts'),
  },
];
