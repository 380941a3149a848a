/** What is known of the channels, and what readiness and alerts make of it; the heartbeat the same. */
import { describe, expect, it } from 'vitest';
import { readChannelHealth } from '../../../src/control/notify/channel-health.ts';
import { judgeChannels, judgeHeartbeat } from '../../../src/control/notify/readiness.ts';
import { blank } from '../../../src/domain/blank.ts';
import {
  type Heartbeat,
  heartbeatSchema,
  type Notification,
  notificationSchema,
} from '../../../src/domain/records.ts';
import { createManualClock, toIsoTime } from '../../../src/lib/clock.ts';
import { createTestControl, wellVitals } from '../../support/control-context.ts';
import { storeOfEachTest } from '../../support/each-test.ts';
import { commitAll, stateTurn } from '../../support/store-fixtures.ts';

const at = (minute: number): string => toIsoTime(Date.UTC(2026, 0, 1, 0, minute));
const channels = ['ntfy', 'smtp'];
const alerts = { ...wellVitals.alerts, channels };

const store = storeOfEachTest();

const row = (id: string, channel: string, minute: number, change: Partial<Notification>) =>
  stateTurn(
    'notification',
    id,
    1,
    blank(notificationSchema, {
      notification_id: id,
      channel,
      created_at: at(0),
      updated_at: at(minute),
      ...change,
    }),
  );
const delivered = (id: string, channel: string, minute: number) =>
  row(id, channel, minute, {
    status: 'delivered',
    attempts: 1,
    receipt: `r-${id}`,
    delivered_at: at(minute),
  });
const failing = (
  id: string,
  channel: string,
  [first, last]: readonly [number, number],
  change: Partial<Notification> = {},
) =>
  row(id, channel, last, {
    status: 'waiting',
    attempts: 2,
    last_error: `error of ${id}`,
    first_failed_at: at(first),
    last_failed_at: at(last),
    ...change,
  });
const control = (vitals: object = { alerts }) =>
  createTestControl({ reads: store().reads, vitals, clock: createManualClock(Date.parse(at(60))) });
const health = () => readChannelHealth(control());

describe('a channel', () => {
  it('that never had a message is neither down nor proved', async () => {
    expect(await health()).toEqual(
      channels.map((channel) => ({
        channel,
        last_delivered_at: null,
        last_receipt: null,
        failures: 0,
        given_up: 0,
        failing_since: null,
        reason: null,
        is_down: false,
      })),
    );
    expect(await judgeChannels(control())).toMatchObject({
      status: 'unknown',
      detail: 'channel ntfy has not delivered anything yet',
    });
  });

  it('that failed too often in a row is down since the first of these attempts', async () => {
    await commitAll(store().journal, [
      delivered('a', 'ntfy', 1),
      failing('b', 'ntfy', [2, 5]),
      failing('c', 'ntfy', [3, 4]),
      delivered('d', 'smtp', 9),
    ]);
    const [ntfy, smtp] = await health();
    expect(ntfy).toMatchObject({
      failures: 4,
      failing_since: at(2),
      reason: 'error of b',
      is_down: true,
      last_delivered_at: at(1),
      last_receipt: 'r-a',
    });
    expect(smtp).toMatchObject({ failures: 0, is_down: false });
    expect(await judgeChannels(control())).toMatchObject({
      status: 'failing',
      detail: 'channel ntfy does not deliver: error of b',
      since: at(2),
    });
  });

  it('are all named where several do not deliver', async () => {
    await commitAll(store().journal, [failing('a', 'ntfy', [1, 2]), failing('b', 'smtp', [3, 4])]);
    expect(await judgeChannels(control())).toMatchObject({
      status: 'failing',
      detail: 'channel ntfy does not deliver: error of a; neither does smtp',
      action: expect.stringMatching(/orrery alerts test$/),
    });
  });

  it('that has given a receipt since is well, whatever failed before', async () => {
    await commitAll(store().journal, [
      failing('a', 'ntfy', [1, 2], { status: 'undeliverable', attempts: 9 }),
      delivered('b', 'ntfy', 3),
      delivered('c', 'smtp', 3),
    ]);
    expect((await health())[0]).toMatchObject({ failures: 0, given_up: 0, is_down: false });
    expect(await judgeChannels(control())).toMatchObject({ status: 'ok' });
  });

  it('counts of a message that failed before the receipt what came after it', async () => {
    await commitAll(store().journal, [
      failing('a', 'ntfy', [1, 5], { attempts: 9 }),
      delivered('b', 'ntfy', 3),
    ]);
    expect((await health())[0]).toMatchObject({
      failures: 1,
      failing_since: at(5),
      is_down: false,
    });
  });

  it('that refused a message for good is down at once', async () => {
    await commitAll(store().journal, [
      failing('a', 'ntfy', [1, 1], { status: 'undeliverable', attempts: 1 }),
      failing('b', 'smtp', [2, 2], { status: 'undeliverable', attempts: 1 }),
    ]);
    expect((await health()).map(({ is_down }) => is_down)).toEqual([true, true]);
  });
});

it('says that nobody is told where no channel is configured', async () => {
  expect(await judgeChannels(control({}))).toMatchObject({
    status: 'ok',
    detail: 'no channel is configured: nobody is told',
  });
});

describe('the heartbeat', () => {
  const heartbeat = (change: Partial<Heartbeat>) =>
    stateTurn(
      'heartbeat',
      'main',
      1,
      blank(heartbeatSchema, {
        status: 'beating',
        interval_ms: 60_000,
        created_at: at(0),
        updated_at: at(0),
        ...change,
      }),
    );
  const vitals = { heartbeat: { intervalMs: 60_000 } };
  const judge = () => judgeHeartbeat(control(vitals));

  it('that nobody wants is ok, and said', async () => {
    expect(await judgeHeartbeat(control())).toMatchObject({
      status: 'ok',
      detail: 'heartbeat_url is not set: nobody is told when this service dies',
    });
  });

  it('that was not answered yet, or not lately, is unknown', async () => {
    expect(await judge()).toMatchObject({ status: 'unknown' });
    await commitAll(store().journal, [heartbeat({ last_answered_at: at(46) })]);
    expect(await judge()).toMatchObject({
      status: 'unknown',
      detail: `the heartbeat was last answered at ${at(46)}`,
    });
  });

  it('that is answered is ok', async () => {
    await commitAll(store().journal, [heartbeat({ last_answered_at: at(47) })]);
    expect(await judge()).toMatchObject({ status: 'ok' });
  });

  it('that is late is not known to be well, and does not fail yet', async () => {
    await commitAll(store().journal, [
      heartbeat({ status: 'late', failing_since: at(50), last_error: 'ECONNREFUSED' }),
    ]);
    expect(await judge()).toMatchObject({ status: 'unknown', since: at(50) });
  });

  it('that is missed too often fails, since then', async () => {
    await commitAll(store().journal, [
      heartbeat({ status: 'failing', failing_since: at(50), last_error: 'ECONNREFUSED' }),
    ]);
    expect(await judge()).toMatchObject({
      status: 'failing',
      detail: 'the heartbeat is not answered: ECONNREFUSED',
      since: at(50),
    });
  });
});
