/** Every figure of docs/how-far.md is what the named benchmark kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../support/service-config.ts';

interface Kept {
  readonly results: readonly {
    readonly name: string;
    readonly value: number;
    readonly unit: string;
    readonly ratio?: number;
    readonly baseline?: { readonly name: string };
  }[];
}

const page = readFileSync(join(packageRoot, 'docs', 'how-far.md'), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const row = /^\| (.+) \| (.+) \| `(\w[\w-]*)\.json` \|$/.exec(line);
  return row === null ? [] : [{ name: row[1]!, figure: row[2]!, file: row[3]! }];
});

it('has a figure of every part', () => {
  const files = new Set(rows.map(({ file }) => file));
  for (const file of [
    'turns',
    'jobs',
    'http',
    'live-feed',
    'actors',
    'papers',
    'queues',
    'postgres',
    'fleet',
  ])
    expect([...files]).toContain(file);
});

it.each(rows)('says of "$name" what $file.json has', ({ name, figure, file }) => {
  const path = join(packageRoot, 'bench', 'results', `${file}.json`);
  const { results } = JSON.parse(readFileSync(path, 'utf8')) as Kept;
  const shown = results
    .filter((result) => result.name === name)
    .map(({ value, unit, ratio, baseline }) =>
      ratio === undefined
        ? `${value} ${unit}`
        : `${value} ${unit}, ${ratio} × ${baseline?.name ?? ''}`,
    );
  expect(shown).toContain(figure);
});
