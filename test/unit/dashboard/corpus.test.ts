/** What the page of the corpus says of papers that were removed: never that there was none. */
import { describe, expect, it } from 'vitest';
import { emptyLedger, formerIds, removalOf } from '../../../src/dashboard/papers/corpus-words.ts';
import type { CorpusRow } from '../../../src/dashboard/service/wire.ts';

const gone = {
  public_id: 'orrery-paper-0002',
  removed_by: 'ann',
  removal_reason: 'wrong data',
  former_public_ids: ['orrery-paper-0001', 'orrery-paper-0002'],
};
const page = (...rows: readonly CorpusRow[]) => ({ rows, hasMore: false, nextCursor: null });

describe('a paper that was removed', () => {
  it('says by whom and why, and what of that is unknown', () => {
    expect(removalOf(gone)).toEqual({ by: 'ann', why: 'Wrong data.' });
    expect(removalOf({})).toEqual({ by: 'unknown', why: 'No reason was noted.' });
  });

  it('says what it was before, also after it came back', () => {
    expect(formerIds(gone)).toEqual(['orrery-paper-0001']);
    expect(formerIds({ ...gone, public_id: 'orrery-paper-0003' })).toEqual(gone.former_public_ids);
    expect(formerIds({})).toEqual([]);
  });
});

describe('a ledger without rows', () => {
  it('is not one into which nothing was imported where something was removed', () => {
    const counts = { removed: 1 };
    expect(emptyLedger({ page: page(), removed: page(gone) }, '')).toContain('was removed');
    expect(emptyLedger({ page: page(), removed: null, counts }, '')).toContain('was removed');
    expect(emptyLedger({ page: page(), removed: page() }, '')).toContain('No paper was imported');
    const more = { ...page(), hasMore: true };
    expect(emptyLedger({ page: more, removed: page(gone) }, '')).toContain('a search finds');
  });

  it('says of a search where it found something', () => {
    const found = emptyLedger({ page: page(), removed: page(gone) }, 'wrong');
    expect(found).toContain('removed ones have');
    const none = emptyLedger({ page: page(), removed: page(), counts: { removed: 1 } }, 'x');
    expect(none).toBe('No paper of the corpus has that in its texts.');
  });
});
