/** `log_events`: each audit event becomes one log line, in order and once, without holding anybody up. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/actors/journal/port.ts';
import { createEventLog } from '../../../src/app/plane/event-log.ts';
import { createLog } from '../../../src/app/process/log.ts';

const lines: Record<string, unknown>[] = [];
let events: StoredEvent[];
let commit: (head: number) => void;
let failures: number;
beforeEach(() => {
  lines.length = 0;
  events = [];
  commit = () => {};
  failures = 0;
});

function happen(eventType: string, payload: StoredEvent['payload'] = {}): void {
  const id = events.length + 1;
  const event = {
    event_id: id,
    event_type: eventType,
    payload,
    actor: 'op',
    correlation_id: 'r-7',
  };
  events.push({ ...event, entity_type: 'gate_run', entity_id: 'r1' } as StoredEvent);
  commit(id);
}

const eventLog = (enabled = true) =>
  createEventLog({
    enabled,
    host: 'gate',
    journal: {
      headEventId: async () => events.length,
      async eventsAfter(after, limit) {
        failures -= 1;
        if (failures >= 0) throw new Error('the disk is away');
        return events.slice(after, after + limit);
      },
    },
    onCommit(listener) {
      commit = listener;
      return () => {
        commit = () => {};
      };
    },
    log: createLog({
      redact: (text) => text.replaceAll('hunter2', '[secret]'),
      write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
    }),
  });

describe('the log of events', () => {
  it('has one line for each event since the start, in words and without secrets', async () => {
    happen('gate_run.fenced');
    const log = eventLog();
    await log.start();
    happen('gate_run.start_failed', { error: 'no such file: hunter2' });
    for (let count = 0; count < 300; count += 1) happen('gate_run.stopped');
    await log.stop();
    expect(lines.map((line) => line['event_id'])).toEqual(
      Array.from({ length: 301 }, (_, index) => index + 2),
    );
    expect(lines[0]).toMatchObject({
      host: 'gate',
      event_type: 'gate_run.start_failed',
      entity_type: 'gate_run',
      entity_id: 'r1',
      by: 'op',
      correlation_id: 'r-7',
      msg: 'the agent could not be started: no such file: [secret]',
    });
  });

  it('goes on after the store could not be read, and leaves nothing out', async () => {
    const log = eventLog();
    await log.start();
    failures = 1;
    happen('gate_run.stopped');
    await log.stop();
    expect(lines.map((line) => line['msg'])).toEqual(['events could not be logged', 'stopped']);
  });

  it('writes nothing where it is switched off', async () => {
    const log = eventLog(false);
    await log.start();
    happen('gate_run.stopped');
    await log.stop();
    expect(lines).toEqual([]);
  });
});
