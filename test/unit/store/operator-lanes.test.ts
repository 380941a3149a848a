/** Items and papers narrowed to a lane of the operator: the store finds those that the rule of the domain puts there. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  operatorLaneOf,
  operatorLanes,
  paperLaneOf,
  paperLanes,
  toProgress,
} from '../../../src/domain/operator-lanes.ts';
import type { QueueItem } from '../../../src/domain/records.ts';
import { paperStatuses, queueStatuses } from '../../../src/domain/statuses.ts';
import {
  commitAll,
  openTestStore,
  queueItem,
  readAllPages,
  stateTurn,
  type TestStore,
} from '../../support/store-fixtures.ts';

const verdict = (positive: boolean) => ({ positive }) as QueueItem['gate_verdict'];
const papers = paperStatuses.flatMap((paper) =>
  [null, 'queued', 'finalized', 'rejected'].flatMap((review) =>
    [null, 'importing', 'imported', 'removing', 'removed', 'failed'].map((entry) => ({
      id: `${paper}-${review}-${entry}`,
      statuses: { paper, review, entry },
    })),
  ),
);
const items: readonly QueueItem[] = [
  ...queueStatuses.flatMap((status) =>
    [null, verdict(false), verdict(true)].flatMap((gate_verdict, at) =>
      [false, true].map((manual_review_required) =>
        queueItem(`${status}-${at}-${manual_review_required}`, {
          status,
          gate_verdict,
          manual_review_required,
        }),
      ),
    ),
  ),
  ...papers.map(({ id }) =>
    queueItem(`of-${id}`, { status: 'completed', gate_verdict: verdict(true), paper_id: id }),
  ),
];
const progress = new Map(papers.map(({ id, statuses }) => [id, toProgress(statuses)]));

let store: TestStore;
beforeAll(async () => {
  store = openTestStore();
  await commitAll(store.journal, [
    ...items.map((item) => stateTurn('queue_item', item.project_id, 1, item)),
    ...papers.flatMap(({ id, statuses: { paper, review, entry } }) => [
      stateTurn('paper', id, 1, { status: paper, paper_id: id }),
      ...(review === null
        ? []
        : [stateTurn('paper_review', id, 1, { status: review, paper_status: paper })]),
      ...(entry === null ? [] : [stateTurn('corpus_entry', id, 1, { status: entry })]),
    ]),
  ]);
});
afterAll(() => store.journal.close());

const found = async (kind: 'queue_item' | 'paper', lane: string, id: string) => {
  const rows = await readAllPages(store.reads, kind, { filters: { operator_lane: lane } });
  return rows.map((row) => String(row[id])).sort();
};

it.each(operatorLanes)('finds the items in the lane %s', async (lane) => {
  const wanted = items.filter(
    (item) => operatorLaneOf(item, progress.get(item.paper_id ?? '') ?? null) === lane,
  );
  expect(wanted).not.toEqual([]);
  expect(await found('queue_item', lane, 'project_id')).toEqual(
    wanted.map(({ project_id: id }) => id).sort(),
  );
});

it.each(paperLanes)('finds the papers of publication automation in the lane %s', async (lane) => {
  const wanted = papers.filter(
    ({ statuses }) => statuses.review !== null && paperLaneOf(toProgress(statuses)) === lane,
  );
  expect(wanted).not.toEqual([]);
  expect(await found('paper', lane, 'paper_id')).toEqual(wanted.map(({ id }) => id).sort());
});

it('refuses a word that is no lane of the kind', async () => {
  await expect(found('paper', 'running', 'paper_id')).rejects.toThrow('operator_lane');
});
