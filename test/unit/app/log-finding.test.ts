/** Whether the clock fits the log, said at a start. */
import { expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/actors/journal/port.ts';
import { sayAhead } from '../../../src/app/plane/log-finding.ts';
import { createLog } from '../../../src/app/process/log.ts';
import { limits } from '../../../src/domain/limits.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';

const clock = createManualClock();
const inMs = (ms: number) => ({ created_at: toIsoTime(clock.now() + ms) }) as StoredEvent;

/** What is said of a log with these events. */
async function saidOf(events: readonly StoredEvent[]) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    redact: (text) => text,
    write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const journal = {
    headEventId: async () => events.length,
    eventsAfter: async (after: number, limit: number) => events.slice(after, after + limit),
  };
  await sayAhead(log, 'gate', { journal, clock });
  return lines;
}

it.each([
  ['an empty log', []],
  ['events of before', [inMs(-2), inMs(-1)]],
  ['a clock that was set right by little', [inMs(limits.clockAheadMs)]],
])('says nothing of %s', async (_words, events) => expect(await saidOf(events)).toEqual([]));

it('warns of an event that is yet to come, also once others followed it', async () => {
  const day = 86_400_000;
  const [line, ...others] = await saidOf([inMs(-1), inMs(day), inMs(-1)]);
  expect(others).toEqual([]);
  const { created_at: at } = inMs(day);
  expect(line).toMatchObject({ level: 40, host: 'gate', event_at: at });
  expect(line?.['msg']).toContain(`the log has an event of ${at}, and by the clock it is`);
});
