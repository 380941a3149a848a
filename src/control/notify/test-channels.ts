/**
 * A test message to every channel, or to one, by the way that all messages take: an actor each, the
 * effect, the receipt. The request waits a bounded time for the receipts and says what came.
 */

import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type NotificationMessage, notificationIdOf } from '../../domain/notification.ts';
import type { ChannelName } from '../../domain/notification-channels.ts';
import { productTitle } from '../../domain/product.ts';
import { type Notification, notificationSchema } from '../../domain/records.ts';
import { pause, toIsoTime } from '../../lib/clock.ts';
import { ask, type ControlContext, keepOnce, type Needs, type Once } from '../common/index.ts';

/** Without a channel: all that are configured. */
export interface TestAlertsRequest {
  readonly channel?: string | undefined;
  /** Begins at a rule instead of a message, which goes over every channel. */
  readonly rule?: boolean | undefined;
  readonly requested_by: string;
}

/** Throws 422 for a channel that is not configured, or that is asked for with a rule. */
export function checkChannel(
  { vitals }: Pick<ControlContext, 'vitals'>,
  { channel, rule }: Pick<TestAlertsRequest, 'channel' | 'rule'>,
): void {
  const { channels } = vitals.alerts;
  if (channel === undefined || (channels.includes(channel) && rule !== true)) return;
  const message =
    rule === true
      ? 'goes without rule: what a rule finds is told over every channel'
      : `is not a configured channel; configured: ${channels.join(', ') || 'none'}`;
  throw new ServiceError('invalid_request', `channel: ${message}`, {
    errors: [{ path: 'channel', message }],
  });
}

/** `delivered` is true only when every channel that was asked has given a receipt. */
export async function testAlerts(
  context: Needs<'actors' | 'clock' | 'entropy' | 'reads' | 'vitals'>,
  request: TestAlertsRequest,
  once: Once | null,
) {
  checkChannel(context, request);
  const { actors, clock, entropy, vitals } = context;
  const channels = request.channel === undefined ? vitals.alerts.channels : [request.channel];
  const { test_id, said_at } = await keepOnce(actors, once, 'test', async () => ({
    test_id: `test-${entropy.id()}`,
    said_at: toIsoTime(clock.now()),
  }));
  const message = messageOf(test_id, said_at, request.requested_by);
  const ids = channels.map((channel) => ({
    channel,
    id: notificationIdOf(test_id, 1, channel),
  }));
  for (const { channel, id } of ids) {
    // A repeat of the command finds it sent already, which is refused and changes nothing.
    await ask(
      actors,
      { kind: 'notification', id },
      { type: 'SEND', channel, message, answer_to: null },
      { by: request.requested_by },
    );
  }
  const ended = await untilEnded(context, ids, clock.monotonic() + limits.alertTestWaitMs);
  const results = ids.map(({ channel, id }) => toTestResult(channel, id, ended.get(id)));
  return {
    ok: true as const,
    delivered: results.length > 0 && results.every(({ status }) => status === 'delivered'),
    summary: results.length === 0 ? noChannel : null,
    results,
    stations: [],
    generated_at: toIsoTime(clock.now()),
  };
}

/** What a test says where nobody would be told. */
export const noChannel =
  'no channel is configured: nobody is told. docs/alerts.md has a working configuration of each kind';

function messageOf(testId: string, saidAt: string, by: string): NotificationMessage {
  return {
    incident_id: testId,
    news: 'test',
    severity: 'info',
    alert_kind: 'test',
    title: `${productTitle} can reach you`,
    text: `${by} asked for this test at ${saidAt}. Nothing is wrong, and nothing needs to be done.`,
    since: null,
    said_at: saidAt,
    members: [],
  };
}

/** What is stored of each message when all are there and have ended, or at `endMs` (monotonic). */
export async function untilEnded(
  { reads, clock }: Needs<'clock' | 'reads'>,
  ids: readonly { readonly id: string }[],
  endMs: number,
): Promise<ReadonlyMap<string, Notification>> {
  for (;;) {
    const rows = await Promise.all(ids.map(({ id }) => reads.get('notification', id)));
    const stored = rows.flatMap((row) =>
      row === undefined ? [] : [notificationSchema.parse(row)],
    );
    const open = stored.filter(({ status }) => status === 'sending' || status === 'waiting');
    const isOver = open.length === 0 && stored.length === ids.length;
    if (isOver || clock.monotonic() >= endMs) {
      return new Map(stored.map((one) => [one.notification_id, one]));
    }
    await pause(clock, limits.alertTestLookMs);
  }
}

/** One channel in the reply; `stored` is undefined for a message that is not there yet. */
export function toTestResult(channel: string, id: string, stored: Notification | undefined) {
  const status = stored?.status ?? 'new';
  return {
    channel,
    notification_id: id,
    status,
    receipt: stored?.receipt ?? null,
    attempts: stored?.attempts ?? 0,
    error: status === 'delivered' ? null : (stored?.last_error ?? null),
    action: actionOf(channel, status),
  };
}

const fields: Readonly<Record<string, string>> = {
  pushover: 'push_app_token, push_user_key and push_api_url',
  ntfy: 'notify_ntfy_url and notify_ntfy_token',
  gotify: 'notify_gotify_url and notify_gotify_token',
  webhook: 'notify_webhook_url and what listens there',
  smtp: 'the notify_smtp_ fields',
  alertmanager: 'notify_alertmanager_url',
} satisfies Record<ChannelName, string>;

/** What to do about it; null for a channel that works. */
function actionOf(channel: string, status: Notification['status']): string | null {
  const where = fields[channel] ?? 'its fields';
  switch (status) {
    case 'delivered':
      return null;
    case 'undeliverable':
      return `check ${where} in the configuration, restart, and test again`;
    default:
      return `it is still being tried; the notifications show how it ends. Meanwhile check ${where}`;
  }
}
