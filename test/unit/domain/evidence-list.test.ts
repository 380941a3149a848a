/** One list says what is evidence: the worker that hands it out and the paper that reads it agree. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEvidencePath, isResultPath } from '../../../src/domain/evidence-list.ts';
import { limits } from '../../../src/domain/limits.ts';
import { readSources } from '../../../src/papers/evidence/sources.ts';
import { listEvidence } from '../../../src/worker/evidence/evidence-files.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'orrery-evidence-list-'));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(path: string, text = '{}'): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
const handedOut = async (): Promise<string[]> =>
  (await listEvidence(project, null, (name) => name)).files.map(({ path }) => path);
const readForPaper = (): string[] =>
  readSources(project, { objection: () => null }, (name) => name).files.map(({ path }) => path);

it('is the same for the worker and for the paper', async () => {
  for (const path of [
    'run_notes.md',
    'results/raw.csv',
    'results/a.json',
    'results/deep/run_summary.json',
    'results/deep/benchmark_1.json',
    'results/deep/other.json',
    'results/a/b/c/report.jsonl',
    'results/a/b/c/d/report.jsonl',
  ])
    write(path);
  const expected = [
    'results/a.json',
    'results/a/b/c/report.jsonl',
    'results/deep/benchmark_1.json',
    'results/deep/run_summary.json',
    'results/raw.csv',
    'run_notes.md',
  ];
  expect((await handedOut()).sort()).toEqual(expected);
  expect(readForPaper().sort()).toEqual(expected);
});

describe('thousands of files that sort first', () => {
  const many = (folder: string, count: number, name: (index: string) => string): void => {
    mkdirSync(join(project, folder), { recursive: true });
    for (let index = 0; index < count; index += 1)
      writeFileSync(join(project, folder, name(String(index).padStart(6, '0'))), '{}');
  };

  it.each([
    ['beside it', 'results/final_summary.json', 'results', (index: string) => `${index}.json`],
    [
      'with names like its own',
      'results/summary.json',
      'results',
      (n: string) => `${n}summary.json`,
    ],
    ['in a folder before its own', 'results/z/summary.json', 'results/0', (n: string) => n],
  ])('%s do not push a summary out', async (_, summary, folder, name) => {
    many(folder, 6000, name);
    write(summary, '{"real":1}');
    expect((await handedOut())[0]).toBe(summary);
    expect(readForPaper()).toContain(summary);
  });

  it('cannot use up the room of a summary either', async () => {
    for (let index = 0; index < 8; index += 1)
      write(`results/00${index}.json`, `"${'x'.repeat(limits.evidenceFileBytesMax - 10)}"`);
    write('results/summary.json', '{"real":1}');
    expect(readForPaper()).toContain('results/summary.json');
  });
});

it('knows its own paths', () => {
  expect(['results/a.json', 'results/x/my_metrics.csv'].map(isResultPath)).toEqual([true, true]);
  expect(['results', 'results/a.txt', 'x/a.json', 'results/x/y.json'].map(isResultPath)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(['results/../a.json', 'papers/r/x', 'run_notes.md', '.env'].map(isEvidencePath)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
