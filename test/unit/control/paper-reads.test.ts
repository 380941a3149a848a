/** What the routes ask of papers is done by the threads that work on papers, and no more often than is needed. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PaperEffectOptions } from '../../../src/control/papers/index.ts';
import { createPaperTools } from '../../../src/control/publication/index.ts';
import type { EvidenceRole } from '../../../src/papers/evidence/schema.ts';
import type { PaperWork } from '../../../src/papers/work/paper-work.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-reads-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const toolsOf = (work: Partial<PaperWork>) =>
  createPaperTools({
    artifactRoot: dir,
    corpusDir: dir,
    work,
  } as unknown as PaperEffectOptions);

it.each<[EvidenceRole[], { reason: string; fatal: boolean } | null]>([
  [['result', 'run_notes'], null],
  [['metrics', 'run_notes'], null],
  [['result'], { reason: 'run_notes.md is missing', fatal: false }],
  [
    ['run_notes', 'decision'],
    { reason: 'no result file: nothing was measured, so there is nothing to report', fatal: true },
  ],
  [[], { reason: 'no local evidence: no result file and no run notes', fatal: true }],
])('asks a thread what evidence there is: of %j', async (roles, found) => {
  const asked: string[] = [];
  const tools = toolsOf({
    findRoles: async (projectDir) => {
      asked.push(projectDir);
      return new Set(roles);
    },
  });
  expect(await tools.checkEvidence('p')).toEqual(found);
  expect(asked).toEqual([join(dir, 'p')]);
});

it('has an index read once for all who ask, again when it was replaced, and after a failure', async () => {
  const builtAt = '2026-01-01T00:00:00.000Z';
  const totals = { papers: 2, lint_passes: 2, strict_passes: 1, built_at: builtAt };
  const answers = [totals, null, new Error('overloaded'), { ...totals, built_at: null }];
  let asked = 0;
  const tools = toolsOf({
    indexTotals: async () => {
      const answer = answers[asked++];
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
  });
  const replace = (text: string): void => {
    writeFileSync(join(dir, 'index.new'), text);
    renameSync(join(dir, 'index.new'), join(dir, 'index.json'));
  };
  const report = (): ReturnType<typeof tools.reportCorpusIndex> => tools.reportCorpusIndex();
  expect(await report()).toEqual({ known: false, reason: 'not_built' });
  replace('{}');
  const both = await Promise.all([report(), report()]);
  expect(both).toMatchObject([{ known: true, ...totals }, both[0]]);
  expect(asked).toBe(1);
  replace('no index');
  expect(await report()).toEqual({ known: false, reason: 'unreadable' });
  replace('the third');
  await expect(report()).rejects.toThrow('overloaded');
  const undated = await report();
  expect(undated).toMatchObject({ known: true, papers: 2, built_at: expect.any(String) as string });
  expect(undated).not.toMatchObject({ built_at: builtAt });
  expect(asked).toBe(4);
});
