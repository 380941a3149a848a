/**
 * Automation readiness: may the service be left alone to dispatch by itself. Every check is worked
 * out from the service itself; what is not known counts as not ready and says so.
 */

import { toIsoTime } from '../../lib/clock.ts';
import { judgeDeadLetters, judgeInService, judgeRestored } from '../bench/index.ts';
import { type Needs, ok, readSwitch, type Verdict } from '../common/index.ts';
import { judgeWaysOut } from '../notify/index.ts';
import { refreshWorkers } from '../workers/index.ts';
import { judgeAlertWatch } from './alert-watch-readiness.ts';
import { judgeBackups, readBackups } from './backup-readiness.ts';
import { readConsistency } from './consistency.ts';
import { judgedElsewhere, whoWorks } from './elsewhere.ts';
import { judgeConnections, judgeInbox } from './inlet-readiness.ts';
import { judgeOutbox } from './outbox-readiness.ts';
import { judgePaperFiles } from './paper-files-readiness.ts';
import { judgeCorpus, judgeWriter } from './paper-readiness.ts';
import { judgeLikeness } from './plane-readiness.ts';
import { judgePump } from './pump-readiness.ts';
import { judgeBlocked, judgeMaintenance, judgePause } from './queue-readiness.ts';
import { judgeSpace } from './space-readiness.ts';
import { judgeChain, judgeCounts, judgeLog, judgeStore } from './store-readiness.ts';
import { judgeWorkers } from './worker-readiness.ts';

/** In the order in which they are made; the first that is not ok is `first_failing`. */
export const readinessCheckNames = [
  'store_writable',
  'disk_free',
  'connections_accepted',
  'queue_not_paused',
  'maintenance_off',
  'worker_preflight',
  'planes_alike',
  'outbox_moving',
  'actors_in_service',
  'no_dead_letters',
  'actors_restored',
  'counts_consistent',
  'no_blocked_items',
  'paper_writer_configured',
  'corpus_state_explicit',
  'papers_unchanged',
  'event_chain_verified',
  'event_log_whole',
  'idea_folder_read',
  'backup_recent',
  'alerts_evaluated',
  'alert_channels',
  'heartbeat',
  'live_dispatch_enabled',
  'pump',
] as const;
/** In the order in which they are judged: the first that fails is the one that is named. */
export type ReadinessCheckName = (typeof readinessCheckNames)[number];

interface ReadinessCheck {
  readonly name: ReadinessCheckName;
  readonly ok: boolean;
  /** `unknown` is not ok: nobody has looked, or not lately enough. */
  readonly status: 'ok' | 'failing' | 'unknown';
  readonly detail: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** Since when it is not ok, where that is known. */
  readonly since: string | null;
  /** The smallest act that would make it ok; null when it is. */
  readonly action: string | null;
  /** Who has looked, where this control plane does not; null where it does. */
  readonly judged_by: string | null;
}

/** What a look at the whole service asks of. */
export type LookingAround = Needs<
  'actors' | 'bench' | 'clock' | 'lineage' | 'reads' | 'settings' | 'vitals' | 'workers'
>;

/**
 * The body of the reply: `READY` when every check is ok. With `refreshWorker` workers are looked at
 * first.
 */
export async function readReadiness(
  context: LookingAround,
  options: { readonly refreshWorker: boolean },
) {
  if (options.refreshWorker) await refreshWorkers(context);
  const [
    control,
    { counts, disagreements },
    outbox,
    letters,
    worker,
    alike,
    corpus,
    paperFiles,
    log,
    backups,
    pump,
    alerts,
    waysOut,
  ] = await Promise.all([
    readSwitch(context),
    readConsistency(context),
    context.vitals.outbox(),
    judgeDeadLetters(context.bench),
    judgeWorkers(context),
    judgeLikeness(context),
    judgeCorpus(context),
    judgePaperFiles(context),
    judgeLog(context),
    readBackups(context),
    judgePump(context),
    judgeAlertWatch(context),
    judgeWaysOut(context),
  ]);
  const blocked = await judgeBlocked(context, counts);
  const nowMs = context.clock.now();
  const who = whoWorks(context);
  const verdicts: Readonly<Record<ReadinessCheckName, Verdict>> = {
    store_writable: judgeStore(context),
    disk_free: judgeSpace(context),
    connections_accepted: judgeConnections(context),
    queue_not_paused: judgePause(control),
    maintenance_off: judgeMaintenance(control),
    worker_preflight:
      worker.status === 'failing' ? worker : judgedElsewhere(worker, who, 'workers are asked'),
    planes_alike: alike,
    outbox_moving: judgeOutbox(outbox, nowMs),
    actors_in_service: judgeInService(context.bench),
    no_dead_letters: letters,
    actors_restored: judgedElsewhere(
      judgeRestored(context.bench),
      who,
      'stored actors are restored dry',
    ),
    counts_consistent: judgeCounts(counts, disagreements),
    no_blocked_items: blocked,
    paper_writer_configured: judgeWriter(context),
    corpus_state_explicit: corpus,
    papers_unchanged: paperFiles,
    event_chain_verified: judgeChain(context),
    event_log_whole: log,
    idea_folder_read: judgeInbox(context),
    backup_recent: judgeBackups(backups, context.settings.storeBackend === 'sqlite'),
    alerts_evaluated: judgedElsewhere(alerts, who, 'alerts are evaluated'),
    ...waysOut,
    live_dispatch_enabled: context.settings.liveDispatchEnabled
      ? ok('live_dispatch_enabled is true')
      : {
          status: 'failing',
          detail: 'live_dispatch_enabled is false: only dry runs work',
          action: 'set live_dispatch_enabled to true in the configuration and restart',
        },
    pump,
  };
  const checks = readinessCheckNames.map((name) => toCheck(name, verdicts[name]));
  const first = checks.find((check) => !check.ok) ?? null;
  return {
    ok: true as const,
    readiness: first === null ? ('READY' as const) : ('BLOCKED' as const),
    first_failing: first?.name ?? null,
    reason: first?.detail ?? null,
    checks,
    generated_at: toIsoTime(nowMs),
  };
}
/** What the alert check and the API have of it. */
export type Readiness = Awaited<ReturnType<typeof readReadiness>>;

function toCheck(name: ReadinessCheckName, verdict: Verdict): ReadinessCheck {
  const good = verdict.status === 'ok';
  return {
    name,
    ok: good,
    status: verdict.status,
    detail: verdict.detail,
    evidence: { ...verdict.evidence },
    since: good ? null : (verdict.since ?? null),
    action: good ? null : verdict.action,
    judged_by: good ? null : (verdict.judgedBy ?? null),
  };
}
