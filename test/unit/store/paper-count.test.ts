/** Papers by where they stand: counted anew only where the log says so, and right after every write. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import { createHeavyReads } from '../../../src/store/sqlite/reads/heavy-reads.ts';
import { commitAll, openTestStore, stateTurn } from '../../support/store-fixtures.ts';

const id = fc.constantFrom('a', 'b', 'c');
const write = fc.record({
  entity: fc.oneof(
    fc.record({
      kind: fc.constant('paper_review' as const),
      id,
      state: fc.record({
        status: fc.constantFrom('queued', 'finalized'),
        paper_status: fc.constantFrom('draft_review', 'publication_draft'),
      }),
    }),
    fc.record({
      kind: fc.constant('corpus_entry' as const),
      id,
      state: fc.record({ status: fc.constantFrom('importing', 'imported') }),
    }),
    fc.record({
      kind: fc.constant('paper' as const),
      id,
      state: fc.record({ status: fc.constantFrom('eligible', 'draft_review') }),
    }),
  ),
  isRead: fc.boolean(),
});

it('counts what is there, whatever was written between two readings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 25 }), async (writes) => {
      const { db, journal, reads } = openTestStore();
      const versions = new Map<string, number>();
      for (const { entity, isRead } of writes) {
        const name = `${entity.kind}/${entity.id}`;
        const version = (versions.get(name) ?? 0) + 1;
        versions.set(name, version);
        await commitAll(journal, [stateTurn(entity.kind, entity.id, version, entity.state)]);
        if (isRead)
          expect(await reads.countPapers()).toEqual(await createHeavyReads(db).countPapers());
      }
      await journal.close();
    }),
    propertyOptions(40),
  );
});
