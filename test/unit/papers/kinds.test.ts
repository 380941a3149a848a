/**
 * Papers of ten kinds, each with a criterion that was registered, with what the worker saw, and as PDF; and the demo's
 * paper, the pages of which stand in the documentation.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/lib/hash.ts';
import { typeset } from '../../../src/papers/pdf/typeset.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { verifyPaper } from '../../../src/papers/verifier.ts';
import { givenOf, paperKinds, withoutPdf, writeGiven } from '../../kinds/kinds.ts';
import { bodyPagesOf, pagesOf, whyNoPages } from '../../support/pdf-pages.ts';
import { createSandbox, sampleDecision } from './support.ts';

const repository = join(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'kinds-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const hasJapanese =
  (spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';

/** As long as a reader is asked to go on before the appendix. */
const bodyPagesMax = 4;

/** What each found, behind the words that are the same in all; `#` is a number, `@` a citation. */
const headlines: Readonly<Record<string, string>> = {
  timing_trials:
    'routed latency: the median of 12 @ values is # ms @, with a 95% interval from # ms @ to # ms @, against a threshold of at most 11 ms @, so the criterion is met @.',
  accuracy_epochs:
    'restart accuracy: the value is # @, against a threshold of at least # @, so the criterion is met @.',
  ablation_table:
    'accuracy of the full retriever: the value is # @, against a threshold of at least # @, so the criterion is not met @.',
  sweep:
    'validation loss at the middle rate: the value is # @, against a threshold of at most # @, so the criterion is met @.',
  failure:
    'completed steps: the value is # @, against a threshold of at least # @, so the criterion is not met @.',
  null_result:
    'mean accuracy with shuffled batches: the value is # @, against a threshold of at least # @, so the criterion is not met @.',
  several_gpus:
    'mean power of a card: the mean of 4 @ values is # W @, with a 95% interval from # W @ to # W @, against a threshold of at most 350 W @, so the criterion is met @.',
  csv_only:
    'latency: the mean of 10 @ values is # ms @, with a 95% interval from # ms @ to # ms @, against a threshold of at most 4 ms @, so the criterion is not met @.',
  japanese_names:
    '経路の平均: the value is # ms @, against a threshold of at most 9 ms @, so the criterion is met @.',
  one_number:
    'completed steps: the value is # @, against a threshold of at least 10 @, so the criterion is not met @.',
};

const headlineOf = (kind: string): RegExp =>
  new RegExp(
    `The metric registered before the run is ${headlines[kind] ?? 'unknown'}`
      .replace(/[.()]/g, '\\$&')
      .replaceAll('#', '\\d[\\d.]*')
      .replaceAll('@', '\\[C\\d+\\]'),
  );

/** The sections of a Markdown draft by title, its links replaced by what they show. */
function sectionsOf(dir: string): ReadonlyMap<string, string> {
  const markdown = readFileSync(join(dir, 'paper.md'), 'utf8').replace(
    /\[(C\d+)\]\(#c\d+\)/g,
    '$1',
  );
  return new Map(
    markdown.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part] as const),
  );
}

describe('papers of ten kinds', () => {
  it.each(paperKinds(11).map((given) => [given.name, given] as const))(
    '%s: one result, in abstract and conclusion, on a few pages',
    async (kind, given) => {
      const { dir, pdf } = await writeGiven(given, root, typeset);
      expect(verifyPaper(dir).problems).toEqual([]);
      expect(verifyFolder(dir).problems).toEqual([]);
      const sections = sectionsOf(dir);
      expect(sections.get('Abstract')).toMatch(headlineOf(kind));
      expect(sections.get('Conclusion')).toMatch(headlineOf(kind));
      expect(sections.get('Method')).toMatch(/By the worker, the run took a wall time of [\d.]+ s/);
      if (!pdf.ok) throw new Error(pdf.reason);
      if (hasJapanese) expect(pdf.facts.drawnAsCodes).toBe('');
      if (whyNoPages !== '') return;
      const pages = pagesOf(join(dir, 'paper.pdf'));
      expect(pages.length).toBeGreaterThan(1);
      expect(bodyPagesOf(pages)).toBeLessThanOrEqual(bodyPagesMax);
    },
  );

  it('draws what is compared in one figure, with what was registered as a line', async () => {
    const [timing] = paperKinds(11);
    if (timing === undefined) throw new Error('there is no kind');
    const { dir } = await writeGiven({ ...timing, name: 'figures' }, root, withoutPdf);
    const results = sectionsOf(dir).get('Results') ?? '';
    expect(results).toMatch(
      /Raw values of routed \(ms\) and baseline \(ms\); the bars show the median and its 95% interval; the dashed line is the registered threshold\./,
    );
    expect(results.match(/Raw values of/g)).toHaveLength(1);
    // A unit that is all the name of a member stands behind what it is of.
    expect(sectionsOf(dir).get('Appendix of Claims')).toContain('number of values of routed (ms)');
  });
});

describe('raw values side by side', () => {
  it('are laid over no others that happen to grow, and are compared once in the abstract', async () => {
    const sandbox = createSandbox({
      'run_notes.md': '# Notes\n',
      'results/summary.json': JSON.stringify({
        metrics: { baseline_ms: { value: 10, unit: 'ms' }, candidate_ms: { value: 8, unit: 'ms' } },
        trials: { baseline_ms: [9, 10, 11], candidate_ms: [7, 8, 9] },
      }),
    });
    const decision = { ...sampleDecision, summary: 'It was measured.' };
    await sandbox.write({ decision, fallbackEnabled: false });
    const sections = sectionsOf(sandbox.paperDir);
    expect(sections.get('Results')).not.toMatch(/(?:over|at) baseline/);
    expect(sections.get('Abstract')?.match(/lower for candidate/g)).toHaveLength(1);
    expect(sections.get('Appendix of Claims')).toContain(
      'ratio of time in ms, candidate to baseline',
    );
    sandbox.dispose();
  });
});

describe('the paper of the demo', () => {
  it('is in the documentation as the writer of today writes it', async () => {
    const evidence = join(repository, 'test/fixtures/demo-paper');
    const { source } = await writeGiven(givenOf(evidence), root, withoutPdf);
    const rubric = readFileSync(join(repository, 'docs/paper-rubric.md'), 'utf8');
    const [, shown] = /<!-- typeset: ([0-9a-f]{64}) -->/.exec(rubric) ?? [];
    expect(shown, 'run `npm run pictures:paper`, look at the pages, and commit them').toBe(
      sha256Hex(source),
    );
  });
});
