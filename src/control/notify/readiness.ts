/** What channels and heartbeat mean for readiness: would anybody be told. */
import { limits } from '../../domain/limits.ts';
import type { ControlContext, Verdict } from '../common/index.ts';
import { readChannelHealth } from './channel-health.ts';
import { readHeartbeat } from './heartbeat.ts';

/** Both checks, by their names. */
export async function judgeWaysOut(context: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>) {
  const [alert_channels, heartbeat] = await Promise.all([
    judgeChannels(context),
    judgeHeartbeat(context),
  ]);
  return { alert_channels, heartbeat };
}

/**
 * The check `alert_channels`: failing while a channel did not take the last message, unknown for one that
 * never had one. No channel at all is as it was wanted, and said.
 */
export async function judgeChannels(
  context: Pick<ControlContext, 'reads' | 'vitals'>,
): Promise<Verdict> {
  const channels = await readChannelHealth(context);
  const evidence = { channels };
  if (channels.length === 0) {
    return { status: 'ok', detail: 'no channel is configured: nobody is told', evidence };
  }
  const [failing, ...others] = channels.filter(({ failures }) => failures > 0);
  if (failing !== undefined) {
    const { channel, failing_since, reason } = failing;
    const too =
      others.length === 0
        ? ''
        : `; neither ${others.length === 1 ? 'does' : 'do'} ${others.map((other) => other.channel).join(', ')}`;
    return {
      status: 'failing',
      detail: `channel ${channel} does not deliver: ${reason ?? 'no reason known'}${too}`,
      action: `mend what the reason names, then prove it: orrery alerts test${others.length === 0 ? ` --channel ${channel}` : ''}`,
      evidence,
      since: failing_since,
    };
  }
  const untried = channels.find(({ last_delivered_at: at }) => at === null);
  if (untried !== undefined) {
    return {
      status: 'unknown',
      detail: `channel ${untried.channel} has not delivered anything yet`,
      action: `prove it: orrery alerts test --channel ${untried.channel}`,
      evidence,
    };
  }
  const names = channels.map(({ channel }) => channel).join(', ');
  return { status: 'ok', detail: `the last message over ${names} was taken`, evidence };
}

/** The check `heartbeat`: whether the outsider hears from this service. */
export async function judgeHeartbeat(
  context: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>,
): Promise<Verdict> {
  const { heartbeat } = context.vitals;
  if (heartbeat === null) {
    const detail = 'heartbeat_url is not set: nobody is told when this service dies';
    return { status: 'ok', detail, evidence: {} };
  }
  const stored = await readHeartbeat(context);
  const evidence = { interval_ms: heartbeat.intervalMs, ...stored };
  if (stored?.status === 'failing') {
    return {
      status: 'failing',
      detail: `the heartbeat is not answered: ${stored.last_error ?? 'no reason known'}`,
      action: 'mend what the reason names, or correct heartbeat_url and restart',
      evidence,
      since: stored.failing_since,
    };
  }
  if (stored?.status === 'late') {
    return {
      status: 'unknown',
      detail: `the heartbeat is late: ${stored.last_error ?? 'no reason known'}`,
      action: `wait; it fails after ${limits.heartbeatMissedMax} calls that nobody answers`,
      evidence,
      since: stored.failing_since,
    };
  }
  const at = stored?.last_answered_at ?? null;
  const freshMs = limits.heartbeatRecordEveryMs + lateBeats * heartbeat.intervalMs;
  if (at !== null && Math.abs(context.clock.now() - Date.parse(at)) <= freshMs) {
    return { status: 'ok', detail: 'the heartbeat is answered', evidence };
  }
  return {
    status: 'unknown',
    detail:
      at === null
        ? 'no call of the heartbeat was answered yet'
        : `the heartbeat was last answered at ${at}`,
    action: 'wait; it goes on by itself',
    evidence,
  };
}
/** Beats that may be late before their staying away means something. */
const lateBeats = 3;
