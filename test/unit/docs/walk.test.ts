/** The walk of one request that the architecture page describes is the one that the code goes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const section = /\n## One request[^\n]*\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
const inTicks = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

const steps = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Step'))
  .map((line) => {
    const [, step = '', files = '', functions = ''] = line.split('|').map((cell) => cell.trim());
    return { step, files: inTicks(files), functions };
  });

/** All text of the files of a step; one without a folder lies beside the first, a folder stands for its files. */
function sourceOf(files: readonly string[]): string {
  const beside = dirname(files[0] ?? '');
  return files
    .map((name) => join(root, name.startsWith('src/') ? name : join(beside, name)))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path)
            .filter((name) => name.endsWith('.ts'))
            .map((name) => join(path, name))
        : [path],
    )
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** `Call.serve` and `#run` by their last word. */
const lastWord = (name: string): string => name.replace(/^.*[.#]/, '');

describe('one request, from the socket to the commit', () => {
  it.each(steps)(
    '$step: what it names stands in the files that it names',
    ({ files, functions }) => {
      const source = sourceOf(files);
      const missing = inTicks(functions)
        .filter((name) => !name.endsWith('.ts'))
        .filter((name) => !new RegExp(`\\b${lastWord(name)}\\b`).test(source));
      expect(missing).toEqual([]);
    },
  );

  it('walks at most 25 functions', () => {
    const walked = steps.flatMap(({ functions }) => inTicks(functions.replace(/\([^)]*\)/g, '')));
    expect(steps).toHaveLength(9);
    expect(walked.length).toBeGreaterThan(20);
    expect(walked.length).toBeLessThanOrEqual(25);
  });
});
