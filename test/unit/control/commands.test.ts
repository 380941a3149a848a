/** Keyed commands: refusals that stay, repeats that wait, and crashes between any two of their steps. */
import { afterEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.ts';
import { DispatchWorld } from '../../support/dispatch-world.ts';

const live = { dry_run: false, requested_by: 'test', force_preflight: false } as const;
const one = { ...live, project_id: 'one' };

let world: DispatchWorld;
afterEach(() => world.close());
async function begin(): Promise<void> {
  world = new DispatchWorld();
  await world.start();
  await world.fill();
}
const codeOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ServiceError ? error.code : error),
  );
const runOf = (body: { readonly live?: unknown } | undefined): unknown =>
  (body?.live as { readonly run_id: unknown } | null | undefined)?.run_id;

describe('a command under a key', () => {
  it('keeps its refusal, whatever is possible later', async () => {
    await begin();
    await world.settle(
      world.run('queue_verb', null, {
        verb: 'pause',
        project_id: 'one',
        requested_by: 'test',
        note: null,
        answer: null,
        fields: null,
      }),
    );
    expect(await world.settle(codeOf(world.run('dispatch_one', 'k', one)))).toBe('not_eligible');
    await world.settle(
      world.run('queue_verb', null, {
        verb: 'resume',
        project_id: 'one',
        requested_by: 'test',
        note: null,
        answer: null,
        fields: null,
      }),
    );
    await world.restart();
    const again = world.run('dispatch_one', 'k', one).catch((error: unknown) => error);
    expect(await world.settle(again)).toMatchObject({ code: 'not_eligible', replayed: true });
    expect(await world.claims()).toEqual([]);
  });

  it('is refused with another payload, also while the first is under way', async () => {
    await begin();
    const first = world.run('dispatch_next', 'k', live);
    const other = codeOf(world.run('dispatch_next', 'k', { ...live, force_preflight: true }));
    expect(await world.settle(other)).toBe('idempotency_conflict');
    expect((await world.settle(first))?.replayed).toBe(false);
  });

  it('does not use up its key on a dry run', async () => {
    await begin();
    const dry = { ...one, dry_run: true };
    const seen = await world.settle(world.run('dispatch_one', 'k', dry));
    expect(seen).toMatchObject({ replayed: false, body: { action: 'dry_run_dispatch' } });
    const done = await world.settle(world.run('dispatch_one', 'k', one));
    expect(done).toMatchObject({ replayed: false, body: { action: 'live_dispatch' } });
  });

  it('answers two at once with one run', async () => {
    await begin();
    const [first, second] = (await world.settle(
      Promise.all([world.run('dispatch_next', 'k', live), world.run('dispatch_next', 'k', live)]),
    ))!;
    expect(second?.body).toEqual(first?.body);
    expect(world.starts.size).toBe(1);
  });
});

describe('a keyed dispatch whose process dies', () => {
  // Commits on its way: RUN, the preflight's observation, the claim, its tells, the worker's answer,
  // and the command's own answer.
  const commits = Array.from({ length: 10 }, (_, index) => index + 1);
  const moments = ['before', 'after'] as const;

  it.each(commits.flatMap((commit) => moments.map((moment) => [moment, commit] as const)))(
    '%s commit %i starts one run and gives one answer',
    async (moment, commit) => {
      await begin();
      world.journal.dieAt(commit, moment);
      const cut = world.run('dispatch_next', 'k', live);
      const early = await world.settle(cut);
      await world.restart();
      const late = await world.settle(world.run('dispatch_next', 'k', live));
      expect(late?.body).toMatchObject({ action: 'live_dispatch' });
      if (early !== undefined) expect(late?.body).toEqual(early.body);
      const claims = await world.claims();
      expect(claims).toHaveLength(1);
      expect([...world.starts.keys()]).toEqual([claims[0]?.runId]);
      expect(runOf(late?.body)).toBe(claims[0]?.runId);
      // And nothing is left over: another key takes another item.
      const next = await world.settle(world.run('dispatch_next', 'k2', live));
      expect(runOf(next?.body)).not.toBe(claims[0]?.runId);
    },
  );

  it('after the claim, is answered with what became of that claim when the worker refused', async () => {
    await begin();
    world.nextStart = {
      type: 'WORKER_REFUSED',
      error: 'no room',
      code: 'dispatch_script_failed',
    } as never;
    // The claim has committed, its answer to the command has not.
    const before = (await world.claims()).length;
    world.journal.dieAt(4, 'after');
    await world.settle(world.run('dispatch_one', 'k', one).catch(() => undefined));
    expect((await world.claims()).length).toBeGreaterThanOrEqual(before);
    await world.restart();
    await world.settle(world.run('dispatch_one', 'k', one).catch(() => undefined));
    const claims = await world.claims();
    expect(claims).toHaveLength(1);
  });
});

describe('ActorHost.recall', () => {
  it('knows nothing of a key never used, and the answer of one that was', async () => {
    await begin();
    expect(await world.host.recall('never')).toBeUndefined();
    const asked = world.host.ask(
      { kind: 'control', id: 'main' },
      { type: 'PAUSE', reason: null, maintenance_mode: false } as never,
      { idempotency: { key: 'p', payload: {} } },
    );
    const first = await world.settle(asked);
    await world.restart();
    const kept = await world.settle(world.host.recall('p'));
    expect(kept).toEqual({ ...first, replayed: true });
  });

  it('waits for a deferred answer that an earlier process began', async () => {
    await begin();
    // Dies as soon as the claim is written: the worker was not asked yet.
    world.journal.dieAt(1, 'after');
    const claim = world.host.ask(
      { kind: 'queue_item', id: 'one' },
      {
        type: 'CLAIM',
        run_id: 'one-1',
        lane: 'http://one',
        worker_target: 'one',
        lease_ms: 1e6,
        stale_after_ms: 1e10,
      } as never,
      { idempotency: { key: 'c', payload: {} } },
    );
    expect(await world.settle(claim)).toBeUndefined();
    expect([...world.starts.keys()]).toEqual([]);
    await world.restart();
    const kept = await world.settle(world.host.recall('c'));
    expect(kept).toMatchObject({ ok: true, outcome: { body: { result: 'accepted' } } });
    expect([...world.starts]).toEqual([['one-1', 1]]);
  });
});
