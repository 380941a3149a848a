/** Rows of the commands of the idle laboratory, which need no service: record telemetry, and judge it again. */
import type { CommandSpec } from '../command.ts';

/** In the order of the help. */
export const idleCommands: readonly CommandSpec[] = [
  {
    words: ['idle', 'replay'],
    about: 'Show what the idle gate decides on recorded telemetry.',
    args: [{ name: '<trace>', about: 'folder with samples.jsonl' }],
    options: [
      { flags: '--run <name>', about: 'only this run' },
      {
        flags: '--profile <class...>',
        about: "another workload class's profile; several are compared",
      },
      {
        flags: '--sustain-sec <seconds...>',
        about: 'another sustain time, or run=seconds for one run',
      },
      {
        flags: '--evidence <which>',
        about: 'with additional evidence, without it, or both compared (default: on)',
        choices: ['on', 'off', 'both'],
      },
      { flags: '--config <file>', about: 'take the profiles of this configuration' },
      { flags: '--every <number>', about: 'take only every so many samples (default: 1)' },
      { flags: '--all', about: 'go on after a verdict and show every one' },
      { flags: '--score', about: 'compare all verdicts with the true phases of the recording' },
      { flags: '--picture <file>', about: 'also draw it, as SVG' },
      { flags: '--no-gpu', about: 'the recorded machine has no GPU' },
      { flags: '--json', about: 'print the verdicts as JSON' },
    ],
    load: () => import('../commands/idle-replay.ts'),
  },
  {
    words: ['idle', 'record'],
    about: "Record this machine's telemetry, to replay it with other thresholds.",
    args: [{ name: '<dir>', about: 'new folder for the recording' }],
    options: [
      {
        flags: '--run <name=pid...>',
        about: 'also record this process and everything it starts, under this name',
      },
      { flags: '--seconds <number>', about: 'end after this time (default: on Ctrl-C)' },
      { flags: '--interval-sec <seconds>', about: 'time between samples (default: 1)' },
    ],
    notes:
      'It is written to the folder as it goes and never over another recording.\nA recording holds process numbers and what they used, no command lines.',
    load: () => import('../commands/idle-record.ts'),
  },
];
