/** Whether what is counted one way is the same when it is counted another way. */
import type { Recount } from '../../store/ports/read-models.ts';
import { type Counts, type Needs, readCounts } from '../common/index.ts';

/** Two numbers that should be equal and are not; `message` names both. */
export interface CountDisagreement {
  readonly what: string;
  readonly one: number;
  readonly other: number;
  readonly message: string;
}

/** The counts that overviews show, which are kept, and where counting anew says something else. */
export async function readConsistency(context: Needs<'reads'>): Promise<{
  readonly counts: Counts;
  readonly disagreements: readonly CountDisagreement[];
}> {
  const { reads } = context;
  const [counts, items, lanes] = await Promise.all([
    readCounts(context),
    reads.recount('queue_item'),
    reads.activeLanes(),
  ]);
  return { counts, disagreements: findDisagreements({ counts, items, lanes }) };
}

/** Pure; exported so that each disagreement can be tested. */
export function findDisagreements(facts: {
  readonly counts: Pick<Counts, 'active' | 'pipeline'>;
  /** Queue items, counted in both ways at the same moment: under load the next one has others already. */
  readonly items: Recount;
  /** Lanes that active items hold; each holds one. */
  readonly lanes: readonly string[];
}): CountDisagreement[] {
  const { counts, items, lanes } = facts;
  const rows: (readonly [string, number, number, string])[] = [
    ['queue_total', items.kept, items.rows, 'queue items by status, and all of them'],
    ['active_lanes', counts.active, lanes.length, 'active items, and lanes that are held'],
  ];
  if (counts.pipeline.not_writable_by_decision_gate < 0) {
    rows.push([
      'write_needed',
      counts.pipeline.write_needed,
      counts.pipeline.raw_completed_no_paper_candidates,
      'papers to be written, and completed items without a paper',
    ]);
  }
  return rows
    .filter(([, one, other]) => one !== other)
    .map(([what, one, other, words]) => ({
      what,
      one,
      other,
      message: `${words}, should agree: ${one} and ${other}`,
    }));
}
