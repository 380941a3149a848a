/** What an incident says, to whom and when; refusals first. */
import { describe, expect, it } from 'vitest';
import { notificationMessageSchema } from '../../../src/domain/notification.ts';
import type { IncidentEvent, StandingMember } from '../../../src/machines/incident/events.ts';
import { incidentSpec } from '../../../src/machines/incident/spec.ts';
import { createPlay, type Given, minute } from './support.ts';

const play = createPlay(incidentSpec, 'i-1');
const member = (name: string, change: Partial<StandingMember> = {}): StandingMember => ({
  fingerprint: `stale_item:${name}`,
  alert_kind: 'stale_item',
  subject: name,
  severity: 'warn',
  message: `${name} is silent`,
  suggested_action: `look at ${name}`,
  since: null,
  ...change,
});
type Members = Extract<IncidentEvent, { type: 'MEMBERS' }>;
const standing = (
  members: readonly StandingMember[],
  change: Partial<Members> = {},
): Given<IncidentEvent> => ({
  type: 'MEMBERS',
  group_key: 'worker:w',
  generation: 1,
  title: 'Worker w is in trouble',
  members,
  left_out: 0,
  channels: ['push', 'mail'],
  cooldown_ms: 30 * 60_000,
  said_before: null,
  wait_ms: 10_000,
  quiet_ms: 900_000,
  force: false,
  ...change,
});
const sayDue: Given<IncidentEvent> = { type: 'SAY_DUE' };
const quietOver: Given<IncidentEvent> = { type: 'QUIET_OVER' };
const answerOf = (sequence: number, channel: string, news: 'firing' | 'resolved' = 'firing') => ({
  channel,
  news,
  incident_id: 'i-1',
  sequence_id: `i-1.${sequence}.${channel}`,
});
const arrived = (...args: Parameters<typeof answerOf>): Given<IncidentEvent> => ({
  type: 'DELIVERED',
  ...answerOf(...args),
  receipt: 'r-1',
  delivered_at: minute(0),
});
const lost = (...args: Parameters<typeof answerOf>): Given<IncidentEvent> => ({
  type: 'UNDELIVERABLE',
  ...answerOf(...args),
  reason: 'no such user',
});
const a = member('a');
const b = member('b');
const open = [standing([a]), sayDue];
const namesOf = (told: ReturnType<typeof play>['told']) =>
  told.map(({ to, event }) => {
    const message = notificationMessageSchema.parse((event as { message?: unknown }).message);
    return `${to.kind}/${to.id} ${message.news}`;
  });

describe('an incident refuses', () => {
  it('alerts after its end, with what to do instead', () => {
    const { refusal } = play([standing([a]), standing([])], standing([a]));
    expect(refusal).toMatchObject({ code: 'incident_closed' });
  });
  it('a check that says nothing new', () => {
    expect(play([standing([a])], standing([a])).accepted).toBe(false);
    expect(play(open, standing([a])).accepted).toBe(false);
    expect(play([...open, standing([])], standing([])).accepted).toBe(false);
  });
  it('an answer nobody waits for, and one that came before', () => {
    expect(play(open, arrived(7, 'push')).refusal).toMatchObject({ code: 'not_awaited' });
    expect(play([...open, arrived(1, 'push')], arrived(1, 'push')).accepted).toBe(false);
  });
});

describe('an incident', () => {
  it('waits for others of the same cause before it says the first word', () => {
    const { told, actions, state } = play([], standing([a]));
    expect(told).toEqual([]);
    expect(state).toMatchObject({ status: 'opening', opened_at: minute(0) });
    expect(actions).toContainEqual({
      type: 'schedule',
      params: { timer: 'say', delay_ms: 10_000, event: { type: 'SAY_DUE' } },
    });
  });

  it('then tells every channel once, of all that stand', () => {
    const { told, state } = play([standing([a]), standing([b, a])], sayDue);
    expect(namesOf(told)).toEqual([
      'notification/i-1.1.push firing',
      'notification/i-1.1.mail firing',
    ]);
    expect(told[0]?.event).toMatchObject({
      type: 'SEND',
      channel: 'push',
      answer_to: { kind: 'incident', id: 'i-1' },
      message: {
        incident_id: 'i-1',
        title: 'Worker w is in trouble',
        members: [{ subject: 'b' }, { subject: 'a' }],
      },
    });
    expect(state).toMatchObject({ status: 'open', said_at: minute(2), heard: [] });
  });

  it('says nothing where it is over before the first word', () => {
    const { told, state } = play([standing([a])], standing([]));
    expect(told).toEqual([]);
    expect(state).toMatchObject({ status: 'closed', sequence: 0 });
  });

  it('keeps what is new until the cooldown is over, counted from the last message', () => {
    const { told, actions } = play(open, standing([a, b]));
    expect(told).toEqual([]);
    expect(actions).toContainEqual({
      type: 'schedule',
      params: { timer: 'say', delay_ms: 29 * 60_000, event: { type: 'SAY_DUE' } },
    });
    expect(namesOf(play([...open, standing([a, b])], sayDue).told)).toHaveLength(2);
    const late = { ...standing([a, b]), at: minute(40) };
    expect(namesOf(play(open, late).told)).toHaveLength(2);
  });

  it('never waits longer than the cooldown, though the clock was set back', () => {
    const back = { ...standing([a, b]), at: minute(-600) };
    expect(play(open, back).actions).toContainEqual(
      expect.objectContaining({
        params: expect.objectContaining({ timer: 'say', delay_ms: 30 * 60_000 }),
      }),
    );
  });

  it('counts what became graver as new', () => {
    const grave = member('a', { severity: 'critical' });
    const { told, state } = play(open, { ...standing([grave]), at: minute(40) });
    expect(namesOf(told)).toHaveLength(2);
    expect(state.severity).toBe('critical');
  });

  it('holds to the cooldown of the incident before it', () => {
    const { actions } = play([], standing([a], { said_before: minute(-10) }));
    expect(actions).toContainEqual(
      expect.objectContaining({
        params: expect.objectContaining({ timer: 'say', delay_ms: 20 * 60_000 }),
      }),
    );
  });

  it('says at once what somebody wants said', () => {
    expect(namesOf(play([], standing([a], { force: true })).told)).toHaveLength(2);
    expect(namesOf(play(open, standing([a], { force: true })).told)).toEqual([
      'notification/i-1.2.push firing',
      'notification/i-1.2.mail firing',
    ]);
  });

  it('takes what comes back while it is quiet without a word', () => {
    const { told, state, actions } = play([...open, standing([])], standing([a]));
    expect(told).toEqual([]);
    expect(state).toMatchObject({ status: 'open', quiet_since: null });
    expect(actions).toContainEqual({ type: 'cancel', params: { timer: 'quiet' } });
  });

  it('says once that it is over, only where it was heard that something is wrong', () => {
    const history = [...open, arrived(1, 'push'), lost(1, 'mail'), standing([])];
    const { told, state } = play(history, quietOver);
    expect(namesOf(told)).toEqual(['notification/i-1.2.push resolved']);
    expect(state).toMatchObject({ status: 'closed', heard: ['push'], ended: ['push'] });
  });

  it('says it later where the first message is still under way then, once it arrives', () => {
    const history = [...open, arrived(1, 'push'), standing([]), quietOver];
    expect(namesOf(play(history, arrived(1, 'mail')).told)).toEqual([
      'notification/i-1.2.mail resolved',
    ]);
    expect(play(history, lost(1, 'mail')).told).toEqual([]);
    expect(play([...history, arrived(1, 'mail')], arrived(2, 'mail', 'resolved')).told).toEqual([]);
  });

  it('without a channel goes its way in silence, and speaks when one is configured', () => {
    const mute = { channels: [] };
    const history = [standing([a], mute), sayDue];
    expect(play([standing([a], mute)], sayDue)).toMatchObject({
      told: [],
      records: ['incident.left_untold'],
    });
    expect(play([...history, standing([], mute)], quietOver).told).toEqual([]);
    expect(namesOf(play(history, standing([a])).told)).toHaveLength(2);
  });
});
