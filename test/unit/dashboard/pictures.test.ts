/** That the documentation shows each page of the dashboard, in pictures that are not heavy. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '../../../src/dashboard/places/places.ts';

const docs = join(import.meta.dirname, '../../../docs');
const pictureBytesMax = 150_000;

it.each(pages)('shows the page %s (npm run pictures takes it anew)', (page) => {
  const picture = `images/dashboard-${page}.png`;
  expect(readFileSync(join(docs, 'dashboard.md'), 'utf8')).toContain(`](${picture})`);
  expect(statSync(join(docs, picture)).size).toBeLessThanOrEqual(pictureBytesMax);
});
