/** The id of a request on what actors write, over messages, effects, timers and shared transactions. */
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/actors/journal/port.ts';
import type { EffectHandlers } from '../../../src/actors/runtime/effect-handler.ts';
import type { ActorHost } from '../../../src/actors/runtime/host.ts';
import { createAskWithCause, withCauses } from '../../../src/app/process/causes.ts';
import { createLog } from '../../../src/app/process/log.ts';
import { createManualClock } from '../../../src/lib/clock.ts';
import { currentCorrelation, runWithCorrelation } from '../../../src/lib/correlation.ts';
import { advanceUntil, alice, bob, settle, startHost } from '../../support/toy-host.ts';

type Ask = ActorHost['ask'];
const by = (id: string, causeId: number | null = null) => ({ id, causeId });
const put = { type: 'PUT', coins: 9 } as never;
const facts = (events: readonly StoredEvent[]) =>
  events.map(({ event_id, event_type, cause_id, correlation_id }) => ({
    event_id,
    event_type,
    cause_id,
    correlation_id,
  }));

describe('what a request leads to', () => {
  it('bears its id in the actors it asks and in those they tell, each with its cause', async () => {
    const { host, journal } = await startHost();
    const ask = createAskWithCause(host);
    await runWithCorrelation(by('first'), () => ask(alice, put));
    const pay = { type: 'PAY', coins: 2, to: 'bob' } as never;
    await runWithCorrelation(by('second', 1), () => ask(alice, pay, { settle: true }));
    expect(facts(await journal.eventsAfter(0, 10))).toEqual([
      { event_id: 1, event_type: 'purse.filled', cause_id: null, correlation_id: 'first' },
      { event_id: 2, event_type: 'purse.paid', cause_id: 1, correlation_id: 'second' },
      { event_id: 3, event_type: 'purse.received', cause_id: 2, correlation_id: 'second' },
    ]);
    await host.drain(100);
  });

  it('is done on its behalf by effects, and what they ask of others has the right cause', async () => {
    const seen: unknown[] = [];
    const asked: { ask?: Ask } = {};
    const effects: EffectHandlers = {
      'bank.check': {
        async run() {
          await settle();
          seen.push(currentCorrelation());
          await asked.ask?.(bob, put);
          return { type: 'CHECKED', ok: true } as never;
        },
      },
    };
    const { host, journal } = await startHost({ effects: withCauses(effects) });
    const ask = createAskWithCause(host);
    asked.ask = ask;
    await runWithCorrelation(by('audit'), () => ask(alice, { type: 'CHECK' }));
    expect(seen).toEqual([by('audit', 1)]);
    expect(facts(await journal.eventsAfter(0, 10))).toEqual([
      { event_id: 1, event_type: 'purse.check_requested', cause_id: null, correlation_id: 'audit' },
      { event_id: 2, event_type: 'purse.filled', cause_id: 1, correlation_id: 'audit' },
      { event_id: 3, event_type: 'purse.checked', cause_id: 1, correlation_id: 'audit' },
    ]);
    await host.drain(100);
  });

  it('includes what timers bring long after', async () => {
    const clock = createManualClock();
    const { host, journal } = await startHost({ clock });
    const remind = { type: 'REMIND', delay_ms: 60_000 } as never;
    await runWithCorrelation(by('later'), () => createAskWithCause(host)(alice, remind));
    let ticked = false;
    host.onCommit(() => {
      ticked = true;
    });
    clock.advance(59_000);
    await advanceUntil(clock, () => ticked);
    expect(facts(await journal.eventsAfter(0, 10))).toMatchObject([
      { event_type: 'purse.reminded', correlation_id: 'later' },
      { event_type: 'purse.ticked', correlation_id: 'later' },
    ]);
  });

  it('stays apart from what shares its transaction, which is nobody’s', async () => {
    const { host, journal } = await startHost();
    const ask = createAskWithCause(host);
    const listening: unknown[] = [];
    host.onCommit(() => listening.push(currentCorrelation()));
    const names = ['a', 'b', 'c'];
    await Promise.all(
      names.map((id) => runWithCorrelation(by(id), () => ask({ kind: 'purse', id }, put))),
    );
    const events = await journal.eventsAfter(0, 10);
    expect(events.map((event) => `${event.entity_id} ${event.correlation_id}`).toSorted()).toEqual(
      names.map((id) => `${id} ${id}`),
    );
    expect(listening).toEqual(names.map(() => null));
    await host.drain(100);
  });
});

describe('what nobody asked for', () => {
  it('bears the id that is looked up for it, else one of its own', async () => {
    const { host, journal } = await startHost();
    const ask = createAskWithCause(host, async ({ id }) => (id === 'alice' ? 'hers' : undefined));
    await ask(alice, put);
    await ask(bob, put);
    await runWithCorrelation(by('asked'), () => ask(alice, put));
    const ids = (await journal.eventsAfter(0, 10)).map((event) => event.correlation_id);
    expect(ids).toEqual(['hers', expect.stringMatching(/^request:/) as string, 'asked']);
    await host.drain(100);
  });
});

describe('the log', () => {
  it('names the request that a line is written for', () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog({
      redact: (text) => text,
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    log.info('before');
    runWithCorrelation(by('r-7'), () => log.info({ run_id: 'x' }, 'within'));
    runWithCorrelation(by('r-7'), () => log.info({ correlation_id: 'of the event' }, 'about'));
    expect(lines.map((line) => line['correlation_id'])).toEqual([undefined, 'r-7', 'of the event']);
  });
});
