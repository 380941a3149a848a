/** Writes the generated pages of `docs/`, or with `--check` says which of them are stale. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findStalePages, listGenerated, renderPages } from './docs/pages.ts';
import { findPackageRoot } from './lib/package-root.ts';

const root = findPackageRoot(import.meta.url);
const pages = await renderPages();
// allowed: this is the entry of a program of its own
if (process.argv.includes('--check')) {
  const stale = findStalePages(root, pages);
  for (const path of stale) process.stderr.write(`${path} is stale; run: npm run docs\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  const known = new Set(pages.map(({ path }) => path));
  for (const path of listGenerated(root)) if (!known.has(path)) rmSync(join(root, path));
  for (const { path, content } of pages) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  for (const { path, faults = [] } of pages) {
    for (const fault of faults) process.stderr.write(`${path}: ${fault}\n`);
  }
  process.stdout.write(`wrote ${pages.length} pages\n`);
}
