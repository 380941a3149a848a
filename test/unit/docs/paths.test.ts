/** Places in the source that the documentation names are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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

/** Files that a page names by the end of their place alone, and folders so named where it says which code is meant. */
const endsIn = (text: string): string[] => [
  ...(text.match(/(?<=`)\w[\w/.-]*\.tsx?(?=`)/g) ?? []),
  ...(text.match(/^Code: .*/gm) ?? []).flatMap((line) => line.match(/(?<=`)[a-z-]+\/(?=`)/g) ?? []),
];
const tops = ['src', 'test', 'property-tests', 'bench', 'tools'];
const places = tops.flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true }).map(
    (entry) =>
      `/${join(relative(root, entry.parentPath), entry.name)}${entry.isDirectory() ? '/' : ''}`,
  ),
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

it.each(pages)('or end so: %s', (page) => {
  const missing = endsIn(readFileSync(join(root, page), 'utf8')).filter(
    (end) => !existsSync(join(root, end)) && !places.some((place) => place.endsWith(`/${end}`)),
  );
  expect(missing).toEqual([]);
});
