/** From what was read to reasons, one a cause: what another reason explains is what that one holds up. Pure. */
import { beginSentence } from '../../domain/sentence.ts';
import { type AlertKind, type FoundAlert, findAlerts, ruleOf } from '../alerts/index.ts';
import type { HeldUp, Reason, ReasonCode } from './reason.ts';
import { actOf } from './reason-acts.ts';
import { held, heldByWorker, heldQueue, type RelianceFacts } from './reason-facts.ts';
import { heldDrafts, itemReasons, paperReasons, unroutedReasons } from './reason-people.ts';

/** Every reason, one a cause; the gravest and oldest first. */
export function findReasons(facts: RelianceFacts): Reason[] {
  const found = findAlerts(facts.alerts);
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  const explained = (alert: FoundAlert) =>
    alert.explained_by.find((fingerprint) => fingerprints.has(fingerprint));
  const causes = found.filter(
    (alert) => explained(alert) === undefined && !hasReasonsOfItsOwn(facts, alert),
  );
  return [
    ...causes.map((alert) => ofAlert(facts, alert)),
    ...workerReasons(facts),
    ...watchReason(facts),
    ...unknownReasons(facts),
    ...itemReasons(facts),
    ...paperReasons(facts),
    ...heldDrafts(facts),
    ...unroutedReasons(facts),
    ...automationReasons(facts),
  ].sort(byGravity);
}

const ranks = { critical: 0, warn: 1, info: 2 } as const;
const byGravity = (one: Reason, other: Reason): number =>
  ranks[one.severity] - ranks[other.severity] ||
  (one.since ?? '9').localeCompare(other.since ?? '9');

/** Of a check that stands for many causes each is told by itself, where there is one: without a worker there is none. */
function hasReasonsOfItsOwn(
  { alerts, attention }: RelianceFacts,
  { alert_kind: kind, subject }: FoundAlert,
): boolean {
  if (kind === 'papers_wait') return alerts.papers.rows.length > 0;
  if (kind !== 'readiness') return kind === 'test';
  if (subject === 'worker_preflight') return alerts.workers.some(({ trouble }) => trouble !== null);
  return subject === 'no_blocked_items' && attention.items.length > 0;
}

/** Checks whose failure keeps all that is queued from starting. */
const holdsQueue: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'store_writable',
  'queue_not_paused',
  'maintenance_off',
  'pump',
  'live_dispatch_enabled',
  'dispatch_errors',
]);

function ofAlert(facts: RelianceFacts, alert: FoundAlert): Reason {
  const { alert_kind: kind, subject, severity, message, since, suggested_action } = alert;
  const code = (kind === 'readiness' ? subject : kind) as ReasonCode;
  const isBudget = kind === 'budget_spent' || kind === 'budget_warned';
  const isWhole = kind === 'readiness' || (isBudget && !subject.includes('/'));
  const about = isWhole ? null : (subject.split('/')[0] ?? subject);
  // A token that would be refused is mended in the configuration: delivering again changes nothing.
  const isToken = kind === 'callback_undeliverable' && !subject.endsWith('/parked');
  const check = facts.alerts.readiness.checks.find(({ name }) => name === code);
  const silent =
    kind === 'worker_unreachable'
      ? facts.alerts.workers.find(({ worker }) => worker.target === about)
      : undefined;
  return {
    code,
    severity: severity === 'info' ? 'warn' : severity,
    subject: about,
    title:
      check === undefined
        ? titleOf(kind, isBudget ? subject : (about ?? subject))
        : beginSentence(check.detail),
    detail: check?.detail ?? silent?.worker.reason ?? withoutTime(message),
    since,
    known: true,
    holds_up: heldByAlert(facts, { code, about, kind, check }),
    act: actOf(
      code,
      about,
      isToken
        ? { verb: 'configure', label: beginSentence(suggested_action), request: null }
        : ofCheck(check),
    ),
  };
}

/** What ends the trouble of a store in PostgreSQL, or of a pump, is another act by its cause, which the check knows. */
const ofCheck = (check: Check | undefined): { readonly label?: string } => {
  const isOfCause =
    check?.name === 'pump' ||
    (check?.name === 'store_writable' && check.evidence['store_backend'] !== 'sqlite');
  return isOfCause && check.action ? { label: beginSentence(check.action) } : {};
};

/** `since` is a member of its own, which is shown as an age. */
const withoutTime = (message: string): string =>
  message
    .split(' ')
    .filter(
      (word, index, words) => !isMoment(word) && !(word === 'since' && isMoment(words[index + 1])),
    )
    .join(' ');
const isMoment = (word = ''): boolean =>
  !Number.isNaN(Date.parse(word.replace(/:$/, ''))) && word.includes('T');

const titleOf = (kind: AlertKind, subject: string): string => ruleOf(kind)?.title(subject) ?? kind;
type Check = RelianceFacts['alerts']['readiness']['checks'][number];

interface AlertSubject {
  readonly code: ReasonCode;
  readonly about: string | null;
  readonly kind: AlertKind;
  readonly check: Check | undefined;
}

function heldByAlert(
  facts: RelianceFacts,
  { code, about, kind, check }: AlertSubject,
): HeldUp | null {
  // Nothing waits for a control plane that only reads to write.
  if (check?.evidence['store_backend'] === 'hosted_readonly') return null;
  if (holdsQueue.has(code)) return heldQueue(facts);
  if (kind === 'budget_warned') return null;
  if (kind === 'budget_spent') return about === null ? heldQueue(facts) : held([about], 1);
  if (about === null) return null;
  if (kind === 'hanging_item' || kind === 'stale_item') return held([about], 1);
  return heldByWorker(facts, about);
}

/** A worker that answers and takes no runs; one that does not answer has an alert. */
function workerReasons(facts: RelianceFacts): Reason[] {
  return facts.alerts.workers.flatMap(({ worker, trouble }): Reason[] => {
    if (trouble === null || worker.status === 'unreachable') return [];
    return [
      {
        code: 'worker_trouble',
        severity: 'warn',
        subject: worker.target,
        title: `Worker ${worker.target} takes no runs`,
        detail: worker.reason ?? 'the reason is not known',
        since: worker.since ?? worker.observed_at,
        known: true,
        holds_up: heldByWorker(facts, worker.target),
        act: actOf('worker_trouble', worker.target),
      },
    ];
  });
}

/** That nobody evaluates the alerts is no alert, since nobody would raise it. */
function watchReason({ alerts }: RelianceFacts): Reason[] {
  const watch = alerts.readiness.checks.find(({ name }) => name === 'alerts_evaluated');
  if (watch?.status !== 'failing') return [];
  return [
    {
      code: watch.name,
      severity: 'warn',
      subject: null,
      title: 'The alerts are not evaluated as often as they should be',
      detail: watch.detail,
      since: watch.since,
      known: true,
      holds_up: null,
      act: actOf(watch.name, null),
    },
  ];
}

/** What nobody has looked at, or not lately enough. */
function unknownReasons(facts: RelianceFacts): Reason[] {
  return facts.alerts.readiness.checks.flatMap((check): Reason[] => {
    if (check.status !== 'unknown' || check.name === 'no_blocked_items') return [];
    const label = check.action ?? null;
    const code = check.name === 'worker_preflight' ? 'worker_unknown' : check.name;
    if (check.judged_by !== null) return [ofElsewhere(code, check.detail, check.judged_by)];
    const subject = code === 'worker_unknown' ? unseenWorker(check.evidence) : null;
    const isWaiting = label?.startsWith('wait') === true;
    return [
      {
        code,
        severity: 'info',
        subject,
        title:
          subject === null
            ? `Not known yet: ${withoutTime(check.detail)}`
            : `How worker ${subject} is, nobody knows`,
        detail:
          subject === null
            ? check.detail
            : check.since === null
              ? 'it was never asked'
              : 'it was not asked lately',
        since: check.since,
        known: false,
        holds_up: null,
        act: actOf(
          code,
          subject,
          isWaiting
            ? { verb: 'wait', label: 'Wait', consequence: 'It goes on by itself.', request: null }
            : {},
        ),
      },
    ];
  });
}

/** What another control plane knows. */
const ofElsewhere = (code: ReasonCode, detail: string, judgedBy: string): Reason => ({
  code,
  severity: 'info',
  subject: null,
  title: `Not known here: ${detail}`,
  detail,
  since: null,
  known: false,
  holds_up: null,
  act: actOf(code, null, {
    verb: 'ask_writer',
    label: `Ask ${judgedBy}`,
    consequence: 'It has looked, and says so.',
    request: null,
  }),
});

function unseenWorker({ workers }: Readonly<Record<string, unknown>>): string | null {
  if (!Array.isArray(workers)) return null;
  const rows = workers as readonly { readonly target: string; readonly state: string }[];
  return rows.find(({ state }) => state !== 'ok')?.target ?? null;
}

/** What is as somebody wanted it, and still means that nothing starts. */
function automationReasons(facts: RelianceFacts): Reason[] {
  const { automation, alerts, queued, running, next } = facts;
  const told = alerts.readiness.checks.some(({ name, ok }) => !ok && holdsQueue.has(name));
  const common = { severity: 'warn', subject: null, since: null, known: true } as const;
  if (automation.why !== null)
    return told
      ? []
      : [
          {
            ...common,
            code: 'nothing_automatic',
            title: 'Nothing starts by itself',
            detail: automation.why,
            holds_up: heldQueue(facts),
            act: actOf('nothing_automatic', null),
          },
        ];
  const isExplained =
    alerts.workers.some(({ trouble }) => trouble !== null) ||
    alerts.budgets.some(({ isSpent }) => isSpent) ||
    facts.unrouted.length > 0;
  if (queued === 0 || running > 0 || next.candidate !== null || isExplained) return [];
  return [
    {
      ...common,
      code: 'nothing_starts',
      title: 'Nothing that is queued would start',
      detail: next.reason,
      holds_up: heldQueue(facts),
      act: actOf('nothing_starts', null),
    },
  ];
}
