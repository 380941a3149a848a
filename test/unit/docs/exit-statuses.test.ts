/** The table of exit statuses has each that the program and its scripts give on purpose, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { createProgram } from '../../../src/cli/main.ts';
import { takenCode } from '../../../src/clusters/slurm/script.ts';
import { packageRoot } from '../../support/service-config.ts';

const textOf = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const numbersOf = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, number]) => Number(number));
const sorted = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

const rows = [...textOf('docs/cli.md').matchAll(/^\| (\d+) \| ([^|]+) \| [^|]+\|$/gm)].map(
  ([, status, of]) => ({ status: Number(status), of }),
);
const statusesOf = (program: string): number[] =>
  rows.filter(({ of }) => of === program).map(({ status }) => status);

/** What a script ends with by itself: `exit 75`, and by its own function for that, `fail WORDS 78`. */
const inScript = (path: string, fail: string): number[] => {
  const text = textOf(path);
  const otherwise = numbersOf(text, /^ {2}exit "\$\{2:-(\d+)\}"$/gm);
  return [
    ...otherwise,
    ...numbersOf(text, /\bexit (\d+)/g),
    ...numbersOf(text, new RegExp(`\\b${fail} (?:'[^']*'|"[^"]*") (\\d+)$`, 'gm')),
  ];
};

it.each<[string, readonly number[]]>([
  ['`orrery`', Object.values(exitCodes)],
  ['`dispatch-agent.sh`', inScript('scripts/dispatch-agent.sh', 'fail')],
  [
    '`agents/*.sh`',
    readdirSync(join(packageRoot, 'scripts/agents')).flatMap((name) =>
      inScript(`scripts/agents/${name}`, 'refuse'),
    ),
  ],
  ['`run-once.sh`', inScript('scripts/run-once.sh', 'fail')],
  ['a job of Slurm', [takenCode]],
])('cli.md has every exit status of %s once', (program, given) => {
  expect(given.length).toBeGreaterThan(0);
  expect(statusesOf(program)).toEqual(sorted(given));
});

it('cli.md has no others, and the starter gives none of its own', () => {
  expect(new Set(rows.map(({ of }) => of)).size).toBe(5);
  const starter = numbersOf(textOf('bin/orrery.mjs'), /process\.exit\((\d+)\)/g);
  expect(sorted(starter)).toEqual([exitCodes.internal]);
});

it('the help has those of the program', () => {
  const said: string[] = [];
  const io = {
    env: {},
    cwd: packageRoot,
    packageRoot,
    out: (line: string) => void said.push(line),
    err: () => undefined,
  };
  expect(() =>
    createProgram([], io, () => undefined).parse(['--help'], { from: 'user' }),
  ).toThrow();
  const [, listed = ''] = said.join('\n').split('Exit codes:');
  expect(numbersOf(listed, /^ {2}(\d+) /gm)).toEqual(sorted(Object.values(exitCodes)));
});
