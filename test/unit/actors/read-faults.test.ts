/** A store that cannot be read for a while: said so, tried again, and nothing is lost or ended. */
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/lib/clock.ts';
import { advanceUntil, ask, eventsOf, purseOf, settle, startHost } from '../../support/toy-host.ts';
import { createToyJournal } from '../../support/toy-journal.ts';

const hiccup = new Error('EIO: the disk hiccups');

async function startLater(method: 'timers' | 'effects') {
  const journal = createToyJournal();
  const clock = createManualClock();
  const first = await startHost({
    journal,
    clock,
    effects: { 'bank.check': { run: () => new Promise(() => {}) } },
  });
  void ask(first.host, 'alice', { type: 'CHECK' });
  await ask(first.host, 'bob', { type: 'REMIND', delay_ms: 10, mark: 'm' });
  await settle();
  await first.host.drain(0);
  const faults: unknown[] = [];
  // A start looks through the outbox once before it serves, and ends when it cannot.
  journal.failNext(method, hiccup, 3, method === 'effects' ? 1 : 0);
  const { host } = await startHost({ journal, clock, onStoreFault: (error) => faults.push(error) });
  return { journal, clock, host, faults };
}

describe.each([
  { method: 'effects', what: 'outbox' },
  { method: 'timers', what: 'timers' },
] as const)('while $method cannot be read', ({ method, what }) => {
  it('the host goes on, says so, and takes them up when they can be', async () => {
    const { journal, clock, host, faults } = await startLater(method);
    expect(host.stats().readFaults).toEqual([
      {
        what,
        error: 'the disk fails (EIO): the log of the kernel says more',
        failures: 1,
        since: expect.stringMatching(/^\d{4}-/) as string,
      },
    ]);
    expect(await ask(host, 'cid', { type: 'PUT', coins: 1 })).toMatchObject({ ok: true });
    await advanceUntil(
      clock,
      () =>
        purseOf(journal.disk, 'alice')?.checks === 1 && purseOf(journal.disk, 'bob')?.ticks === 1,
    );
    expect(host.stats().readFaults).toEqual([]);
    expect(host.inspection.recent(50).filter(({ kind }) => kind === 'read_fault')).toHaveLength(3);
    expect(faults).toEqual([]);
    expect(eventsOf(journal.disk, 'purse.ticked')).toHaveLength(1);
  });

  it('the next attempts come after longer and longer pauses', async () => {
    const { clock, host } = await startLater(method);
    const failures = () => host.stats().readFaults[0]?.failures ?? 0;
    const pauses: number[] = [];
    for (let seen = 1; seen > 0 && pauses.length < 5; seen = failures()) {
      let pausedMs = 0;
      for (; failures() === seen; pausedMs += 10) {
        clock.advance(10);
        await settle();
      }
      pauses.push(pausedMs);
    }
    expect(pauses).toHaveLength(3);
    expect(pauses.toSorted((left, right) => left - right)).toEqual(pauses);
    expect(pauses[2]).toBeGreaterThan(pauses[0]!);
  });
});
