/** Marks that the first edition kept among a project's tags: members of their own, wherever one reads. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyOptions } from '../../../property-tests/options.ts';
import type { ControlContext } from '../../../src/control/common/ports.ts';
import { projectsOfTitle, titleKey } from '../../../src/control/intake/same-title.ts';
import { toShownChange } from '../../../src/control/reading/rows.ts';
import { readProjectPage } from '../../../src/control/reading/text-pages.ts';
import { readAsOf } from '../../../src/control/reading/time-travel.ts';
import { projectLift } from '../../../src/domain/entities/lifts.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { verifyJournal } from '../../../src/store/verify.ts';
import { project } from '../../support/control-context.ts';
import {
  commitAll,
  listQuery,
  newEvent,
  openTestStore,
  type State,
  stateTurn,
  turn,
} from '../../support/store-fixtures.ts';

const title = 'An old study';
const mark = 'intake:0123456789abcdef';

/** As the first edition stored it. */
function olderState(id: string, tags: readonly string[]): State {
  const { intake_batch: _, title_key: __, ...state } = project(id, { project_name: title });
  return { ...state, tags };
}

/** The turn of the first edition that stored it. */
function olderTurn(id: string, state: State) {
  const change = { kind: 'project', id, version: 1, state_version: 1, set: state };
  return turn({
    kind: 'project',
    id,
    expectedVersion: 0,
    next: { version: 1, stateVersion: 1, state: JSON.stringify(state) },
    events: [
      newEvent({ entity_type: 'project', entity_id: id, payload: canonicalJson({ change }) }),
    ],
  });
}

async function openOlder() {
  const store = openTestStore();
  const state = olderState('old', ['gpu', mark, titleKey(title)]);
  await commitAll(store.journal, [olderTurn('old', state)]);
  const clock = createManualClock(Date.UTC(2026, 0, 2));
  const context = { reads: store.reads, clock } as Partial<ControlContext> as ControlContext;
  return { ...store, context, state };
}

it('are lifted in lists, by id, as of then and on the feed, and the store still verifies', async () => {
  const { context, journal, reads, state } = await openOlder();
  const lifted = { tags: ['gpu'], intake_batch: mark, title_key: titleKey(title) };
  expect(await reads.get('project', 'old')).toMatchObject(lifted);
  expect((await reads.list('project', listQuery())).rows).toMatchObject([lifted]);
  const [row] = (await readProjectPage(context, listQuery())).rows;
  expect(JSON.parse(row!)).toMatchObject({ tags: ['gpu'] });
  expect(row).not.toContain('0123456789abcdef');
  const then = await readAsOf(context, '1', async (past) => ({
    row: await past.reads.get('project', 'old'),
  }));
  expect(then.row).toMatchObject(lifted);
  expect(toShownChange({ kind: 'project', state_version: 1, set: state })['tags']).toEqual(['gpu']);
  expect(await verifyJournal(journal)).toMatchObject({ ok: true, actors: 1 });
  await journal.close();
});

it('are no marks in a tag that somebody gives today', async () => {
  const { context, journal, reads } = await openOlder();
  const tags = [mark, titleKey(title)];
  const other = project('a-stranger', { project_name: 'Another', tags, title_key: 'title:other' });
  await commitAll(journal, [stateTurn('project', 'a-stranger', 1, other)]);
  expect(await reads.get('project', 'a-stranger')).toMatchObject({ tags, intake_batch: null });
  // It comes first by its id, and full text finds it; yet it is not of that title.
  const found = await projectsOfTitle(context, 'an OLD study!', 1);
  expect(found.map((row) => row['project_id'])).toEqual(['old']);
  await journal.close();
});

it('are lifted once: what has members for them is left as it is', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(mark, titleKey(title), 'intake:', 'title:0123', `${mark}0`),
  );
  const property = fc.property(fc.array(word, { maxLength: 6 }), (tags) => {
    const once = projectLift.from({ tags });
    expect(projectLift.from(once)).toEqual(once);
    expect(once['tags']).toEqual(tags.filter((tag) => tag !== mark && tag !== titleKey(title)));
    expect(once['intake_batch']).toBe(tags.includes(mark) ? mark : null);
  });
  fc.assert(property, propertyOptions(200));
});
