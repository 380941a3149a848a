/** What the figures of the source count. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadTool } from '../../support/load-tool.ts';

interface Figures {
  readonly lines: number;
  readonly files: number;
  readonly median: number;
  readonly p90: number;
  readonly exports: number;
  readonly documented: number;
  readonly duplicates: number;
}
const { measure, brokenBounds, bounds } = await loadTool<{
  measure: (folder: string) => Figures;
  brokenBounds: (figures: Figures) => string[];
  bounds: { readonly median: number; readonly p90: number; readonly duplicates: number };
}>('figures.mjs');

let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

it('counts lines, files and exports, and the exports that a comment explains', () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-figures-'));
  mkdirSync(join(folder, 'inner'));
  const documented = '/** A file. */\n\n/** One. */\nexport const one = 1;\n';
  writeFileSync(join(folder, 'a.ts'), `${documented}export function two(): void {}\n`);
  writeFileSync(
    join(folder, 'inner', 'b.tsx'),
    "/** Another. */\nexport { one } from '../a.ts';\n",
  );
  writeFileSync(join(folder, 'c.ts'), '/** Two lines. */\ntype Inner = string;');
  writeFileSync(join(folder, 'd.json'), '{}\n');
  expect(measure(folder)).toEqual({
    lines: 9,
    files: 3,
    median: 2,
    p90: 5,
    exports: 2,
    documented: 1,
    duplicates: 0,
  });
});

it('counts a block of lines that stands again, however it is indented, once and as a whole', () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-figures-'));
  const block = Array.from({ length: 10 }, (_, index) => `step(${index});`);
  const comment = ['/** Says nothing. */', '', "import { step } from './step.ts';"];
  writeFileSync(join(folder, 'a.ts'), [...comment, ...block].join('\n'));
  writeFileSync(
    join(folder, 'b.ts'),
    ['before();', ...block.map((line) => `  ${line}`)].join('\n'),
  );
  writeFileSync(join(folder, 'c.ts'), block.slice(0, 5).join('\n'));
  expect(measure(folder).duplicates).toBe(1);
});

it('says which bound is broken', () => {
  const figures = { lines: 9, files: 3, median: 2, p90: 5, exports: 100, documented: 100 };
  expect(brokenBounds({ ...figures, duplicates: bounds.duplicates })).toEqual([]);
  expect(
    brokenBounds({
      ...figures,
      median: bounds.median + 1,
      p90: bounds.p90 + 1,
      documented: 1,
      duplicates: bounds.duplicates + 1,
    }),
  ).toHaveLength(4);
});
