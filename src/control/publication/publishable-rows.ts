/** The papers of which one may take its next step, by the step that they wait for. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { limits } from '../../domain/limits.ts';
import type { EntityRow, ListQuery, Page, RankedPaper } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';

/** Those that the corpus does not have, to the last of them: however many it refuses, they hide none. */
export async function* finalizedRows(context: Needs<'reads'>): AsyncGenerator<EntityRow> {
  if (!(await mayLackImports(context))) return;
  let behind: RankedPaper | undefined;
  for (;;) {
    const page = await context.reads.finalizedNotImported(limits.publishPageSize, behind);
    for (const { paper_id: id } of page) {
      const row = await context.reads.get('paper_review', id);
      if (row !== undefined) yield row;
    }
    if (page.length < limits.publishPageSize) return;
    behind = page.at(-1);
    // Between two pages others have their turn.
    await nextTick();
  }
}

/** Whether a finalized paper may be missing from the corpus; two counts instead of a walk where none is. */
export async function mayLackImports({ reads }: Needs<'reads'>): Promise<boolean> {
  const [reviews, entries] = await Promise.all([
    reads.countByStatus('paper_review'),
    reads.countByStatus('corpus_entry'),
  ]);
  const there = (entries['imported'] ?? 0) + (entries['removing'] ?? 0) + (entries['removed'] ?? 0);
  return (reviews['finalized'] ?? 0) > there;
}

/** Reviews that a filter lets through, the best ranked first. */
export async function* reviewsIn(
  context: Needs<'reads'>,
  filters: ListQuery['filters'],
): AsyncGenerator<EntityRow> {
  let cursor: string | null = null;
  do {
    const page: Page<EntityRow> = await context.reads.list('paper_review', {
      cursor,
      pageSize: limits.publishPageSize,
      sort: '-rank_score',
      filters,
      search: '',
    });
    yield* page.rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
