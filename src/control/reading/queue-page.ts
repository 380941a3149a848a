/**
 * A page of the queue as text: what is stored goes out as it was stored, and what is made of it is
 * added behind. Row for row the same as `toQueueRow` and `inList` make.
 */

import { type PaperProgress, toProgress } from '../../domain/operator-lanes.ts';
import { excerptCharsMax } from '../../lib/excerpt.ts';
import type { ListQuery, Page, TextRow, TextShape } from '../../store/ports/read-models.ts';
import { type Needs, readAutomation } from '../common/index.ts';
import { hiddenOf, inList, queueRowExtras, queueRowMembers } from './rows.ts';

const shape: TextShape = {
  hide: hiddenOf('queue_item'),
  pick: queueRowMembers,
  textCharsMax: excerptCharsMax,
};

type Picked = Parameters<typeof queueRowExtras>[1];

/** Queue rows as JSON texts, with the cursor of the next page. */
export async function readQueuePage(
  context: Needs<'clock' | 'reads' | 'settings' | 'workers'>,
  query: ListQuery,
): Promise<Page<string>> {
  const page = await context.reads.listTexts('queue_item', query, shape);
  const items = page.rows.map((row) => named<Picked>(queueRowMembers, row));
  const [progress, automation] = await Promise.all([
    progressOfPapers(context, items),
    readAutomation(context),
  ]);
  const rows = page.rows.map((row, index) => {
    const item = items[index]!;
    const known = { progress: progress(item.paper_id), automation };
    return printRow(row, queueRowExtras(context, item, known));
  });
  return { rows, nextCursor: page.nextCursor };
}

/** A row with what is made of it behind what is stored, as lists show it. */
export function printRow({ text, isLong }: TextRow, extras: object): string {
  // A long text has to be cut, for which it has to be read.
  if (isLong) return JSON.stringify(inList({ ...(JSON.parse(text) as object), ...extras }));
  return `${text.slice(0, -1)},${JSON.stringify(extras).slice(1)}`;
}

/** Picked values by the names of their members, in the order in which they were asked for. */
export function named<Stored>(
  names: readonly (keyof Stored & string)[],
  { picked }: TextRow,
): Stored {
  return Object.fromEntries(names.map((name, place) => [name, picked[place]])) as Stored;
}

/** How far the papers of these items have come, read together. */
async function progressOfPapers({ reads }: Needs<'reads'>, items: readonly Picked[]) {
  const ids = items.flatMap(({ paper_id }) => (paper_id === null ? [] : [paper_id]));
  const [papers, reviews, entries, replications] = await Promise.all([
    reads.statusesOf('paper', ids),
    reads.statusesOf('paper_review', ids),
    reads.statusesOf('corpus_entry', ids),
    reads.statusesOf('replication', ids),
  ]);
  return (paperId: string | null): PaperProgress | null =>
    paperId === null
      ? null
      : toProgress({
          paper: papers.get(paperId),
          review: reviews.get(paperId),
          entry: entries.get(paperId),
          replication: replications.get(paperId),
        });
}
