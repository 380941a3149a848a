/** Who is served when many want the same effect, and what a drain waits for. */
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { ActorHost } from '../../../src/actors/runtime/host.ts';
import { plainTurn } from '../../../src/actors/runtime/plain-turn.ts';
import { createManualClock, type ManualClock } from '../../../src/lib/clock.ts';
import { advanceUntil, alice, ask, bob, settle, startHost, until } from '../../support/toy-host.ts';

describe('the places of an effect', () => {
  it('go to each actor in turn, however many effects one of them has', async () => {
    const journal = createMemoryJournal();
    const owners = [...Array.from({ length: 30 }, () => 'busy'), 'ann', 'ben'];
    for (const [index, id] of owners.entries()) {
      const effect = {
        effect_id: `purse/${id}#1.${index}`,
        name: 'bank.check',
        input: '{}',
        invoke_id: null,
        correlation_id: 'c',
        attempts: 0,
        not_before_ms: 0,
        last_error: null,
      };
      await journal.commit([plainTurn({ kind: 'purse', id }, { effects: [effect] })]);
    }
    const served: string[] = [];
    const note = (id: string): null => {
      served.push(id);
      return null;
    };
    await startHost({
      journal,
      settings: { effectConcurrencyMax: 1 },
      effects: { 'bank.check': { run: async (_input, { address }) => note(address.id) } },
    });
    await until(() => served.length === owners.length);
    expect(served.slice(0, 4)).toEqual(['busy', 'ann', 'ben', 'busy']);
  });

  it('are no more than the bound, per effect', async () => {
    let running = 0;
    let most = 0;
    const { host } = await startHost({
      settings: { effectConcurrencyMax: 2 },
      effects: {
        'bank.check': {
          run: async () => {
            running += 1;
            most = Math.max(most, running);
            await settle();
            running -= 1;
            return { type: 'CHECKED', ok: true } as never;
          },
        },
      },
    });
    const ids = Array.from({ length: 9 }, (_, index) => `p${index}`);
    await Promise.all(ids.map((id) => ask(host, id, { type: 'CHECK' })));
    expect(most).toBe(2);
  });
});

describe('a drain', () => {
  /** Alice's effect asks bob something, whose own effect answers when the bank opens. */
  async function startWaiting(clock: ManualClock, bank: Promise<void>) {
    let asking: ActorHost;
    const heard: unknown[] = [];
    const { host, journal } = await startHost({
      clock,
      effects: {
        'bank.check': {
          run: async (_input, { address, signal }) => {
            if (address.id === 'alice')
              heard.push(await asking.ask(bob, { type: 'CHECK' }, { signal }));
            else
              await Promise.race([
                bank,
                new Promise((_, no) => signal.addEventListener('abort', no)),
              ]);
            return { type: 'CHECKED', ok: true } as never;
          },
        },
      },
    });
    asking = host;
    void host.ask(alice, { type: 'CHECK' });
    await settle();
    return { host, journal, heard };
  }

  it('does not wait for an effect that only waits for the answer of one that will not begin', async () => {
    const clock = createManualClock();
    let asking: ActorHost;
    const { host } = await startHost({
      clock,
      settings: { effectConcurrencyMax: 1 },
      effects: {
        'bank.check': {
          run: async (_input, { signal }) => {
            await asking.ask(bob, { type: 'CHECK' }, { signal });
            return null;
          },
        },
      },
    });
    asking = host;
    void host.ask(alice, { type: 'CHECK' });
    await settle();
    const begunMs = clock.monotonic();
    const drained = host.drain(60_000);
    let report: unknown;
    void drained.then((value) => {
      report = value;
    });
    await advanceUntil(clock, () => report !== undefined);
    expect(report).toEqual({ clean: true, messagesLeft: 0, effectsCut: 0 });
    expect(clock.monotonic() - begunMs).toBeLessThan(1000);
  });

  it('tells effects to stop when its deadline is near, and with them whoever asked on their behalf', async () => {
    const clock = createManualClock();
    const { host, heard } = await startWaiting(clock, new Promise(() => {}));
    let report: unknown;
    void host.drain(500).then((value) => {
      report = value;
    });
    await advanceUntil(clock, () => report !== undefined);
    expect(report).toMatchObject({ clean: true });
    expect(heard).toMatchObject([{ ok: false, rejected: 'shutting_down' }]);
  });
});
