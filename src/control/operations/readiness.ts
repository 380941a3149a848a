/**
 * Automation readiness: may the service be left alone to dispatch by itself. Every check is worked
 * out from the service itself; what is not known counts as not ready and says so. Long because all checks are one table.
 */

import { limits } from '../../domain/limits.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { PlaneStanding } from '../../store/ports/plane.ts';
import { judgeDeadLetters, judgeInService, judgeRestored } from '../bench/index.ts';
import {
  type Counts,
  type Needs,
  type OutboxState,
  ok,
  readSwitch,
  type Verdict,
} from '../common/index.ts';

import { judgeWaysOut } from '../notify/index.ts';
import { refreshWorkers } from '../workers/index.ts';

import { judgeAlertWatch } from './alert-watch-check.ts';
import { judgeBackups, readBackups } from './backups.ts';
import { type CountDisagreement, readConsistency } from './consistency.ts';
import { howToAcknowledge, readLoss } from './log-loss.ts';
import { judgePaperFiles } from './paper-files.ts';
import { judgePump } from './pump-readiness.ts';
import { judgeSpace } from './space-readiness.ts';
import { judgeWorkers } from './worker-readiness.ts';

/** In the order in which they are made; the first that is not ok is `first_failing`. */
export const readinessCheckNames = [
  'store_writable',
  'disk_free',
  'connections_accepted',
  'queue_not_paused',
  'maintenance_off',
  'worker_preflight',
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
    judgeCorpus(context),
    judgePaperFiles(context),
    judgeLog(context),
    readBackups(context),
    judgePump(context),
    judgeAlertWatch(context),
    judgeWaysOut(context),
  ]);
  const blocked = counts.operator.attention === 0 ? undefined : await readOldestBlocked(context);
  const nowMs = context.clock.now();
  const switched = { reason: control.reason, changed_by: control.changed_by };
  const verdicts: Readonly<Record<ReadinessCheckName, Verdict>> = {
    store_writable: judgeStore(context),
    disk_free: judgeSpace(context),
    connections_accepted: judgeConnections(context),
    queue_not_paused:
      control.status === 'open'
        ? ok('the queue is open')
        : {
            status: 'failing',
            detail: `the queue is paused${because(control.reason)}`,
            action: 'resume the queue to let it go on',
            evidence: switched,
            since: control.updated_at,
          },
    maintenance_off:
      control.status === 'maintenance'
        ? {
            status: 'failing',
            detail: `maintenance mode is on${because(control.reason)}`,
            action: 'resume the queue to end it',
            evidence: switched,
            since: control.updated_at,
          }
        : ok('maintenance mode is off'),
    worker_preflight: worker,
    outbox_moving: judgeOutbox(outbox, nowMs),
    actors_in_service: judgeInService(context.bench),
    no_dead_letters: letters,
    actors_restored: judgeRestored(context.bench),
    counts_consistent: judgeCounts(counts, disagreements),
    no_blocked_items: judgeBlocked(counts, blocked),
    paper_writer_configured: judgeWriter(context),
    corpus_state_explicit: corpus,
    papers_unchanged: paperFiles,
    event_chain_verified: judgeChain(context),
    event_log_whole: log,
    idea_folder_read: judgeInbox(context),
    backup_recent: judgeBackups(backups),
    alerts_evaluated: alerts,
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

function judgeInbox({ vitals }: Needs<'vitals'>): Verdict {
  const inbox = vitals.inbox();
  if (inbox === null) return ok('no intake_dir is configured');
  const { trouble, looked_at: at, waiting } = inbox;
  if (trouble !== null)
    return {
      status: 'failing',
      detail: trouble,
      action: 'mend what it names; the files are tried again by themselves',
      evidence: { looked_at: at, waiting },
    };
  if (at === null)
    return { status: 'unknown', detail: 'nobody has looked into intake_dir yet', action: 'wait' };
  return ok(`looked into at ${at}`, { waiting });
}

const because = (reason: string | null): string => (reason === null ? '' : `: ${reason}`);

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
  };
}

function judgeStore({ vitals, settings }: Needs<'settings' | 'vitals'>): Verdict {
  const trouble = vitals.writeTrouble();
  const plane = vitals.plane?.() ?? null;
  const evidence = { store_backend: settings.storeBackend, ...(plane === null ? {} : { plane }) };
  return trouble === null
    ? ok(wordsOfPlane(plane), evidence)
    : {
        status: 'failing',
        detail: `the store takes no writes: ${trouble}`,
        action:
          settings.storeBackend === 'sqlite'
            ? 'free space in state_dir, end what holds its write lock, or mend it and restart'
            : actionOfHosted(plane),
        evidence,
      };
}

function actionOfHosted(plane: PlaneStanding | null): string {
  const bring =
    'bring the PostgreSQL server back, or the way to it; lists show what was last known until then';
  return plane?.role === 'standby' && plane.holder === null
    ? `wait a moment: a control plane that stands by takes the lease; if none does, ${bring}`
    : bring;
}

function wordsOfPlane(plane: PlaneStanding | null): string {
  if (plane === null) return 'a write was begun and taken back';
  const { role, holder } = plane;
  const since = holder === null ? '' : ` since ${holder.since}`;
  if (role === 'active') return `this control plane holds the lease${since}`;
  return holder === null
    ? 'this control plane stands by; who holds the lease is not known just now'
    : `this control plane stands by; ${holder.address ?? 'another one'} holds the lease${since}`;
}

function judgeConnections({ vitals }: Needs<'vitals'>): Verdict {
  const trouble = vitals.connectionTrouble();
  if (trouble === null) return ok('new connections are accepted');
  return {
    status: 'failing',
    detail: trouble,
    action: 'raise the limit of open files (LimitNOFILE, ulimit -n), or end connections',
  };
}

/** Exported so that it can be tested with any outbox. Pure. */
export function judgeOutbox(outbox: OutboxState, nowMs: number): Verdict {
  const ageMs = outbox.oldest_at === null ? null : nowMs - Date.parse(outbox.oldest_at);
  const evidence = {
    pending: outbox.pending,
    pending_is_capped: outbox.capped,
    oldest_at: outbox.oldest_at,
    oldest_age_seconds: ageMs === null ? null : Math.max(0, Math.round(ageMs / 1000)),
    retrying: outbox.retrying,
  };
  if (ageMs !== null && ageMs > limits.outboxStuckMs) {
    return {
      status: 'failing',
      detail: `${outbox.oldest ?? 'an effect'} has waited since ${outbox.oldest_at}${because(outbox.last_error)}`,
      action: 'mend what its error names; it is tried again by itself',
      evidence,
      since: outbox.oldest_at,
    };
  }
  return ok(
    outbox.pending === 0 ? 'the outbox is empty' : `${outbox.pending} effects are under way`,
    evidence,
  );
}

function judgeCounts(counts: Counts, disagreements: readonly CountDisagreement[]): Verdict {
  const [first] = disagreements;
  if (first === undefined) return ok('counts agree', { queue_total: counts.queueTotal });
  return {
    status: 'failing',
    detail: first.message,
    action: 'run orrery verify on the store; it names the rows that differ from the log',
    evidence: { disagreements },
  };
}

async function readOldestBlocked(context: Needs<'reads'>) {
  const page = await context.reads.list('queue_item', {
    cursor: null,
    pageSize: 1,
    sort: 'updated_at',
    filters: { queue_group: 'blocked' },
    search: '',
  });
  return page.rows[0];
}

function judgeBlocked(
  counts: Counts,
  oldest: Readonly<Record<string, unknown>> | undefined,
): Verdict {
  const { attention } = counts.operator;
  if (attention === 0) return ok('no item needs a person');
  return {
    status: 'failing',
    detail: `${attention} ${attention === 1 ? 'item needs' : 'items need'} a person`,
    action: 'the overview lists them with the next step of each',
    evidence: { attention, oldest: oldest?.['project_id'] ?? null },
    since: typeof oldest?.['updated_at'] === 'string' ? oldest['updated_at'] : null,
  };
}

function judgeWriter({ vitals }: Needs<'vitals'>): Verdict {
  const { provider, fallbackEnabled } = vitals.writer;
  const last = vitals.writer.lastOutcome?.() ?? null;
  const evidence = { provider, fallback_enabled: fallbackEnabled };
  if (provider === 'deterministic') return ok('the deterministic writer needs nothing', evidence);
  if (last !== null) {
    const outcome = { ...evidence, last_outcome: { ...last } };
    if (last.ok) return ok(`${provider} answered when it was last asked`, outcome);
    const detail = `${provider} did not answer when it was last asked: ${last.detail}`;
    return fallbackEnabled
      ? ok(`${detail}; drafts fall back to the deterministic writer`, outcome)
      : {
          status: 'failing',
          detail,
          action:
            'put the endpoint or its settings right, or set paper_writer_fallback_enabled to true',
          evidence: outcome,
          since: last.at,
        };
  }
  return fallbackEnabled
    ? ok(`${provider} is configured; drafts fall back to the deterministic writer`, evidence)
    : {
        status: 'unknown',
        detail: `${provider} has not been asked yet and paper_writer_fallback_enabled is false`,
        action:
          'orrery doctor asks whether the endpoint answers; or set paper_writer_fallback_enabled to true',
        evidence,
      };
}

/** Nothing may be published whose import, index, lint or audit is not said. */
async function judgeCorpus(context: Needs<'reads' | 'vitals'>): Promise<Verdict> {
  const { reads, vitals } = context;
  const trouble = vitals.corpusTrouble();
  if (trouble !== null) {
    return { status: 'failing', detail: trouble, action: 'make the folder of corpus_dir usable' };
  }
  const [entries, finalized, unjudged] = await Promise.all([
    reads.countByStatus('corpus_entry'),
    reads.count('paper_review', { status: 'finalized' }),
    reads.countFinalizedUnjudged(),
  ]);
  const failed = entries['failed'] ?? 0;
  const evidence = {
    imported: entries['imported'] ?? 0,
    importing: entries['importing'] ?? 0,
    failed,
    finalized,
    without_lint: unjudged.unlinted,
    without_audit: unjudged.unaudited,
  };
  const act = (detail: string, action: string): Verdict => ({
    status: 'failing',
    detail,
    action,
    evidence,
  });
  if (failed > 0) return act(`${failed} imports failed`, 'import one once more to try it again');
  if (evidence.without_lint > 0)
    return act(
      `${evidence.without_lint} finalized papers have no lint verdict`,
      'orrery papers evaluate works them out again',
    );
  if (evidence.without_audit > 0)
    return act(
      `${evidence.without_audit} finalized papers have no audit verdict`,
      'orrery papers evaluate works them out again',
    );
  return ok('every finalized paper has lint, audit and import state', evidence);
}

/** A chain that is sound may still end too early: the end that was kept beside it says so. */
async function judgeLog(context: Needs<'lineage' | 'reads'>): Promise<Verdict> {
  const lost = await readLoss(context);
  const evidence = { epoch: context.lineage.epoch };
  if (lost === null) return ok('nothing of the log is known to be gone', evidence);
  return {
    status: 'failing',
    detail: `acknowledged work is gone: ${lost.loss.message}`,
    action: howToAcknowledge,
    evidence: { ...evidence, ...lost.loss },
    since: lost.updated_at,
  };
}

function judgeChain({ vitals }: Needs<'vitals'>): Verdict {
  const progress = vitals.chain();
  const { state, verified_to, head, problem } = progress;
  const evidence = { ...progress };
  if (state === 'broken') {
    return {
      status: 'failing',
      detail: `the event log is not whole: ${problem?.message ?? 'no detail is known'}`,
      action: 'stop the service, run orrery verify, and restore the store from a backup',
      evidence,
    };
  }
  if (state === 'verified') return ok(`every event up to ${verified_to} is sound`, evidence);
  return {
    status: 'unknown',
    detail: `${verified_to} of ${head} events have been checked since the start`,
    action: 'wait; it goes on by itself',
    evidence,
  };
}
