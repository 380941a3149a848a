/**
 * What the control plane does by itself while it is the one that writes: looks at workers, pump, alerts, ideas in a
 * folder, archive, heartbeat, what is forgotten. Begun in order and stopped in order.
 */
import type { ActorHost } from '../../actors/runtime/host.ts';
import type { OrreryConfig } from '../../config/resolve.ts';
import type { ControlContext } from '../../control/common/index.ts';
import { stopSpentDay } from '../../control/dispatch/index.ts';
import { scheduleBackups } from '../../control/operations/index.ts';
import { wakePump } from '../../control/pump/index.ts';
import { createWorkerWatch } from '../../control/workers/index.ts';
import type { Inbox } from '../../idea-files/inbox.ts';
import type { LogFinding } from '../../store/ports/log-finding.ts';
import type { Log } from '../process/log.ts';
import { createArchiveUpkeep } from './archive-upkeep.ts';
import {
  beginHeartbeat,
  configuredPump,
  keepForAWhile,
  openInbox,
  reportLossOf,
  wakerOfAlerts,
  watchAlerts,
  watchPapers,
} from './own-work.ts';
import { createPumpWaker } from './pump-waker.ts';

interface WorkOptions {
  readonly config: OrreryConfig;
  readonly context: ControlContext;
  readonly host: Pick<ActorHost, 'inspection'>;
  readonly log: Log;
  /** Nothing is taken in where nothing is written. */
  readonly isReadOnly: boolean;
  /** What was found missing of the log when it was opened; null: nothing. */
  readonly loss: LogFinding | null;
}

/** Nothing runs until `begin`. */
export interface WorkByItself {
  /** Of the folder for ideas; null where there is none. */
  inboxState(): ReturnType<Inbox['state']> | null;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts it together around the use cases of `context`. */
export function createWorkByItself(options: WorkOptions): WorkByItself {
  const { config, context, host, log } = options;
  const { clock } = context;
  const watch = createWorkerWatch({
    context,
    intervalMs: config.workers.refreshMs,
    afterLook: () => stopSpentDay(context),
    onError: (error) => log.error({ err: error }, 'a look at a worker failed'),
  });
  const archiving = createArchiveUpkeep(context, log);
  const pumpWaker = createPumpWaker({
    inspection: host.inspection,
    clock,
    wake: (cause) => wakePump(context, cause),
    onError: (error) => log.warn({ err: error }, 'the pump could not be told of a change'),
  });
  const alertWaker = wakerOfAlerts(host.inspection, context, log);
  const inbox = options.isReadOnly ? null : openInbox(config, context, log);
  return {
    inboxState: () => inbox?.state() ?? null,
    async begin() {
      // Said in the log that begins with it, before anybody asks for readiness.
      await reportLossOf(options.loss, context, log);
      await scheduleBackups(context, context.vitals.backupIntervalMs);
      watchAlerts(context, alertWaker, log);
      archiving.start();
      watch.start();
      inbox?.start();
      pumpWaker.start(await configuredPump(config, context, log));
      await beginHeartbeat(context, log);
      await keepForAWhile(config, context, log);
      await watchPapers(context, log);
    },
    async stop() {
      await inbox?.stop();
      pumpWaker.stop();
      alertWaker.stop();
      await watch.stop();
      await archiving.stop();
    },
  };
}
