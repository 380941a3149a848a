/** An import asks whether all is known that publishing stands on, and says what is not. */
import { describe, expect, it } from 'vitest';
import { createPlanShelf } from '../../../src/control/common/index.ts';
import type { CorpusIndexReport, PaperTools } from '../../../src/control/common/paper-tools.ts';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { importIntoCorpus } from '../../../src/control/publication/corpus-import.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { createTestPlans } from '../../support/store-fixtures.ts';

const built = (papers: number): CorpusIndexReport => ({
  known: true,
  papers,
  lint_passes: papers,
  strict_passes: papers,
  built_at: '2026-01-01T00:00:00.000Z',
});
const unreadable: CorpusIndexReport = { known: false, reason: 'unreadable' };

interface World {
  readonly review?: Readonly<Record<string, unknown>>;
  /** What the index says, and what it says once it was built anew. */
  readonly index?: CorpusIndexReport;
  readonly rebuilt?: CorpusIndexReport;
  readonly imported?: number;
}

/** Imports in a world; answers what was asked of whom, and the problems of a refusal. */
async function importIn(world: World, dryRun = false) {
  const done: string[] = [];
  let index = world.index ?? built(0);
  const rows: Readonly<Record<string, object>> = {
    paper: { paper_id: 'p', project_id: 'a', run_id: 'r', status: 'publication_draft' },
    paper_review: {
      paper_id: 'p',
      status: 'finalized',
      package_dir: 'a/packages/p/package',
      lint_passes: true,
      audit_verdict: 'strict_pass',
      ...world.review,
    },
  };
  const context = {
    plans: createPlanShelf(createManualClock(), createTestPlans()),
    reads: {
      get: async (kind: string) => rows[kind],
      countByStatus: async () => ({ imported: world.imported ?? 0 }),
    },
    actors: {
      ask: async (_to: object, { type }: { readonly type: string }) => {
        done.push(type);
        const body = { result: 'imported' };
        return { ok: true, replayed: false, outcome: { refusal: null, event_id: 1, body } };
      },
    },
  } as unknown as ControlContext;
  const papers = {
    reportCorpusIndex: async () => index,
    rebuildCorpusIndex: async () => {
      done.push('rebuild');
      index = world.rebuilt ?? index;
    },
    previewImport: async () => [],
    whyNotTwice: async () => [],
  } as Partial<PaperTools> as PaperTools;
  const request = { paper_id: 'p', dry_run: dryRun, requested_by: 'ann' };
  try {
    return { done, reply: await importIntoCorpus(context, papers, request), problems: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.code).toBe('gates_failed');
    return { done, reply: null, problems: error.details['problems'] as string[] };
  }
}

describe('an import is refused', () => {
  it.each<[string, World, string]>([
    ['the lint of the paper is not known', { review: { lint_passes: null } }, 'lint'],
    ['its audit is not known', { review: { audit_verdict: null } }, 'strict audit'],
    [
      'the index cannot be read, not even once it was built anew',
      { index: unreadable },
      'index state of the corpus is unknown',
    ],
    [
      'the corpus lacks papers that the ledger has',
      { index: built(1), rebuilt: built(1), imported: 2 },
      'index state of the corpus is behind',
    ],
  ])('while %s', async (_, world, words) => {
    const { done, problems } = await importIn(world);
    expect(done).not.toContain('IMPORT');
    expect(problems.join()).toContain(words);
  });
});

describe('an import goes on', () => {
  it('when all is known', async () => {
    expect((await importIn({})).done).toEqual(['IMPORT']);
  });
  it('when older papers of the corpus are known to fail', async () => {
    const index = { ...built(3), lint_passes: 1, strict_passes: 0 } as CorpusIndexReport;
    expect((await importIn({ index, imported: 1 })).done).toEqual(['IMPORT']);
  });
  it.each([
    ['cannot be read', unreadable, 0],
    ['is not there yet', { known: false, reason: 'not_built' } as const, 0],
    ['is behind the ledger', built(1), 2],
  ])('once an index that %s was built', async (_, index, imported) => {
    const { done } = await importIn({ index, rebuilt: built(2), imported });
    expect(done).toEqual(['rebuild', 'IMPORT']);
  });
});

describe('a dry run', () => {
  it('says the same of the paper and touches nothing', async () => {
    const world = { review: { lint_passes: null }, index: unreadable };
    const { done, reply } = await importIn(world, true);
    expect(done).toEqual([]);
    expect(reply).toMatchObject({ would_pass: false });
    expect(await importIn({}, true)).toMatchObject({ reply: { would_pass: true, problems: [] } });
  });
});
