/**
 * Any changes of items, projects and runs, some of which are forgotten: whatever moment is asked for, in whatever order
 * and while more is committed, its lists and counts are those that the store gave at that moment.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PartRecord, TurnRecord } from '../src/actors/journal/port.ts';
import { activeQueueStatuses } from '../src/domain/statuses.ts';
import type { PastReads } from '../src/store/ports/read-models.ts';
import {
  endTurn,
  listQuery,
  openTestStore,
  queueItem,
  stateTurn,
} from '../test/support/store-fixtures.ts';
import { propertyOptions } from './options.ts';

const timeOf = (second: number): string => new Date(second * 1_000).toISOString();
const entity = fc.nat({ max: 3 });
const itemChange = fc.record({
  status: fc.constantFrom(
    'queued' as const,
    'running' as const,
    'paused' as const,
    'completed' as const,
  ),
  lane: fc.constantFrom(null, 'a', 'b'),
  dispatch_priority: fc.nat({ max: 2 }),
  manual_review_required: fc.boolean(),
  tags: fc.subarray(['even', 'odd', 'two words']),
  updated_at: fc.nat({ max: 9 }).map(timeOf),
});
const step = fc.oneof(
  fc.record({
    what: fc.constant('item' as const),
    entity,
    change: itemChange,
    hasRun: fc.boolean(),
  }),
  fc.record({ what: fc.constant('forget item' as const), entity }),
  fc.record({ what: fc.constant('project' as const), entity, name: fc.constantFrom('x', 'y') }),
  fc.record({ what: fc.constant('forget project' as const), entity }),
  fc.record({ what: fc.constant('look' as const), at: fc.nat() }),
);

/** What can be asked of a moment, in all its orders. */
async function shown(reads: PastReads): Promise<unknown> {
  const listed = async (kind: 'queue_item' | 'run' | 'project', change: object) =>
    (await reads.list(kind, listQuery(change))).rows;
  return {
    queue: await Promise.all(
      ['dispatch_priority', '-dispatch_priority', '-updated_at', 'created_at', 'project_id'].map(
        (sort) => listed('queue_item', { sort }),
      ),
    ),
    flagged: await listed('queue_item', { filters: { queue_group: 'blocked' } }),
    even: await listed('queue_item', { filters: { tag: [['even', 'two words']] } }),
    pages: (await reads.list('queue_item', listQuery({ pageSize: 2, skip: 1 }))).rows,
    runs: await listed('run', {}),
    projects: await listed('project', {}),
    byStatus: await reads.countByStatus('queue_item'),
    completed: await reads.countCompletedWithoutPaper(),
    tags: await reads.mostUsed('queue_item', 'tags', 5),
    active: await reads.activeItems(10),
    count: await reads.count('queue_item', { status: ['queued', 'paused'] }),
    statuses: Object.fromEntries(await reads.statusesOf('run', ['p0-1', 'p1-1', 'p2-1'])),
  };
}

/** Zero, for a count of what was there once, is as good as none. */
function withoutNone(value: unknown): unknown {
  const { byStatus, ...rest } = value as { byStatus: Readonly<Record<string, number>> };
  return {
    ...rest,
    byStatus: Object.fromEntries(Object.entries(byStatus).filter(([, n]) => n > 0)),
  };
}

it('lists and counts of a moment are those that were given at it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), async (steps) => {
      const { journal, reads } = openTestStore();
      const versions = new Map<string, number>();
      const moments: { readonly eventId: number; readonly shown: unknown }[] = [];

      const versionOf = (address: string): number => versions.get(address) ?? 0;
      const commit = async (turn: TurnRecord): Promise<void> => {
        const [result] = await journal.commit([turn]);
        // The lane is taken, or it is not there: nothing has changed.
        if (result?.ok !== true) return;
        for (const { kind, id, next } of [turn, ...(turn.parts ?? [])]) {
          if (next == null) versions.delete(`${kind}/${id}`);
          else versions.set(`${kind}/${id}`, next.version);
        }
        const eventId = await journal.headEventId();
        moments.push({ eventId, shown: await shown(reads) });
      };
      const runPart = (id: string, status: string): PartRecord =>
        stateTurn('run', `${id}-1`, versionOf(`run/${id}-1`) + 1, {
          status,
          run_id: `${id}-1`,
          project_id: id,
          updated_at: timeOf(1),
          created_at: timeOf(1),
        });
      const look = async (at: number): Promise<void> => {
        const moment = moments[at % Math.max(1, moments.length)];
        if (moment === undefined) return;
        expect(withoutNone(await shown(reads.asOf(moment.eventId)))).toEqual(
          withoutNone(moment.shown),
        );
      };

      for (const each of steps) {
        if (each.what === 'look') {
          await look(each.at);
          continue;
        }
        const id = `p${each.entity}`;
        if (each.what === 'item') {
          const isActive = activeQueueStatuses.some((status) => status === each.change.status);
          const turn = stateTurn(
            'queue_item',
            id,
            versionOf(`queue_item/${id}`) + 1,
            queueItem(id, {
              ...each.change,
              lane: isActive ? each.change.lane : null,
              created_at: timeOf(each.entity % 3),
            }),
          );
          await commit({ ...turn, parts: each.hasRun ? [runPart(id, each.change.status)] : [] });
        } else if (each.what === 'project') {
          const state = { status: 'recorded', project_id: id, project_name: each.name, tags: [] };
          const times = { created_at: timeOf(1), updated_at: timeOf(2) };
          await commit(
            stateTurn('project', id, versionOf(`project/${id}`) + 1, { ...state, ...times }),
          );
        } else {
          const kind = each.what === 'forget item' ? 'queue_item' : 'project';
          const version = versionOf(`${kind}/${id}`);
          if (version > 0) await commit(endTurn(kind, id, version));
        }
      }
      for (let at = moments.length - 1; at >= 0; at -= 3) await look(at);
      for (let at = 0; at < moments.length; at += 2) await look(at);
      await journal.close();
    }),
    propertyOptions(30),
  );
});
