/**
 * What is known of every kind of alert before one is found: how long it must stand to fire, which
 * others it is told of with, which other alert explains it, and how it is called in a line. Data.
 */
import { limits } from '../../domain/limits.ts';
import type { AlertSettings } from '../common/index.ts';
import type { ReadinessCheckName } from '../readiness/index.ts';

/** What an alert can be about; the first part of its fingerprint. */
export const alertKinds = [
  'stale_item',
  'hanging_item',
  'worker_unreachable',
  'callback_undeliverable',
  'worker_telemetry_stale',
  'worker_out_of_service',
  'dispatch_errors',
  'papers_wait',
  'budget_warned',
  'budget_spent',
  'test',
  'readiness',
] as const;
/** A rule's name. */
export type AlertKind = (typeof alertKinds)[number];

/** Kind and subject: the same trouble has the same one whenever it comes. */
export const fingerprintOf = (kind: AlertKind, subject: string): string => `${kind}:${subject}`;

interface AlertRule {
  /** In ms, counted from when the trouble began or was first found. */
  readonly forMs: (settings: AlertSettings, subject: string) => number;
  /** Alerts with the same key have one cause as far as anybody can tell; `target`: the worker. */
  readonly groupOf: (target: string | null, subject: string) => string;
  /** A line that a phone shows first; no number that grows by itself. */
  readonly title: (subject: string) => string;
  /** True for what only the worker itself can tell: while it does not answer, nobody knows. */
  readonly isWorkersWord: boolean;
}

/** Checks that fail because somebody wanted it so: told, but nothing is broken. */
export const wantedChecks: ReadonlySet<string> = new Set<ReadinessCheckName>([
  'queue_not_paused',
  'maintenance_off',
  'live_dispatch_enabled',
]);
/** Checks whose failure leaves nothing to rely on. */
export const graveChecks: ReadonlySet<string> = new Set<ReadinessCheckName>([
  'store_writable',
  'event_chain_verified',
]);
/** A store that takes no writes explains everything else. */
const storeFingerprint = fingerprintOf('readiness', 'store_writable');

/** `day_tokens` as it is, `a/project_tokens` as `project_tokens of a`. */
function budgetWords(subject: string): string {
  const [project, budget] = subject.split('/');
  return budget === undefined ? subject : `${budget} of ${project}`;
}

const ofWorker = (target: string | null): string =>
  target === null ? 'queue' : `worker:${target}`;
/** All tests are told in one incident after another, without a pause between them. */
export const testGroup = 'test';
const base = { forMs: () => 0, groupOf: ofWorker, isWorkersWord: false } as const;
const noticed = {
  ...base,
  forMs: () => limits.alertNoticeForMs,
  isWorkersWord: true,
} as const;

/** By kind. */
export const alertRules: Readonly<Record<AlertKind, AlertRule>> = {
  stale_item: { ...base, title: (subject) => `Contact to run ${subject} is lost` },
  hanging_item: { ...base, title: (subject) => `Nothing is heard of run ${subject}` },
  worker_unreachable: {
    ...base,
    forMs: ({ unreachableAfterMs }) => unreachableAfterMs,
    title: (subject) => `Worker ${subject} does not answer`,
  },
  callback_undeliverable: {
    ...base,
    isWorkersWord: true,
    title: (subject) => `Callbacks of worker ${subject} do not arrive`,
  },
  worker_telemetry_stale: {
    ...noticed,
    title: (subject) => `Telemetry of worker ${subject} stands still`,
  },
  worker_out_of_service: {
    ...noticed,
    title: (subject) => `Worker ${subject} has actors out of service`,
  },
  dispatch_errors: {
    ...base,
    groupOf: () => 'queue',
    title: () => 'Dispatches keep failing',
  },
  papers_wait: {
    ...base,
    forMs: () => limits.alertReadinessForMs,
    groupOf: () => 'papers',
    title: () => 'Papers need a person',
  },
  budget_warned: {
    ...base,
    groupOf: () => 'budgets',
    title: (subject) => `The budget ${budgetWords(subject)} is nearly spent`,
  },
  budget_spent: {
    ...base,
    groupOf: () => 'budgets',
    title: (subject) => `The budget ${budgetWords(subject)} is spent`,
  },
  test: { ...base, groupOf: () => testGroup, title: () => 'A test: nothing is wrong' },
  readiness: {
    forMs: (_settings, check) =>
      graveChecks.has(check) || wantedChecks.has(check) ? 0 : limits.alertReadinessForMs,
    groupOf: (_target, check) => (graveChecks.has(check) ? 'store' : 'readiness'),
    title: (subject) => `Not ready: ${subject.replaceAll('_', ' ')}`,
    isWorkersWord: false,
  },
};

/**
 * Fingerprints of the alerts that explain one, the gravest first. `target` is the worker it is about.
 * Whoever decides looks at whether one of them stands.
 */
export function explainedBy(kind: AlertKind, subject: string, target: string | null): string[] {
  const own = fingerprintOf(kind, subject);
  const away = target === null ? [] : [fingerprintOf('worker_unreachable', target)];
  return [storeFingerprint, ...away].filter((fingerprint) => fingerprint !== own);
}

/** The rule of a stored alert; undefined for a kind that this version does not know. */
export const ruleOf = (kind: string): AlertRule | undefined =>
  Object.hasOwn(alertRules, kind) ? alertRules[kind as AlertKind] : undefined;
