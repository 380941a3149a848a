/** A stretch of a long history: pages are joined where they meet, and nothing is shown with a gap in it. */
import { describe, expect, it } from 'vitest';
import {
  type HistoryPage,
  historyRowsMax,
  holds,
  stepAt,
  windowOf,
  withEarlier,
  withNewest,
} from '../../../src/dashboard/machines/history-model.ts';

/** Every tenth event of the log is about the entity. */
const page = (newest: number, count: number, next: number | null): HistoryPage => ({
  rows: Array.from({ length: count }, (_, index) => ({ event_id: (newest - index) * 10 })),
  next_before: next,
});
const idsOf = ({
  rows,
}: {
  readonly rows: readonly { readonly event_id?: number | undefined }[];
}) => rows.map(({ event_id: id }) => id);

describe('a stretch of the history', () => {
  it('grows at its top by what has happened, and keeps what was loaded below', () => {
    const begun = withEarlier(withNewest(null, page(9, 3, 70)), page(6, 3, 40));
    expect(idsOf(begun)).toEqual([90, 80, 70, 60, 50, 40]);
    const grown = withNewest(begun, page(11, 3, 90));
    expect(idsOf(grown)).toEqual([110, 100, 90, 80, 70, 60, 50, 40]);
    expect(grown).toMatchObject({ next: 40, to: null });
  });

  it('begins anew where what has happened does not meet it any more', () => {
    const begun = withNewest(null, page(9, 3, 70));
    expect(withNewest(begun, page(20, 3, 180))).toEqual(windowOf(page(20, 3, 180)));
  });

  it('stays where it is while it is not the newest', () => {
    const far = windowOf(page(5, 3, 30), 50);
    expect(withNewest(far, page(20, 3, 180))).toBe(far);
  });

  it('knows which moments it can tell of', () => {
    const far = windowOf(page(9, 3, 70), 95);
    expect([69, 70, 85, 95, 96].map((id) => holds(far, id))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(holds(windowOf(page(9, 3, null)), 1)).toBe(true);
    expect(holds(windowOf(page(9, 3, null)), 1_000)).toBe(true);
    expect(stepAt(far, 85)?.event_id).toBe(80);
    expect(stepAt(far, 69)).toBeNull();
  });

  it('holds no more than it may', () => {
    const all = withEarlier(windowOf(page(5_000, historyRowsMax, 1)), page(900, 100, 1));
    expect(all.rows).toHaveLength(historyRowsMax);
  });
});
