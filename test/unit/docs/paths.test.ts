/** Places in the source that the documentation names are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** `src/…`, `test/…` and the like between backticks, without those that stand for several. */
const placesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|property-tests|bench|tools)\/[\w./-]+)`/g)].map(
    ([, place = '']) => place,
  );

it('finds some', () => {
  expect(
    pages.flatMap((page) => placesIn(readFileSync(join(root, page), 'utf8'))).length,
  ).toBeGreaterThan(100);
});

it.each(pages)('are all there: %s', (page) => {
  const missing = placesIn(readFileSync(join(root, page), 'utf8')).filter(
    (place) => !existsSync(join(root, place)),
  );
  expect(missing).toEqual([]);
});
