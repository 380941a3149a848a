/** The next step of publication: which paper, which step, and why others are passed over. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommand } from '../../../src/control/commands/commands.ts';
import type { CorpusIndexReport } from '../../../src/control/common/paper-tools.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { PaperReview } from '../../../src/domain/records.ts';
import type { RankedPaper } from '../../../src/store/ports/read-models.ts';
import { type PaperHost, paperIdOf, plantPaper, startPaperHost } from '../../support/paper-host.ts';
import { openTestStore, type TestStore } from '../../support/store-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;
let store: TestStore;
let papers: PaperHost;
let written: string[];
let failing: Set<string>;
/** Nothing is written before it. */
let holding: Promise<void>;
let corpus: CorpusIndexReport;

beforeEach(async () => {
  store = openTestStore();
  written = [];
  failing = new Set();
  holding = Promise.resolve();
  corpus = { known: false, reason: 'not_built' };
  papers = await startPaperHost({
    journal: store.journal,
    reads: store.reads,
    corpus: () => corpus,
    write: (paperId) => {
      written.push(paperId);
      if (failing.has(paperId)) throw new Error(`${paperId} cannot be written`);
      return holding;
    },
  });
});
afterEach(async () => {
  await papers.host.drain(5000);
  await store.journal.close();
});

const next = async (dryRun: boolean, key: string | null = null): Promise<Row> => {
  const request = { requested_by: 'ann', dry_run: dryRun };
  return (await runCommand(papers.context, 'publish_next', { key, by: 'ann', request }))
    .body as Row;
};
const checked: Partial<PaperReview> = { lint_passes: true, audit_verdict: 'strict_pass' };
const rewritten = { paper: { status: 'publication_draft' } } as const;

it('does nothing while no paper waits', async () => {
  expect(await next(false)).toMatchObject({
    action: 'noop',
    reason: 'no paper waits for publication',
    paper_id: null,
    skipped: [],
  });
});

it('imports before it packages, and packages before it rewrites, the best ranked first', async () => {
  await plantPaper(store, 'draft', { review: { rank_score: 90 } });
  expect(await next(true)).toMatchObject({
    step: 'rewrite',
    paper_id: paperIdOf('draft'),
  });
  await plantPaper(store, 'second', { ...rewritten, review: { ...checked, rank_score: 10 } });
  await plantPaper(store, 'ready', { ...rewritten, review: { ...checked, rank_score: 20 } });
  expect(await next(true)).toMatchObject({
    step: 'package',
    paper_id: paperIdOf('ready'),
  });
  const packaged = { ...checked, status: 'finalized', package_dir: 'p/x' } as const;
  await plantPaper(store, 'packaged', { ...rewritten, review: packaged });
  expect(await next(true)).toMatchObject({
    step: 'import',
    paper_id: paperIdOf('packaged'),
  });
});

it.each<[string, Parameters<typeof plantPaper>[2], string]>([
  ['not linted', rewritten, 'it was not linted yet'],
  ['lint', { ...rewritten, review: { ...checked, lint_passes: false } }, 'the lint does not pass'],
  [
    'audit',
    { ...rewritten, review: { ...checked, audit_verdict: 'blocked_empty_claims' } },
    'the strict audit says blocked_empty_claims',
  ],
  [
    'a refused package',
    { ...rewritten, review: { ...checked, last_error: 'no ledger' } },
    'its package failed: no ledger',
  ],
  ['a failed rewrite', { paper: { last_error: 'no evidence' } }, 'its rewrite failed: no evidence'],
  [
    'a failing item',
    {
      ...rewritten,
      review: {
        ...checked,
        checklist: [
          {
            item_id: 'reproducibility',
            status: 'fail',
            required: true,
            evaluated_by: 'ann',
            finding: null,
            note: 'no seed',
            updated_at: null,
          },
        ],
      },
    },
    'checklist item reproducibility fails',
  ],
  [
    'by hand',
    { ...rewritten, review: { status: 'finalized' } },
    'it was finalized by hand and has no package',
  ],
])('passes over %s, and goes on with the next', async (name, change, reason) => {
  const project = name.replaceAll(' ', '-');
  await plantPaper(store, project, { ...change, review: { rank_score: 99, ...change?.review } });
  expect(await next(false)).toMatchObject({
    action: 'noop',
    skipped: [{ paper_id: paperIdOf(project), reason }],
  });
  await plantPaper(store, 'other');
  expect(await next(true)).toMatchObject({ paper_id: paperIdOf('other') });
});

it.each(['claimed', 'blocked', 'deferred', 'rejected'] as const)(
  'leaves a paper alone that is %s',
  async (status) => {
    await plantPaper(store, 'theirs', { ...rewritten, review: { ...checked, status } });
    expect(await next(true)).toMatchObject({ action: 'noop', skipped_count: 0 });
  },
);

it('rewrites once under a key, and does not come back to one that failed', async () => {
  await plantPaper(store, 'one');
  const first = await next(false, 'night-1');
  expect(first).toMatchObject({
    action: 'step_taken',
    step: 'rewrite',
    paper_id: paperIdOf('one'),
  });
  expect(await next(false, 'night-1')).toEqual(first);
  expect(written).toEqual([paperIdOf('one')]);
  await plantPaper(store, 'two');
  failing.add(paperIdOf('two'));
  await expect(next(false, 'night-2')).rejects.toMatchObject({ code: 'evidence_missing' });
  const { skipped } = (await next(true)) as { skipped: Row[] };
  expect(skipped.map((row) => row['paper_id'])).toContain(paperIdOf('two'));
  expect(written).toHaveLength(2);
});

it('does exactly what a dry run chose, or nothing', async () => {
  await plantPaper(store, 'shown');
  const tried = await next(true);
  expect(tried).toMatchObject({ step: 'rewrite', plan_id: expect.any(String) });
  const { plan_id: planId } = tried as { plan_id: string };
  const planned = async (key: string | null): Promise<Row> => {
    const request = { requested_by: 'ann', dry_run: false, plan_id: planId };
    return (await runCommand(papers.context, 'publish_next', { key, by: 'ann', request }))
      .body as Row;
  };
  // What has come to be next meanwhile is not what was shown.
  await plantPaper(store, 'better', { ...rewritten, review: { ...checked, rank_score: 99 } });
  expect(await next(true)).toMatchObject({ step: 'package', paper_id: paperIdOf('better') });
  const taken = { action: 'step_taken', step: 'rewrite', paper_id: paperIdOf('shown') };
  expect(await planned('by-plan')).toMatchObject(taken);
  expect(await planned('by-plan')).toMatchObject(taken);
  expect(written).toEqual([paperIdOf('shown')]);
  await expect(planned('again')).rejects.toMatchObject({
    code: 'plan_changed',
    details: { differences: expect.arrayContaining([expect.objectContaining({ member: 'act' })]) },
  });
  expect(written).toHaveLength(1);
});

it('leaves no plan where nothing would be done', async () => {
  expect(await next(true)).not.toHaveProperty('plan_id');
});

it('finds the one that can go on behind many that cannot', async () => {
  for (let index = 0; index <= limits.publishPageSize; index += 1)
    await plantPaper(store, `stuck-${index}`, { ...rewritten, review: { rank_score: 50 } });
  const stuck = await next(true);
  expect(stuck).toMatchObject({ action: 'noop' });
  expect(stuck['skipped']).toHaveLength(limits.publishSkippedMax);
  expect(stuck['skipped_count']).toBe(limits.publishPageSize + 1);
  await plantPaper(store, 'ready', { ...rewritten, review: { ...checked, rank_score: 1 } });
  expect(await next(true)).toMatchObject({
    step: 'package',
    paper_id: paperIdOf('ready'),
    skipped: [],
  });
});

it('finds the one that can be imported behind thousands that cannot, in the order of their ranks', async () => {
  const finalized = { ...checked, status: 'finalized' } as const;
  await plantPaper(store, 'ready', {
    ...rewritten,
    review: { ...finalized, rank_score: 1, package_dir: 'p/x' },
  });
  await plantPaper(store, 'stuck', { ...rewritten, review: { ...finalized, rank_score: 50 } });
  // As many more as it takes: so many turns would take minutes.
  const columns = ['version', 'state_version', 'seq', 'status', 'paper_status'].join(', ');
  store.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       INSERT INTO actors (kind, id, state, rank_score, ${columns})
       SELECT kind, id || i, json_set(state, '$.paper_id', id || i, '$.rank_score', 50 + i / 2),
         50 + i / 2, ${columns} FROM n CROSS JOIN actors WHERE kind = 'paper_review' AND id = ?`,
    )
    .run(paperIdOf('stuck'));
  const ranks: number[] = [];
  let behind: RankedPaper | undefined;
  do {
    const page = await store.reads.finalizedNotImported(1_000, behind);
    ranks.push(...page.map(({ rank_score }) => rank_score));
    behind = page.at(-1);
  } while (behind !== undefined);
  expect(ranks).toHaveLength(2_502);
  expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
  expect(await next(true)).toMatchObject({ step: 'import', paper_id: paperIdOf('ready') });
});

it('goes on with a package while the corpus refuses every import, and says what is held up by what', async () => {
  const finalized = { ...checked, status: 'finalized', package_dir: 'p/x' } as const;
  await plantPaper(store, 'second', { ...rewritten, review: { ...finalized, rank_score: 1 } });
  await plantPaper(store, 'first', { ...rewritten, review: { ...finalized, rank_score: 9 } });
  await plantPaper(store, 'ready', { ...rewritten, review: checked });
  corpus = { known: false, reason: 'unreadable' };
  const held_up = {
    step: 'import',
    paper_count: 2,
    paper_id: paperIdOf('first'),
    reason: expect.stringContaining('the index state of the corpus is unknown'),
  };
  const ready = { step: 'package', paper_id: paperIdOf('ready') };
  expect(await next(false, 'night-1')).toMatchObject({ action: 'step_taken', ...ready, held_up });
  expect(await next(false, 'night-2')).toMatchObject({
    action: 'noop',
    reason: expect.stringContaining('3 finalized papers wait to be imported'),
    held_up: { ...held_up, paper_count: 3 },
  });
  corpus = { known: true, papers: 0, lint_passes: 0, strict_passes: 0, built_at: 'now' };
  expect(await next(true)).toMatchObject({ step: 'import', paper_id: paperIdOf('first') });
});

it('only begins a rewrite where nobody waits for it, one at a time, and packages beside it', async () => {
  const begin = async (dryRun = false): Promise<Row> => {
    const request = { requested_by: 'pump', dry_run: dryRun, wait: false };
    const whole = { key: null, by: 'pump', request };
    return (await runCommand(papers.context, 'publish_next', whole)).body as Row;
  };
  let finish = (): void => {};
  holding = new Promise((resolve) => {
    finish = resolve;
  });
  await plantPaper(store, 'first', { review: { rank_score: 90 } });
  await plantPaper(store, 'second', { review: { rank_score: 10 } });
  expect(await begin()).toMatchObject({
    action: 'step_begun',
    step: 'rewrite',
    paper_id: paperIdOf('first'),
    reason: `${paperIdOf('first')} is being rewritten`,
  });
  const beside = await begin();
  expect(beside).toMatchObject({ action: 'noop', skipped_count: 2 });
  expect((beside['skipped'] as Row[]).map(({ reason }) => reason)).toContain(
    'a paper is being rewritten; the next is begun when that has ended',
  );
  await plantPaper(store, 'ready', { ...rewritten, review: checked });
  expect(await begin(true)).toMatchObject({ step: 'package', paper_id: paperIdOf('ready') });
  finish();
});
