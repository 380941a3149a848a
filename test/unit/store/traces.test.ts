/** Finding a trace: all that bears the id and nothing that merely speaks of it, of a bounded number. */
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../../src/control/operations/trace.ts';
import { limits } from '../../../src/domain/limits.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, newEvent, turn } from '../../support/store-fixtures.ts';

const store = storeOfEachTest();

const write = (...ids: string[]): Promise<void> =>
  commitAll(
    store().journal,
    ids.map((correlation_id) => turn({ events: [newEvent({ correlation_id })] })),
  );
const idsOf = async (correlationId: string, limit = 100): Promise<number[]> =>
  (await store().reads.eventsOfTrace(correlationId, limit)).rows.map(({ event_id }) => event_id);
const trace = (id: string) => readTrace({ reads: store().reads, clock: systemClock }, id, 100);

describe('the events of a trace', () => {
  it('are those that bear exactly this id, also just committed ones', async () => {
    await write('a-1', 'b-2', 'a-1', 'a-1-2', 'x.a-1', 'A-1');
    await commitAll(store().journal, [
      turn({ events: [newEvent({ correlation_id: 'other', payload: '{"about":"a-1"}' })] }),
    ]);
    expect(await idsOf('a-1')).toEqual([1, 3]);
    await write('a-1');
    expect(await idsOf('a-1')).toEqual([1, 3, 8]);
    expect(await idsOf('A-1')).toEqual([6]);
    expect(await idsOf('a')).toEqual([]);
  });

  it.each(['', '"', 'a OR b', '*', 'NEAR(', '---', "'; DROP TABLE events"])(
    'are none for %j, which is only text',
    async (id) => {
      await write('a', 'b');
      expect(await idsOf(id)).toEqual([]);
    },
  );

  it('are cut at the limit, which is said, and found among many that speak of the id', async () => {
    const common = Array.from({ length: 450 }, () => 'job.other');
    await write('job', ...common, 'job', 'job');
    expect(await store().reads.eventsOfTrace('job', 3)).toMatchObject({ complete: true });
    expect(await idsOf('job')).toEqual([1, 452, 453]);
    const cut = await store().reads.eventsOfTrace('job', 2);
    expect(cut.complete).toBe(false);
    expect(cut.rows.map(({ event_id }) => event_id)).toEqual([1, 452]);
  });
});

describe('what is outstanding of a trace', () => {
  const effect = (name: string, correlation_id: string) => ({
    effect_id: `counter/a#1.${name}`,
    name,
    input: '{}',
    invoke_id: null,
    correlation_id,
    attempts: 0,
    not_before_ms: 0,
    last_error: null,
  });

  it('is its effects, timers and dead letters, with their causes', async () => {
    await commitAll(store().journal, [
      turn({
        events: [newEvent()],
        effects: [effect('mine', 'c-1'), effect('other', 'c-2')],
        timersSet: [
          { name: 'mine', due_ms: 5, delay_ms: null, event: '{"type":"T"}', correlation_id: 'c-1' },
          {
            name: 'other',
            due_ms: 4,
            delay_ms: null,
            event: '{"type":"T"}',
            correlation_id: 'c-2',
          },
        ],
      }),
    ]);
    const letter = store().db.prepare(
      `INSERT INTO dead_letters (kind, id, message, reason, at, correlation_id, cause_id)
       VALUES ('counter', 'a', '{"type":"M"}', 'boom', '2026', ?, 1)`,
    );
    letter.run('c-1');
    letter.run('c-2');
    expect(await store().reads.outstandingOfTrace('c-1')).toMatchObject({
      effects: [{ name: 'mine', cause_id: 1 }],
      timers: [{ name: 'mine', due_ms: 5, cause_id: 1 }],
      letters: [{ sequence: 1, reason: 'boom', cause_id: 1 }],
      complete: true,
    });
    const { nodes, ...facts } = await trace('1');
    expect(facts).toMatchObject({ event_count: 1, waiting_count: 2, dead_letter_count: 1 });
    expect(nodes).toMatchObject([
      {
        event_id: 1,
        children: [
          { kind: 'dead_letter' },
          { kind: 'effect', name: 'mine' },
          { kind: 'timer', timer: 'mine' },
        ],
      },
    ]);
  });

  it('says when more is stored than is looked through', async () => {
    const effects = Array.from({ length: limits.outboxScanMax + 1 }, (_, index) =>
      effect(`e${index}`, index === limits.outboxScanMax ? 'last' : 'c-1'),
    );
    await commitAll(store().journal, [turn({ events: [newEvent()], effects })]);
    expect(await store().reads.outstandingOfTrace('last')).toMatchObject({
      effects: [],
      complete: false,
    });
  });
});

describe('a trace that could not be looked for in full', () => {
  const nothing = { effects: [], timers: [], letters: [] };
  const readWith = (events: boolean, outbox: boolean) => {
    const reads = {
      ...store().reads,
      eventsOfTrace: async () => ({ rows: [], complete: events }),
      outstandingOfTrace: async () => ({ ...nothing, complete: outbox }),
    };
    return readTrace({ reads, clock: systemClock }, 'x', 100);
  };

  it('is empty and says so; only what was looked for in full is not there', async () => {
    await expect(readWith(true, true)).rejects.toMatchObject({ code: 'trace_not_found' });
    expect(await readWith(false, true)).toMatchObject({ nodes: [], truncated: true });
    expect(await readWith(true, false)).toMatchObject({ nodes: [], outbox_complete: false });
  });
});

describe('a trace by the number of an event', () => {
  it('is the trace that the event belongs to; a number without an event may be a request id', async () => {
    await write('a', 'b', 'a', '77');
    expect(await trace('3')).toMatchObject({ correlation_id: 'a', event_count: 2 });
    expect(await trace('77')).toMatchObject({ correlation_id: '77', event_count: 1 });
    for (const id of ['5', '0', '00', '999999999999999999', 'nobody']) {
      await expect(trace(id)).rejects.toMatchObject({ code: 'trace_not_found' });
    }
  });
});
