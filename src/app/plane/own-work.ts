/**
 * What the control plane begins by itself when it starts: the word of a loss, the folder for ideas, the pump, the
 * alerts, the heartbeat. What cannot be begun is said to the process log; the service is there all the same.
 */
import type { Inspection } from '../../actors/runtime/inspection.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import { startAlertWatch, wakeAlertWatch } from '../../control/alerts/index.ts';
import { type Needs, startRetention } from '../../control/common/index.ts';
import { takeInIdeas } from '../../control/intake/index.ts';
import { startHeartbeat } from '../../control/notify/index.ts';
import { startPaperWatch } from '../../control/publication/index.ts';
import { configurePump } from '../../control/pump/index.ts';
import { reportLoss } from '../../control/readiness/index.ts';
import { createInbox, type DroppedReply, type Inbox } from '../../idea-files/inbox.ts';
import type { LogFinding } from '../../store/ports/log-finding.ts';
import type { Log } from '../process/log.ts';
import { createAlertWaker } from './alert-waker.ts';
import type { Waker } from './waker.ts';

/** The night goes on even where it cannot be said to the log: then the process log alone has it. */
export async function reportLossOf(
  loss: LogFinding | null,
  context: Needs<'actors' | 'reads'>,
  log: Log,
): Promise<void> {
  if (loss === null) return;
  try {
    await reportLoss(context, loss);
  } catch (error) {
    log.error({ err: error, epoch: loss.epoch }, 'the loss cannot be said to the event log');
  }
}

/** Null where none is configured. */
export function openInbox(
  config: OrreryConfig,
  context: Needs<'actors' | 'clock' | 'reads' | 'settings' | 'workers'>,
  log: Log,
): Inbox | null {
  const dir = config.intake.dir;
  if (dir === null) return null;
  return createInbox({
    dir,
    intervalMs: config.intake.dirIntervalMs,
    clock: context.clock,
    take: async (batch) => (await takeInIdeas(context, batch)).body as unknown as DroppedReply,
    onMoved: (file, words) => log.info({ file }, words),
  });
}

/**
 * Whether the pump is on. One that cannot be told what is configured stays as it was, and readiness
 * says how it is: whoever mends it needs the service.
 */
export async function configuredPump(
  config: OrreryConfig,
  context: Needs<'actors' | 'reads' | 'settings'>,
  log: Log,
): Promise<boolean> {
  try {
    return await configurePump(context, config.pump.enabled);
  } catch (error) {
    log.error({ err: error }, 'the pump could not be told what is configured');
    return true;
  }
}

/** Says to the alert watch what changed, once it is started. */
export const wakerOfAlerts = (
  inspection: Pick<Inspection, 'subscribe'>,
  context: Needs<'actors' | 'clock'>,
  log: Log,
): Waker =>
  createAlertWaker({
    inspection,
    clock: context.clock,
    wake: (cause) => wakeAlertWatch(context, cause),
    onError: (error) => log.warn({ err: error }, 'the alert watch could not be told of a change'),
  });

/** Not waited for: a store that somebody has locked for a while holds up no start. */
export function watchAlerts(
  context: Needs<'actors' | 'reads' | 'vitals'>,
  waker: Waker,
  log: Log,
): void {
  startAlertWatch(context).catch((error: unknown) =>
    log.error({ err: error }, 'the alert watch cannot be started'),
  );
  waker.start(context.vitals.alerts.checkIntervalMs > 0);
}

/** A store that takes no writes now is said by readiness; the service is there all the same. */
export async function beginHeartbeat(
  context: Needs<'actors' | 'reads' | 'settings' | 'vitals'>,
  log: Log,
): Promise<void> {
  try {
    await startHeartbeat(context);
  } catch (error) {
    log.error({ err: error }, 'the heartbeat cannot be begun');
  }
}

/** What cannot be begun now is begun at the next start; until then everything is kept. */
export async function keepForAWhile(
  config: OrreryConfig,
  context: Needs<'actors' | 'reads' | 'settings'>,
  log: Log,
): Promise<void> {
  try {
    await startRetention(context, 'main', config.upkeep.notificationsKeepMs);
    await startRetention(context, 'requests', config.upkeep.requestsKeepMs);
  } catch (error) {
    log.error({ err: error }, 'how long what is over is kept cannot be told to whoever forgets it');
  }
}

/** What cannot be begun now is begun at the next start; readiness says that nobody looks. */
export async function watchPapers(
  context: Needs<'actors' | 'reads' | 'settings'>,
  log: Log,
): Promise<void> {
  try {
    await startPaperWatch(context);
  } catch (error) {
    log.error({ err: error }, 'the looks at the files of papers cannot be begun');
  }
}
