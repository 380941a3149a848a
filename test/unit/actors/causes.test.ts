/** Cause and effect in what the runtime writes: through timers, and in every line of its log. */
import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/actors/journal/memory.ts';
import type { HostLogEntry } from '../../../src/actors/runtime/host-options.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { advanceUntil, ask, eventsOf, settle, startHost } from '../../support/toy-host.ts';

it('a timer is caused by the event that set it, and causes what it brings, after a restart too', async () => {
  const clock = createManualClock();
  const journal = createMemoryJournal();
  const first = await startHost({ clock, journal });
  const options = { correlationId: 'r', causeId: 99 };
  await ask(first.host, 'ann', { type: 'REMIND', delay_ms: 100, timer: 'soon' }, options);
  await ask(first.host, 'ann', { type: 'REMIND', delay_ms: 300, timer: 'late' }, options);
  const reminded = eventsOf(journal, 'purse.reminded').map(({ event_id }) => event_id);
  await advanceUntil(clock, () => eventsOf(journal, 'purse.ticked').length === 1);
  await first.host.drain(0);
  await startHost({ clock, journal });
  await advanceUntil(clock, () => eventsOf(journal, 'purse.ticked').length === 2);
  const ticked = eventsOf(journal, 'purse.ticked');
  expect(ticked.map(({ cause_id }) => cause_id)).toEqual(reminded);
  expect(ticked.map(({ correlation_id }) => correlation_id)).toEqual(['r', 'r']);
});

it('every line of the log that is about a message or an effect names its request', async () => {
  const lines: HostLogEntry[] = [];
  const settings = { messageAttemptsMax: 1, actorIntensity: { failuresMax: 0, windowMs: 60_000 } };
  const { host } = await startHost({
    clock: createManualClock(),
    settings,
    log: (entry) => lines.push(entry),
    effects: { 'bank.check': { run: () => Promise.reject(new Error('closed')) } },
  });
  void ask(host, 'ben', { type: 'CHECK' }, { correlationId: 'check' });
  await ask(host, 'ann', { type: 'EXPLODE' }, { correlationId: 'explode' });
  await settle();
  expect(lines.map(({ kind, correlationId }) => `${kind} ${correlationId}`).sort()).toEqual([
    'dead_letter explode',
    'effect_retry check',
    'quarantine explode',
    'restart explode',
  ]);
});
