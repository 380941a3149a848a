/** What the page of the alerts makes of replies, and that it says nothing that it was not told. */
import { describe, expect, it } from 'vitest';
import { readAlertLists } from '../../../src/dashboard/alert-model.ts';
import {
  alertWords,
  deliveryWords,
  incidentMark,
  untoldWords,
} from '../../../src/dashboard/alert-words.ts';
import { touchesList } from '../../../src/dashboard/fold.ts';
import type { LiveEvent } from '../../../src/http/live/protocol.ts';

const delivery = {
  sequence: 1,
  channel: 'ntfy',
  news: 'firing',
  said_at: '2026-01-01T00:01:00.000Z',
  state: 'delivered',
  receipt: 'r-1',
  reason: null,
  answered_at: '2026-01-01T00:01:01.000Z',
};
const alert = {
  alert_id: 'a',
  alert_kind: 'worker_unreachable',
  subject: 'gpu-1',
  severity: 'critical',
  message: 'gpu-1 does not answer',
  suggested_action: 'start it',
  since: null,
  raised_at: '2026-01-01T00:00:00.000Z',
  suppressed_by: null,
  deliveries: [delivery],
};
const incident = {
  incident_id: 'i-1',
  title: 'Worker gpu-1 does not answer',
  status: 'closed',
  severity: 'critical',
  opened_at: '2026-01-01T00:00:10.000Z',
  closed_at: '2026-01-01T00:20:00.000Z',
  channels: ['ntfy'],
  deliveries: [delivery, { ...delivery, sequence: 2, news: 'resolved', state: 'under_way' }],
};
const page = (...rows: object[]) => ({ rows, page: { has_more: false, next_cursor: null } });
const lists = readAlertLists([
  page(alert),
  page({ ...alert, suppressed_by: 'readiness:store_writable' }),
  page(incident),
]);

describe('the page of the alerts', () => {
  it('knows no list that the service did not send, which is not an empty one', () => {
    expect(readAlertLists([null, {}, page()])).toEqual({
      firing: null,
      suppressed: null,
      incidents: { rows: [], hasMore: false, nextCursor: null },
    });
  });

  it('takes every member that is missing for unknown', () => {
    const empty = readAlertLists([page({}), page({}), page({})]);
    const members = [empty.firing, empty.suppressed, empty.incidents].flatMap((list) =>
      Object.values(list!.rows[0]!),
    );
    expect(new Set(members)).toEqual(new Set([null]));
    const row = empty.incidents!.rows[0]!;
    expect(incidentMark(row)).toEqual({ mark: 'unknown', word: 'unknown' });
    expect(untoldWords(row)).toBe('Unknown.');
    expect(alertWords(empty.firing!.rows[0]!)).toBe('What is wrong is unknown.');
  });

  it('says what fires, what to do, and what explains the others', () => {
    expect(alertWords(lists.firing!.rows[0]!)).toBe('gpu-1 does not answer. What to do: start it.');
    expect(lists.firing!.rows[0]!.sinceMs).toBe(Date.UTC(2026, 0, 1));
    expect(lists.suppressed!.rows[0]!.explainedBy).toBe('readiness:store_writable');
  });

  it('shows the messages of an incident with their receipts, and why one has none', () => {
    const [row] = lists.incidents!.rows;
    expect(incidentMark(row!)).toEqual({ mark: 'done', word: 'over' });
    expect(row!.deliveries!.map(deliveryWords)).toEqual([
      'ntfy, firing: delivered (r-1)',
      'ntfy, resolved: under way',
    ]);
    const given = { ...row!.deliveries![0]!, state: 'undeliverable', reason: 'ntfy answered 401' };
    expect(deliveryWords(given)).toBe('ntfy, firing: given up: ntfy answered 401');
    expect(deliveryWords({ ...given, state: null })).toBe('ntfy, firing: unknown');
    expect(untoldWords({ ...row!, channels: 0 })).toBe('Nobody: no channel is configured.');
  });

  it('is read anew when an alert, an incident or a message changes', () => {
    const touches = (entity_type: string) =>
      touchesList('alerts', { entity_type } as unknown as LiveEvent);
    expect(['alert', 'incident', 'notification', 'queue_item'].map(touches)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
