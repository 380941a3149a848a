/** What the page of the alerts makes of replies, and that it says nothing that it was not told. */
import { describe, expect, it } from 'vitest';
import { severityMark } from '../../../src/dashboard/operations/alert-marks.ts';
import {
  alertWords,
  checkedWords,
  deliveryWords,
  incidentMark,
  testedWords,
  untoldAlertWords,
  untoldWords,
} from '../../../src/dashboard/operations/alert-words.ts';
import { type AlertRow, type IncidentRow, pageOf } from '../../../src/dashboard/service/wire.ts';
import { touchesList } from '../../../src/dashboard/session/fold.ts';
import { momentText } from '../../../src/dashboard/words/words.ts';
import type { LiveEvent } from '../../../src/http/live/protocol.ts';

const delivery: NonNullable<AlertRow['deliveries']>[number] = {
  sequence: 1,
  channel: 'ntfy',
  news: 'firing',
  said_at: '2026-01-01T00:01:00.000Z',
  state: 'delivered',
  receipt: 'r-1',
  reason: null,
  answered_at: '2026-01-01T00:01:01.000Z',
};
const alert: AlertRow = {
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
const incident: IncidentRow = {
  incident_id: 'i-1',
  title: 'Worker gpu-1 does not answer',
  status: 'closed',
  severity: 'critical',
  opened_at: '2026-01-01T00:00:10.000Z',
  closed_at: '2026-01-01T00:20:00.000Z',
  channels: ['ntfy'],
  deliveries: [delivery, { ...delivery, sequence: 2, news: 'resolved', state: 'under_way' }],
};

describe('the page of the alerts', () => {
  it('knows no list that the service did not send, which is not an empty one', () => {
    expect(pageOf({})).toBeNull();
    expect(pageOf({ rows: [] })).toEqual({ rows: [], hasMore: false, nextCursor: null });
  });

  it('takes every member that is missing for unknown', () => {
    expect(incidentMark({})).toEqual({ mark: 'unknown', word: 'unknown' });
    expect(untoldWords({})).toBe('Unknown.');
    expect(alertWords({})).toBe('What is wrong is unknown.');
  });

  it('does not draw what only informs as what failed', () => {
    const marks = (['critical', 'warn', 'info'] as const).map((severity) =>
      severityMark({ ...alert, severity }),
    );
    expect([...marks, severityMark({})]).toEqual(['failed', 'person', 'waiting', 'unknown']);
  });

  it('says what fires and what to do', () => {
    expect(alertWords(alert)).toBe('gpu-1 does not answer. What to do: start it.');
  });

  it('shows the messages of an incident with their receipts, and why one has none', () => {
    expect(incidentMark(incident)).toEqual({ mark: 'done', word: 'over' });
    expect(incident.deliveries!.map(deliveryWords)).toEqual([
      'ntfy, firing: delivered (r-1)',
      'ntfy, resolved: under way',
    ]);
    const given = { ...delivery, state: 'undeliverable', reason: 'ntfy answered 401' } as const;
    expect(deliveryWords(given)).toBe('ntfy, firing: given up: ntfy answered 401');
    expect(deliveryWords({ ...given, state: undefined })).toBe('ntfy, firing: unknown');
    expect(untoldWords({ ...incident, channels: [] })).toBe('Nobody: no channel is configured.');
  });

  it('says why nobody was told of an alert, and when somebody will be', () => {
    const due = '2026-01-01T00:02:00.000Z';
    const opening = { ...incident, status: 'opening', due_at: due } as const;
    const fresh = { ...alert, incident_id: 'i-1' };
    const shown = momentText(Date.parse(due), 0);
    expect(untoldAlertWords(fresh, [opening])).toBe(
      `Nobody yet: alerts of one cause are told together, at ${shown}.`,
    );
    expect(untoldAlertWords(fresh, [{ ...opening, channels: [] }])).toContain('no channel');
    expect(untoldAlertWords({ ...fresh, severity: 'info' }, [opening])).toContain('only informs');
    expect(untoldAlertWords(fresh, [])).toMatch(/^Unknown: /);
    expect(untoldAlertWords({ ...fresh, incident_id: null }, [])).toContain('no incident');
    expect(untoldWords(incident)).toContain('over before anybody was told');
  });

  it('is read anew when an alert, an incident or a message changes', () => {
    const touches = (entity_type: string) =>
      touchesList('alerts', { entity_type } as unknown as LiveEvent, []);
    expect(['alert', 'incident', 'notification', 'queue_item'].map(touches)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('what was asked for by hand', () => {
  it('says what a check found, and never that nothing was found where that was not said', () => {
    expect(checkedWords({})).toBe('What it found was not said.');
    const counts = (alerts: number) => ({ alerts, resolved: 0, notifications_due: 0 });
    expect(checkedWords({ counts: counts(0) })).toBe('It found nothing wrong.');
    expect(checkedWords({ counts: counts(1), notification_reason: 'nobody is told twice' })).toBe(
      'It found one alert. Nobody is told twice.',
    );
    expect(checkedWords({ counts: counts(2) })).toBe('It found 2 alerts.');
  });

  it('says of each channel whether the test message came through, by its receipt alone', () => {
    expect(testedWords({ summary: null, results: [] })).toContain('No channel is configured');
    expect(
      testedWords({
        summary: null,
        results: [
          { channel: 'ntfy', receipt: 'r-1', status: 'delivered' },
          { channel: 'smtp', receipt: null, status: 'waiting', error: 'refused', action: 'look' },
          { channel: 'gotify', receipt: null, status: 'sending', error: null, action: null },
        ],
      }),
    ).toBe('Ntfy: it came through. Smtp: refused; look. Gotify: sending.');
  });
});
