/**
 * A snapshot applied in mode `enforce` against the same changes made by an operator's verbs, while
 * the process dies before or after any commit: the items end alike but for who and when, the sender
 * gets one answer, and nothing is done twice.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askAccepted, idempotencyOf } from '../src/control/common/ask.ts';
import { type CoreService, createCoreService } from '../src/core-service/service.ts';
import type { OperatorVerb } from '../src/domain/operator-verbs.ts';
import type { EditFields } from '../src/domain/records.ts';
import type { coreModes } from '../src/domain/statuses.ts';
import type { EntityRow } from '../src/store/ports/read-models.ts';
import { DispatchWorld } from '../test/support/dispatch-world.ts';
import { propertyOptions } from './options.ts';

const items = ['one', 'two', 'three'] as const;
const moves = ['pause', 'resume', 'retry', 'cancel'] as const;

/** How an item comes to be where the snapshot finds it. */
const beginnings = ['queued', 'paused', 'canceled', 'running', 'dispatch_error'] as const;
type Beginning = (typeof beginnings)[number];

interface Wish {
  readonly begins: Beginning;
  readonly fields: EditFields;
  readonly move: (typeof moves)[number] | null;
}
const wish: fc.Arbitrary<Wish> = fc.record({
  begins: fc.constantFrom(...beginnings),
  fields: fc.record(
    {
      dispatch_priority: fc.integer({ min: 0, max: 1000 }),
      machine_target: fc.constantFrom(null, ...items),
    },
    { requiredKeys: [] },
  ),
  move: fc.option(fc.constantFrom(...moves)),
});
const crashes = fc.array(
  fc.record({
    commits: fc.integer({ min: 1, max: 9 }),
    moment: fc.constantFrom('before' as const, 'after' as const),
  }),
  { maxLength: 4 },
);

async function withWorlds(
  wishes: readonly Wish[],
  check: (world: DispatchWorld, twin: DispatchWorld) => Promise<void>,
): Promise<void> {
  const worlds = [new DispatchWorld(), new DispatchWorld()] as const;
  try {
    for (const world of worlds) {
      await world.start();
      await world.fill();
      for (const [index, { begins }] of wishes.entries()) await begin(world, items[index]!, begins);
    }
    await check(...worlds);
  } finally {
    for (const world of worlds) await world.close();
  }
}

async function begin(world: DispatchWorld, id: string, begins: Beginning): Promise<void> {
  if (begins === 'paused') await verb(world, id, 'pause');
  if (begins === 'canceled') await verb(world, id, 'cancel');
  if (begins !== 'running' && begins !== 'dispatch_error') return;
  if (begins === 'dispatch_error') {
    const refusal = { error: 'it will not', code: 'invalid_request' };
    world.nextStart = { type: 'WORKER_REFUSED', ...refusal } as typeof world.nextStart;
  }
  const request = { dry_run: false, requested_by: 'test', force_preflight: true } as const;
  const asked = world.run('dispatch_one', null, { ...request, project_id: id });
  await finish(
    world,
    asked.catch(() => undefined),
  );
}

async function verb(
  world: DispatchWorld,
  id: string,
  name: OperatorVerb,
  fields: EditFields | null = null,
): Promise<void> {
  const request = { verb: name, note: null, answer: null, fields, requested_by: 'ann' };
  const asked = world.run('queue_verb', null, { ...request, project_id: id });
  // A refusal leaves the item as it was, and then the snapshot does not ask for it.
  await finish(
    world,
    asked.catch(() => undefined),
  );
}

/** As `settle`, for what takes longer than a few rounds. */
async function finish<Value>(
  world: DispatchWorld,
  work: Promise<Value>,
): Promise<Value | undefined> {
  let done = false;
  const watched = work.finally(() => {
    done = true;
  });
  for (let round = 0; round < 20; round += 1) {
    const value = await world.settle(watched);
    if (done) return value;
  }
  throw new Error('it did not come to an end');
}

function coreOf(world: DispatchWorld, mode: (typeof coreModes)[number]): CoreService {
  const { actors, reads, clock, workers } = world.context.control;
  return createCoreService({
    mode,
    storeLabel: 'memory',
    clock,
    reads,
    workers: workers.targets.map(({ name }) => name),
    isKnown: async (key) => (await actors.recall(`core.snapshot:${key}`)) !== undefined,
    record: (event, { key, payload, by }) =>
      askAccepted(actors, { kind: 'core_snapshot', id: 'main' }, event, {
        by,
        ...idempotencyOf('core.snapshot', key, payload),
      }),
  });
}

const send = (
  world: DispatchWorld,
  mode: 'compare' | 'enforce',
  snapshot: { readonly key: string; readonly rows: readonly object[] },
) =>
  coreOf(world, mode).takeSnapshot({
    idempotency_key: snapshot.key,
    source: 'test',
    mode: null,
    captured_at: null,
    queue_rows: snapshot.rows as readonly Record<string, unknown>[],
    paper_rows: [],
  });

const stateOf = async (world: DispatchWorld, id: string): Promise<EntityRow> =>
  (await world.reads.get('queue_item', id))!;

/** What a snapshot says of each item; run ids are made of the time, which the worlds do not share. */
const rowsOf = (world: DispatchWorld): Promise<object[]> =>
  Promise.all(
    items.map(async (id) => {
      const item = await stateOf(world, id);
      const { project_id, status, dispatch_priority, manual_review_required, machine_target } =
        item;
      return { project_id, status, dispatch_priority, manual_review_required, machine_target };
    }),
  );

/** Without who and when: times are told from none only, run ids are the same for all. */
function withoutTimes(state: EntityRow): object {
  const { version: _, ...members } = state;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const isTime = name.endsWith('_at') || name === 'stale_after' || name === 'current_run_id';
      return [name, isTime && value !== null ? 'some' : value];
    }),
  );
}

describe('a legal snapshot in mode enforce', () => {
  it('does what an operator would have done, each difference once, however often the process dies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(wish, wish, wish), crashes, (wishes, deaths) =>
        withWorlds(wishes, async (world, twin) => {
          const before = { key: 'before', rows: await rowsOf(world) };
          const compared = await finish(world, send(world, 'compare', before));
          expect(compared?.body['message']).toContain('it agrees');
          const began = new Map<string, unknown>();
          for (const id of items) began.set(id, (await stateOf(world, id))['status']);
          for (const [index, { fields, move }] of wishes.entries()) {
            const id = items[index]!;
            if (Object.keys(fields).length > 0) await verb(twin, id, 'edit', fields);
            if (move !== null) await verb(twin, id, move);
          }
          const wanted = { key: 'wanted', rows: await rowsOf(twin) };
          for (const { commits, moment } of deaths) {
            world.journal.dieAt(commits, moment);
            await world.settle(send(world, 'enforce', wanted)).catch(() => undefined);
            await world.restart();
          }
          const answer = await finish(world, send(world, 'enforce', wanted));
          expect(answer?.body).toMatchObject({ would_apply: true, not_applied: 0 });
          const again = await finish(world, send(world, 'enforce', wanted));
          expect(again?.body).toEqual({ ...answer?.body, inserted: false });
          for (const id of items) {
            const [ours, theirs] = [await stateOf(world, id), await stateOf(twin, id)];
            // An edit to what the item has already is a turn of the operator's that nobody asks for.
            const { last_event_type: mine, ...state } = withoutTimes(ours) as EntityRow;
            const { last_event_type: other, ...expected } = withoutTimes(theirs) as EntityRow;
            expect(state).toEqual(expected);
            if (ours['status'] !== began.get(id)) expect(mine).toBe(other);
          }
          const events = await world.disk.eventsAfter(0, 10_000);
          const byCore = events
            .filter(
              ({ actor, entity_type }) => actor === 'core:test' && entity_type === 'queue_item',
            )
            .map(({ entity_id, event_type }) => `${entity_id} ${event_type}`);
          expect(new Set(byCore).size, byCore.join()).toBe(byCore.length);
        }),
      ),
      propertyOptions(40),
    );
  });
});
