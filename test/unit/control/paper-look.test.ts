/** One look of the paper watch, on a real store: which papers are evaluated again, which are read, and how many. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLookAtPapers } from '../../../src/control/publication/paper-look.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { limits } from '../../../src/domain/limits.ts';
import type { PaperReview } from '../../../src/domain/records.ts';
import { initialCorpusEntry } from '../../../src/machines/corpus-entry/machine.ts';
import { initialPaperReview } from '../../../src/machines/paper-review/context.ts';
import type { PaperWatchEvent } from '../../../src/machines/paper-watch/events.ts';
import type { PaperWork } from '../../../src/papers/work/paper-work.ts';
import {
  commitAll,
  openTestStore,
  someTime,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

type Options = Parameters<typeof createLookAtPapers>[0];
const dated = { created_at: someTime, updated_at: someTime };

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.journal.close());

const review = (id: string, change: Partial<PaperReview> = {}) =>
  stateTurn('paper_review', id, 1, {
    ...initialPaperReview(id),
    ...dated,
    status: 'queued',
    project_id: 'p',
    run_id: `${id}-run`,
    paper_status: 'draft_review',
    evaluated_at: someTime,
    evaluated_mark: 'm',
    ...change,
  });

/** The files of every paper have the mark `m`, unless their run is among the large ones. */
async function look(after: string | null, large: readonly string[] = []) {
  const read: string[] = [];
  const work: Partial<PaperWork> = {
    judgingMark: async (dir) => {
      if (large.some((id) => dir.endsWith(`/${id}-run`)))
        throw new ServiceError('paper_too_large', 'it took over 120 s');
      return 'm';
    },
    publishedFolders: async () => ({ e: '/corpus/papers/e', g: '/corpus/papers/g' }),
    readPublished: async ({ dir, seen }) => {
      read.push(dir);
      return seen === 'n' ? null : { mark: 'n', drift: 'paper.md is missing' };
    },
  };
  const options = { reads: store.reads, work, corpusDir: '/corpus', artifactRoot: '/artifacts' };
  const { signal } = new AbortController();
  const event = await createLookAtPapers(options as unknown as Options).run({ after }, {
    signal,
  } as never);
  return { read, event: event as Extract<PaperWatchEvent, { type: 'LOOKED' }> };
}

it('names the papers whose files or rules are other ones, and those of the corpus that were read', async () => {
  const imported = { ...initialCorpusEntry('e'), ...dated, status: 'imported' };
  await commitAll(store.journal, [
    review('a'),
    // Evaluated by the rules of an earlier version, or before marks were kept.
    review('b', { evaluated_mark: 'older' }),
    review('c', { evaluated_mark: null }),
    review('d', { paper_status: 'archived', evaluated_mark: 'older' }),
    review('e', { evaluated_at: null, evaluated_mark: 'older' }),
    review('f', { status: 'finalized' }),
    review('g'),
    stateTurn('corpus_entry', 'e', 1, imported),
    stateTurn('corpus_entry', 'f', 1, { ...imported, paper_id: 'f' }),
    stateTurn('corpus_entry', 'g', 1, { ...imported, paper_id: 'g', looked_mark: 'n' }),
    stateTurn('corpus_entry', 'a', 1, { ...imported, paper_id: 'a', status: 'removed' }),
  ]);
  const { event, read } = await look(null);
  expect(event).toEqual({
    type: 'LOOKED',
    after: null,
    papers: 7,
    changed: ['b', 'c'],
    published: [
      { paper_id: 'e', mark: 'n', drift: 'paper.md is missing' },
      {
        paper_id: 'f',
        mark: 'gone',
        drift: 'no folder of the corpus says that it is this paper',
      },
    ],
  });
  expect(read).toEqual(['/corpus/papers/e', '/corpus/papers/g']);
});

it('looks at so many at once, goes on behind the last, and is not held up by a paper that is too large', async () => {
  const ids = Array.from(
    { length: limits.paperLookMax + 1 },
    (_, at) => `p${String(at).padStart(3, '0')}`,
  );
  await commitAll(
    store.journal,
    ids.map((id) => review(id, { evaluated_mark: id === 'p000' ? null : 'm' })),
  );
  const first = await look(null, ['p000', 'p001']);
  // Of neither is the mark known; the evaluation of the first said so already.
  expect(first.event).toMatchObject({ after: ids.at(-2), papers: 50, changed: ['p001'] });
  const second = await look(first.event.after);
  expect(second.event).toMatchObject({ after: null, papers: 1, changed: [] });
});
