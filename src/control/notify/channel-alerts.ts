/**
 * Alerts about the ways out themselves: a channel that does not deliver is told over the others, and a
 * heartbeat that nobody answers over all. Pure. Messages hold no number that grows by itself.
 */
import type { AlertSeverity, Heartbeat } from '../../domain/records.ts';
import type { ChannelHealth } from './channel-health.ts';

/** Trouble as an alert check takes it. */
export interface ChannelAlert {
  /** Kind and subject. */
  readonly fingerprint: string;
  readonly alert_kind: 'channel_down' | 'heartbeat_down';
  readonly subject: string;
  readonly severity: AlertSeverity;
  readonly message: string;
  readonly suggested_action: string;
  readonly since: string | null;
}

/** One for each channel that is down; grave where no other is left that is not. */
export function channelAlerts(health: readonly ChannelHealth[]): ChannelAlert[] {
  const isAlone = health.every(({ is_down }) => is_down);
  return health
    .filter(({ is_down }) => is_down)
    .map(({ channel, failing_since, reason }) => ({
      fingerprint: `channel_down:${channel}`,
      alert_kind: 'channel_down',
      subject: channel,
      severity: isAlone ? 'critical' : 'warn',
      message: `channel ${channel} does not deliver since ${failing_since ?? 'an unknown time'}: ${reason ?? 'no reason known'}`,
      suggested_action: `mend what the reason names, then prove it: orrery alerts test --channel ${channel}`,
      since: failing_since,
    }));
}

/** One while calls of the heartbeat are not answered. */
export function heartbeatAlerts(heartbeat: Heartbeat | null): ChannelAlert[] {
  if (heartbeat?.status !== 'failing') return [];
  const { failing_since, last_error } = heartbeat;
  return [
    {
      fingerprint: 'heartbeat_down:main',
      alert_kind: 'heartbeat_down',
      subject: 'main',
      severity: 'warn',
      message: `the heartbeat is not answered since ${failing_since ?? 'an unknown time'}: ${last_error ?? 'no reason known'}`,
      suggested_action:
        'mend what the reason names, or correct heartbeat_url; until then nobody would be told that this service died',
      since: failing_since,
    },
  ];
}
