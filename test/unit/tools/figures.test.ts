/** What the figures of the source count. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadTool } from './load-tool.ts';

interface Figures {
  readonly lines: number;
  readonly files: number;
  readonly median: number;
  readonly p90: number;
  readonly exports: number;
  readonly documented: number;
}
const { measure } = await loadTool<{ measure: (folder: string) => Figures }>('figures.mjs');

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
  });
});
