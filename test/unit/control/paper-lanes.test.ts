/** Every paper is counted in one lane, by what its own rows say and by no difference of totals. */
import { expect, it } from 'vitest';
import { type Counts, readCounts } from '../../../src/control/common/counts.ts';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, stateTurn } from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

const review = (id: string, status: string, version = 1, paperStatus = 'publication_draft') =>
  stateTurn('paper_review', id, version, { status, paper_id: id, paper_status: paperStatus });
const imported = (id: string) =>
  stateTurn('corpus_entry', id, 1, { status: 'imported', paper_id: id });
// All that the counts ask of their context.
const counts = (): Promise<Counts> =>
  readCounts({ reads: store().reads } as Partial<ControlContext> as ControlContext);

it('counts what is ready to publish, also when a published paper went back', async () => {
  await commitAll(store().journal, [
    review('published', 'finalized'),
    review('ready', 'finalized'),
    imported('published'),
  ]);
  expect((await counts()).pipeline).toMatchObject({ publish_ready: 1, published_imported: 1 });
  await commitAll(store().journal, [review('published', 'in_review', 2)]);
  const after = await counts();
  expect(after.pipeline).toMatchObject({ publish_ready: 1, published_imported: 1 });
  expect(after.operator).toMatchObject({ publish: 1, imported: 1, finalize: 0 });
});

it('has a lane for a rejected paper and for an archived one', async () => {
  await commitAll(store().journal, [
    review('open', 'queued'),
    review('rejected', 'rejected'),
    review('archived', 'queued', 1, 'archived'),
    review('archived-late', 'finalized', 1, 'archived'),
  ]);
  const { operator, pipeline } = await counts();
  expect(operator).toMatchObject({ finalize: 1, done_no_paper: 3, publish: 0, imported: 0 });
  expect(pipeline.publish_ready).toBe(0);
});
