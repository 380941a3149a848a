/** What is said of papers that were taken out of the corpus, and of a ledger that shows no row. Pure. */
import type { CorpusRow, CorpusShown, ListPage } from '../service/wire.ts';
import { sentence } from '../words/words.ts';

type Removal = Pick<CorpusRow, 'public_id' | 'removed_by' | 'removal_reason' | 'former_public_ids'>;

/** Who took a paper out, and why as a sentence. */
export function removalOf({ removed_by: by, removal_reason: reason }: Removal): {
  readonly by: string;
  readonly why: string;
} {
  const isGiven = reason != null && reason.trim() !== '';
  return { by: by ?? 'unknown', why: isGiven ? sentence(reason) : 'No reason was noted.' };
}

/** What else the corpus called a paper, each until it was taken out under that name. */
export const formerIds = ({ public_id: own, former_public_ids: former = [] }: Removal) =>
  former.filter((id) => id !== own);

/** Why the ledger shows no row: what was removed is not said never to have been. */
export function emptyLedger(
  {
    page,
    removed,
    counts,
  }: Pick<CorpusShown, 'page' | 'counts'> & {
    /** Papers that were taken out; null: not told. */
    readonly removed: ListPage<CorpusRow> | null;
  },
  search: string,
): string {
  const found = removed?.rows.length ?? 0;
  if (page.hasMore) return 'What was imported last was removed; a search finds earlier papers.';
  if (search !== '')
    return found > 0
      ? 'No paper that is in the corpus has that in its texts; removed ones have.'
      : 'No paper of the corpus has that in its texts.';
  if (found > 0 || (counts?.removed ?? 0) > 0)
    return 'The corpus holds no paper now: what was imported was removed.';
  return 'No paper was imported yet. A finalized paper is imported from its page, or by the pump.';
}
