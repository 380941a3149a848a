/** A publication draft that fails a gate goes to a person by itself, says why, and is not sent there again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActorEvent } from '../../../src/actors/machine/durable-actions.ts';
import { explain } from '../../../src/control/explain/explain.ts';
import { type PaperHost, paperIdOf, plantPaper, startPaperHost } from '../../support/paper-host.ts';
import { openTestStore, type TestStore } from '../../support/store-fixtures.ts';

let store: TestStore;
let papers: PaperHost;
const id = paperIdOf('one');

beforeEach(async () => {
  store = openTestStore();
  papers = await startPaperHost({ journal: store.journal, reads: store.reads, write: () => {} });
});
afterEach(async () => {
  await papers.host.drain(5000);
  await store.journal.close();
});

const tell = (kind: 'paper' | 'paper_review', event: ActorEvent) =>
  papers.host.ask({ kind, id }, event, { by: 'tester' });
const evaluated = (lint_passes: boolean): ActorEvent =>
  ({
    type: 'EVALUATED',
    lint_passes,
    lint_finding_count: lint_passes ? 0 : 2,
    audit_verdict: 'strict_pass',
    rank_score: 1,
    rank_reasons: [],
    checklist: [],
  }) as ActorEvent;
const paperIn = async (status: string): Promise<void> => {
  for (let look = 0; look < 100; look += 1) {
    if ((await store.reads.get('paper', id))?.['status'] === status) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await store.reads.get('paper', id))?.['status']).toBe(status);
};

it('holds the paper with the obstacle, explains it, and lets a person end that once and for all', async () => {
  await plantPaper(store, 'one', { paper: { status: 'publication_draft', rewrite_count: 1 } });
  await tell('paper_review', evaluated(false));
  await paperIn('human_review_required');
  expect(await explain(papers.context, 'paper', id)).toMatchObject({
    code: 'human_review_required',
    reason: expect.stringContaining('the packaging lint fails'),
  });
  const [asked] = (await store.journal.eventsAfter(0, 100)).filter(
    ({ event_type: type }) => type === 'paper.human_review_requested',
  );
  expect(asked?.payload).toMatchObject({ reason: 'the packaging lint fails' });

  await tell('paper', { type: 'END_HUMAN_REVIEW', reason: 'seen' } as ActorEvent);
  await tell('paper_review', evaluated(false));
  await paperIn('publication_draft');
  const requests = (await store.journal.eventsAfter(0, 100)).filter(
    ({ event_type: type }) => type === 'paper.human_review_requested',
  );
  expect(requests).toHaveLength(1);
});
