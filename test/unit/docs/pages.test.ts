/** The generated pages are fresh and complete. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { metaOf } from '../../../src/config/field.ts';
import { fileShape } from '../../../src/config/schema.ts';
import { unsupportedFields } from '../../../src/config/unsupported.ts';
import { findStalePages, renderPages } from '../../../src/docs/pages.ts';
import { drawables } from '../../../src/docs/state-pages.ts';
import { errorRegistry } from '../../../src/domain/errors.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');

describe('the generated pages', async () => {
  const pages = await renderPages();

  it('say what the code says now (otherwise: npm run docs)', () => {
    expect(findStalePages(root, pages)).toEqual([]);
  });

  it('draw every machine with nothing on top of anything and every line downwards', () => {
    const drawings = pages.filter(({ path }) => path.endsWith('.svg'));
    expect(drawings.map(({ path }) => path)).toEqual(
      drawables.map(({ kind }) => `docs/states/${kind}.svg`),
    );
    const faults = drawings.map(({ path, faults: own }) => [path, own]);
    expect(faults).toEqual(drawings.map(({ path }) => [path, []]));
  });

  it('are found stale when missing, changed or no longer generated', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-docs-'));
    const write = (change: string): void => {
      for (const { path, content } of pages) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), `${content}${change}`);
      }
    };
    try {
      expect(findStalePages(folder, pages)).toEqual(pages.map(({ path }) => path));
      write(' ');
      expect(findStalePages(folder, pages)).toEqual(pages.map(({ path }) => path));
      write('');
      expect(findStalePages(folder, pages)).toEqual([]);
      writeFileSync(join(folder, 'docs/states/gone.md'), 'old');
      expect(findStalePages(folder, pages)).toEqual(['docs/states/gone.md']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('list every configuration field once, with a sentence', () => {
    const text = read('configuration.md');
    for (const [name, schema] of Object.entries(fileShape)) {
      const rows = text.split(`\n| \`${name}\` |`).length - 1;
      expect([name, rows]).toEqual([name, 1 + entries.filter((entry) => name in entry).length]);
      expect([name, /^\p{Lu}.*\.$|^`.*\.$/u.test(metaOf(schema).about)]).toEqual([name, true]);
    }
  });

  it('say of a field that stops the start that it does', () => {
    const lines = read('configuration.md').split('\n');
    const marked = lines.filter((line) => line.includes('**Not in this version, which '));
    const names = marked.map((line) => /^\| `(\w+)` \|/.exec(line)?.[1]);
    expect(new Set(names)).toEqual(new Set(unsupportedFields.keys()));
  });

  it('list exactly the errors of the registry, with their status', () => {
    const rows = [...read('errors.md').matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)];
    const listed = Object.fromEntries(rows.map(([, status, name]) => [name, Number(status)]));
    const known = Object.entries(errorRegistry).map(([name, { status }]) => [name, status]);
    expect(listed).toEqual(Object.fromEntries(known));
    expect(rows).toHaveLength(known.length);
  });
});

/** Members of the objects in maps have rows of their own, some under the name of a field. */
const entries: readonly object[] = Object.values(fileShape)
  .map((schema) => metaOf(schema).entry)
  .filter((entry) => entry !== undefined);
