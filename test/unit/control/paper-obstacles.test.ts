/** Rewriting, packaging and importing one paper: which of them gives way to which. */

import { describe, expect, it } from 'vitest';
import type { PaperEffectOptions } from '../../../src/control/papers/effect-options.ts';
import {
  publishingObstacle,
  rewriteObstacle,
} from '../../../src/control/papers/paper-obstacles.ts';
import { createWritingStops } from '../../../src/control/papers/writing-stops.ts';
import { createPaperEffects } from '../../../src/control/publication/effects.ts';
import type { ReadModels } from '../../../src/store/ports/read-models.ts';

type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const readsOf = (rows: Rows): ReadModels =>
  ({ get: async (kind: string) => rows[kind] }) as unknown as ReadModels;
const at = '2026-01-01T00:00:00.000Z';
const imported = { status: 'imported', public_id: 'orrery-paper-0001', imported_at: at };

describe('a rewrite', () => {
  it.each<[string, Rows, boolean, string | null]>([
    [
      'gives way to a corpus that has the paper',
      { corpus_entry: imported },
      true,
      'already_imported',
    ],
    ['waits for an import', { corpus_entry: { status: 'importing' } }, true, 'import_in_progress'],
    [
      'waits for a package',
      { paper_review: { status: 'claimed', resume_status: 'queued' } },
      true,
      'package_in_progress',
    ],
    [
      'stops before a finalized paper',
      { paper_review: { status: 'finalized' } },
      false,
      'already_finalized',
    ],
    ['goes on with force', { paper_review: { status: 'finalized' } }, true, null],
    ['goes on after a failed import', { corpus_entry: { status: 'failed' } }, false, null],
    [
      'goes on otherwise',
      { paper_review: { status: 'in_review', resume_status: null } },
      false,
      null,
    ],
  ])('%s', async (_, rows, force, reason) => {
    const obstacle = await rewriteObstacle(readsOf(rows), 'p', force);
    expect(obstacle?.reason ?? null).toBe(reason);
  });
});

describe('a package or an import', () => {
  it.each([
    ['draft_generating', 'generation_in_progress'],
    ['publication_generating', 'generation_in_progress'],
    ['publication_draft', null],
    ['human_review_required', 'human_review_required'],
    ['archived', 'archived'],
  ])('of a paper that is %s', async (status, reason) => {
    const obstacle = await publishingObstacle(readsOf({ paper: { status, updated_at: at } }), 'p');
    expect(obstacle?.reason ?? null).toBe(reason);
  });
});

describe('two that meet after both were accepted', () => {
  const paper = { status: 'publication_generating', updated_at: at };
  const effects = (rows: Rows) =>
    createPaperEffects({
      reads: readsOf(rows),
      artifactRoot: '/nowhere',
      marks: { begin: () => 0, end() {} },
      stops: createWritingStops(),
    } as unknown as PaperEffectOptions);
  const context = { signal: new AbortController().signal } as never;

  it('the rewrite does not touch a paper that was finalized meanwhile', async () => {
    const rows = { paper, paper_review: { status: 'finalized', resume_status: null } };
    const event = await effects(rows)['paper.rewrite']!.run({ paper_id: 'p' }, context);
    expect(event).toMatchObject({
      type: 'GENERATION_FAILED',
      code: 'transition_refused',
      details: { reason: 'already_finalized' },
    });
  });
  it('the package is refused while the paper is written', async () => {
    const event = await effects({ paper })['review.package']!.run({ paper_id: 'p' }, context);
    expect(event).toMatchObject({ type: 'PACKAGE_REFUSED' });
  });
  it('the import is refused while the paper is written', async () => {
    const input = { paper_id: 'p', package_dir: 'x' };
    const event = await effects({ paper })['corpus.import']!.run(input, context);
    expect(event).toMatchObject({ type: 'IMPORT_FAILED' });
  });
});
