/** Every command line of the documentation names a command that there is, with words and options that it takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { withAllOptions } from '../../../src/cli/command.ts';
import { commands } from '../../../src/cli/command-tables/all.ts';
import { createProgram } from '../../../src/cli/main.ts';
import { packageRoot } from '../../support/service-config.ts';

const pages = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const specs = (await withAllOptions(commands)).map((spec) => ({
  ...spec,
  load: () => Promise.resolve({ run: () => Promise.resolve(0) }),
}));

/** What stands between backticks, and the lines of `sh` blocks; without what a shell does with it. */
function linesOf(text: string): string[] {
  const shell = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/^(?:npx )?orrery .+$/gm)].map(([line]) => line),
  );
  const inline = [...text.matchAll(/`((?:npx )?orrery [a-z][^`\n]*)`/g)].map(
    ([, line = '']) => line,
  );
  return [...shell, ...inline].map((line) => line.replace(/^npx /, ''));
}

/** `[--run RUN]` is given; a comment, what a shell gets and `…` are not. */
const wordsOf = (line: string): string[] =>
  (
    line
      .replace(/\s(?:#|[>|&]).*$/, '')
      .replaceAll(' …', '')
      .match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? []
  )
    .slice(1)
    .map((word) => word.replaceAll(/^\[|\]$|['"]/g, ''));

const said: string[] = [];
const program = createProgram(
  specs,
  {
    env: {},
    cwd: packageRoot,
    packageRoot,
    out: () => undefined,
    err: (text) => void said.push(text),
  },
  () => undefined,
);
/** A text may name a command without what it acts on, and an option without its value. */
const leftOut = ['commander.help', 'commander.missingArgument', 'commander.optionMissingArgument'];

/** What the parser has against a line. */
async function faultOf(line: string): Promise<string | null> {
  said.length = 0;
  try {
    await program.parseAsync(wordsOf(line), { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return leftOut.includes(error.code) ? null : `${line}: ${said.join(' ')}`;
  }
}

it.each(pages)('%s', async (page) => {
  const lines = linesOf(readFileSync(join(packageRoot, page), 'utf8'));
  const faults: (string | null)[] = [];
  for (const line of lines) faults.push(await faultOf(line));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

it('sees what is none', async () => {
  expect(await faultOf('orrery queue list --nonsense')).toContain('--nonsense');
  expect(await faultOf('orrery bench mend 17')).not.toBeNull();
});
