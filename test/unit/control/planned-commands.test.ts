/** Commands that carry out the plan of a dry run: exactly that, or nothing with the differences. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandName, CommandRequests } from '../../../src/control/commands/command-table.ts';
import { runCommand } from '../../../src/control/commands/commands.ts';
import type { RewriteBatchRequest } from '../../../src/control/publication/rewrite-batch.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';
import {
  type PaperHost,
  paperIdOf,
  plantCandidate,
  plantPaper,
  startPaperHost,
} from '../../support/paper-host.ts';
import { openTestStore, type TestStore } from '../../support/store-fixtures.ts';

type Row = Readonly<Record<string, unknown>>;
const refusalOf = (attempt: Promise<unknown>): Promise<ServiceError> =>
  attempt.then(
    () => {
      throw new Error('it was accepted');
    },
    (error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    },
  );

describe('a planned dispatch', () => {
  let world: DispatchWorld;
  beforeEach(async () => {
    world = new DispatchWorld();
    await world.start();
    await world.fill();
  });
  afterEach(() => world.close());

  const base = { requested_by: 'ann', force_preflight: false } as const;
  const dryRun = async (): Promise<Row> =>
    (await world.settle(world.run('dispatch_next', null, { ...base, dry_run: true })))!.body as Row;
  const carryOut = (planId: unknown, key: string | null = null) =>
    world.run('dispatch_next', key, { ...base, dry_run: false, plan_id: String(planId) });
  const edit = (id: string, dispatch_priority: number) =>
    world.settle(
      world.run('queue_verb', null, {
        verb: 'edit',
        project_id: id,
        requested_by: 'ann',
        note: null,
        answer: null,
        fields: { dispatch_priority },
      }),
    );

  it('is refused for a plan that nobody holds, with its key left free', async () => {
    const refused = await world.settle(refusalOf(carryOut('none', 'k')));
    expect(refused?.code).toBe('plan_not_found');
    const { plan_id: id } = await dryRun();
    expect((await world.settle(carryOut(id, 'k')))?.body).toMatchObject({
      action: 'live_dispatch',
    });
  });

  it('writes nothing before, and starts what was chosen although another would go first now', async () => {
    const before = await world.reads.head();
    const planned = await dryRun();
    expect(await world.reads.head()).toBe(before);
    expect(planned).toMatchObject({
      candidate: { project_id: 'one' },
      plan: { eligible: [{ kind: 'queue_item', id: 'one', act: 'dispatch' }], skipped: [] },
    });
    await edit('three', 0);
    expect((await dryRun())['candidate']).toMatchObject({ project_id: 'three' });
    const done = await world.settle(carryOut(planned['plan_id']));
    expect(done?.body).toMatchObject({ action: 'live_dispatch', candidate: { project_id: 'one' } });
  });

  it('does nothing and names the differences when the item has changed', async () => {
    const { plan_id: id } = await dryRun();
    await edit('one', 7);
    const refused = await world.settle(refusalOf(carryOut(id)));
    expect(refused).toMatchObject({
      code: 'plan_changed',
      details: { differences: [{ kind: 'queue_item', id: 'one', member: 'version' }] },
    });
    expect(await world.claims()).toEqual([]);
  });

  it('is carried out by the process after the one that planned it', async () => {
    const { plan_id: id } = await dryRun();
    await world.restart();
    expect((await world.settle(carryOut(id)))?.body).toMatchObject({
      action: 'live_dispatch',
      candidate: { project_id: 'one' },
    });
  });

  it('under a key has one answer, also when its process ends on the way', async () => {
    const { plan_id: id } = await dryRun();
    world.journal.dieAt(2, 'after');
    await world.settle(carryOut(id, 'k'));
    await world.restart();
    const first = await world.settle(carryOut(id, 'k'));
    expect(first?.body).toMatchObject({ action: 'live_dispatch' });
    expect((await world.settle(carryOut(id, 'k')))?.replayed).toBe(true);
    expect(await world.claims()).toHaveLength(1);
  });
});

describe('planned work on papers', () => {
  let store: TestStore;
  let papers: PaperHost;
  let written: string[];
  const without = new Set<string>();
  beforeEach(async () => {
    store = openTestStore();
    written = [];
    without.clear();
    papers = await startPaperHost({
      journal: store.journal,
      reads: store.reads,
      without,
      write: (paperId) => {
        written.push(paperId);
      },
    });
  });
  afterEach(async () => {
    await papers.host.drain(5000);
    await store.journal.close();
  });
  const run = async <Name extends CommandName>(
    name: Name,
    request: CommandRequests[Name],
  ): Promise<Row> =>
    (await runCommand(papers.context, name, { key: null, by: 'ann', request })).body as Row;

  const draft = { requested_by: 'ann', force: false };
  it('drafts what was chosen although another would be drafted first now', async () => {
    await plantCandidate(store, 'b', '2026-01-01T00:00:02.000Z');
    const { plan_id: id } = await run('draft_next', { ...draft, dry_run: true });
    await plantCandidate(store, 'a', '2026-01-01T00:00:01.000Z');
    const done = await run('draft_next', { ...draft, dry_run: false, plan_id: String(id) });
    expect(done).toMatchObject({ action: 'drafted', candidate: { project_id: 'b' } });
    expect(written).toEqual([paperIdOf('b')]);
  });

  it('drafts nothing when its evidence is gone, or more is asked for than was', async () => {
    await plantCandidate(store, 'a');
    const { plan_id } = await run('draft_next', { ...draft, dry_run: true });
    const again = { ...draft, dry_run: false, plan_id: String(plan_id) };
    expect(await refusalOf(run('draft_next', { ...again, force: true }))).toMatchObject({
      details: { differences: [{ kind: 'request', member: 'force', planned: false, now: true }] },
    });
    without.add('a');
    const refused = await refusalOf(run('draft_next', again));
    expect(refused.code).toBe('plan_changed');
    expect(refused.details['differences']).toContainEqual({
      kind: 'queue_item',
      id: 'a',
      member: 'evidence',
      planned: 'complete',
      now: 'no evidence',
    });
    expect(written).toEqual([]);
  });

  const batch: RewriteBatchRequest = {
    requested_by: 'ann',
    paper_status: '',
    review_status: '',
    search: '',
    limit: 2,
    force: false,
    dry_run: true,
    skip_rewritten: true,
  };
  it('rewrites the papers that were chosen although others rank higher now', async () => {
    await plantPaper(store, 'a', { review: { rank_score: 2 } });
    await plantPaper(store, 'b', { review: { rank_score: 1 } });
    const { plan_id } = await run('rewrite_batch', batch);
    await plantPaper(store, 'c', { review: { rank_score: 3 } });
    await run('rewrite_batch', { ...batch, dry_run: false, plan_id: String(plan_id) });
    expect(written).toEqual([paperIdOf('a'), paperIdOf('b')]);
  });

  it('rewrites none of them when one has changed', async () => {
    await plantPaper(store, 'a', { review: { rank_score: 2 } });
    await plantPaper(store, 'b', { review: { rank_score: 1 } });
    const { plan_id } = await run('rewrite_batch', batch);
    await run('rewrite_batch', { ...batch, dry_run: false, limit: 1 });
    expect(written).toEqual([paperIdOf('a')]);
    const again = { ...batch, dry_run: false, plan_id: String(plan_id) };
    const refused = await refusalOf(run('rewrite_batch', again));
    expect(refused.code).toBe('plan_changed');
    expect(refused.details['differences']).toContainEqual(
      expect.objectContaining({ kind: 'paper', id: paperIdOf('a'), member: 'version' }),
    );
    expect(written).toHaveLength(1);
  });

  it('has no plan where there is nothing to do', async () => {
    for (const [name, request] of [
      ['draft_next', { ...draft, dry_run: true }],
      ['rewrite_batch', batch],
    ] as const) {
      expect((await run(name, request as never))['plan_id'], name).toBeUndefined();
    }
  });
});
