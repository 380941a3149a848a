/** Publication automation walked by every request that a client can make: each status is reached, and none is a dead end. */
import { describe, expect, it } from 'vitest';
import { createDecide } from '../../../src/actors/machine/decide.ts';
import type { PaperReview } from '../../../src/domain/records.ts';
import { reviewStatuses, settableReviewStatuses } from '../../../src/domain/statuses.ts';
import type { PaperReviewEvent } from '../../../src/machines/paper-review/events.ts';
import { paperReviewSpec } from '../../../src/machines/paper-review/spec.ts';
import { minute } from './support.ts';

const decide = createDecide(paperReviewSpec);

/** The paper itself, and what its package comes to. */
const changed: PaperReviewEvent = {
  type: 'PAPER_CHANGED',
  paper_id: 'r1--draft',
  project_id: 'p',
  run_id: 'r1',
  title: 'A title',
  paper_status: 'publication_draft',
};
const packaged: PaperReviewEvent = {
  type: 'PACKAGED',
  package_dir: 'd',
  package_archive: 'd.tar.gz',
  package_sha256: 'abc',
  report: {},
};
/** What operators and the pump ask for: moves, and packages with their results. */
const moves: readonly PaperReviewEvent[] = [
  { type: 'CLAIM', claimed_by: 'ada' },
  { type: 'RELEASE' },
  { type: 'BLOCK', blocker: 'numbers differ' },
  { type: 'DEFER', note: null },
  { type: 'REJECT', note: 'not new' },
  { type: 'REQUEUE', note: null },
  { type: 'APPROVE', note: null },
  { type: 'PREPARE_PACKAGE', target_label: 'corpus' },
  { type: 'PACKAGE_REFUSED', problems: ['lint fails'] },
  packaged,
];
const raw: readonly PaperReviewEvent[] = settableReviewStatuses.map((review_status) => ({
  type: 'SET_STATUS',
  review_status,
  note: 'because',
  blocker: null,
}));

const step = (state: PaperReview, event: PaperReviewEvent): PaperReview | null => {
  const decision = decide(state, { at: minute(1), by: 'ada', request_key: 'k', ...event });
  return decision.accepted ? decision.state : null;
};
/** What tells two places of the walk apart: the status, and whether there is a package. */
const placeOf = (state: PaperReview): string =>
  JSON.stringify([
    state.status,
    (state as { machine_state?: unknown }).machine_state ?? null,
    state.package_dir,
  ]);

/** Every place that these events lead to from a state, that state included. */
function walk(from: PaperReview, events: readonly PaperReviewEvent[]): Map<string, PaperReview> {
  const seen = new Map([[placeOf(from), from]]);
  for (const state of seen.values())
    for (const event of events) {
      const next = step(state, event);
      if (next !== null && !seen.has(placeOf(next))) seen.set(placeOf(next), next);
    }
  return seen;
}
const begin = step(paperReviewSpec.initialState('r1--draft'), changed);
if (begin === null) throw new Error('a paper enters publication automation');
const everywhere = [...walk(begin, [...moves, ...raw]).values()];
const isDone = (state: PaperReview): boolean =>
  state.status === 'finalized' && state.package_dir !== null;

describe('publication automation', () => {
  it('reaches every review status', () => {
    expect(new Set(everywhere.map(({ status }) => status))).toEqual(new Set(reviewStatuses));
  });

  it('can be finalized with a package from every place, by moves alone where nobody turned it down', () => {
    const stuck = everywhere.filter((state) => {
      const events = ['rejected', 'finalized'].includes(state.status) ? [...moves, ...raw] : moves;
      return ![...walk(state, events).values()].some(isDone);
    });
    expect(stuck.map(({ status }) => status)).toEqual([]);
  });

  it('can be turned down, put off and blocked, and taken up again from there', () => {
    const queued = everywhere.find(({ status }) => status === 'queued');
    if (queued === undefined) throw new Error('it is queued first');
    for (const status of ['blocked', 'deferred'] as const) {
      const there = [...walk(queued, moves).values()].find((state) => state.status === status);
      expect(
        there === undefined ? null : step(there, { type: 'REQUEUE', note: null })?.status,
      ).toBe('queued');
    }
  });
});
