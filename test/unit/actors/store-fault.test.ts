/** A store that fails in the middle: everybody is answered, and nobody is told that it worked. */
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/actors/runtime/definition.ts';
import { alice, ask, bob, fragile, settle, startHost } from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const broken = new Error('SQLITE_IOERR: disk I/O error');

async function startFailing(settings = {}) {
  const faults: unknown[] = [];
  const journal = createToyJournal();
  const { host } = await startHost({
    journal,
    settings: { restartPauseMs: 0, ...settings },
    onStoreFault: (error) => faults.push(error),
    effects: { 'bank.check': { run: () => new Promise(() => {}) } },
  });
  return { faults, journal, host };
}

describe('when a commit fails', () => {
  it('everybody who waits is told that the service stops, and nothing was written', async () => {
    const { faults, journal, host } = await startFailing({ batchTurnsMax: 2 });
    const deferred = ask(host, 'bob', { type: 'CHECK' });
    const once = { idempotency: { key: 'k', payload: 1 } };
    await settle();
    const before = journal.disk.log.length;
    journal.failNext('commit', broken, 9);
    journal.hold('commit');
    const asked = [
      deferred,
      ...Array.from({ length: 5 }, () => ask(host, 'alice', { type: 'PUT', coins: 1 })),
      ask(host, 'alice', { type: 'PUT', coins: 1 }, once),
      ask(host, 'alice', { type: 'PUT', coins: 1 }, once),
      ask(host, 'alice', { type: 'EXPLODE' }),
      ask(host, 'ann', { type: 'PUT', coins: 1 }, { settle: true }),
    ];
    await settle();
    journal.letGo('commit');
    const replies: Reply[] = await Promise.all(asked);
    expect(replies.filter((reply) => reply.ok)).toEqual([]);
    expect(new Set(replies.map((reply) => !reply.ok && reply.rejected))).toEqual(
      new Set(['store_failed']),
    );
    expect(faults).toEqual([broken]);
    expect(journal.disk.log.length).toBe(before);
    expect(await ask(host, 'alice', { type: 'PUT', coins: 1 })).toMatchObject({
      rejected: 'store_failed',
    });
  });

  it('so is whoever waits for a message to be set aside, or works at the bench', async () => {
    const { journal, host } = await startFailing(fragile);
    await ask(host, 'bob', { type: 'EXPLODE' });
    await settle();
    const [shown] = host.repairs.quarantines();
    journal.failNext('commit', broken);
    journal.hold('commit');
    const repair = { by: 'ops', reason: 'r', correlationId: 'c', mark: shown!.mark };
    const acts = [host.repairs.release(bob, repair)];
    await settle();
    const exploded = ask(host, 'alice', { type: 'EXPLODE' });
    await settle();
    journal.letGo('commit');
    expect(await Promise.all(acts)).toMatchObject([{ ok: false, reason: 'failed' }]);
    expect(await exploded).toMatchObject({ ok: false });
    expect(host.stats().quarantined).toContain('purse/bob');
  });

  it('nothing is committed by what goes on, such as the end of an effect', async () => {
    const { journal, host } = await startFailing();
    journal.failNext('commit', broken);
    await ask(host, 'alice', { type: 'PUT', coins: 1 });
    const batches = journal.batches.length;
    expect(await host.recall('never used')).toBeUndefined();
    await settle();
    expect(journal.batches).toHaveLength(batches);
    expect(host.mailboxOf(alice)).toMatchObject({ command: 0 });
    expect(await host.drain(10)).toMatchObject({ clean: true });
  });
});
