/** The shape of a reason why the service must not be left alone: cause, what it holds up, what ends it. */
import type { AlertSeverity } from '../../domain/records.ts';
import { type AlertKind, alertKinds } from '../alerts/index.ts';
import type { UnblockRequest } from '../explain/index.ts';
import { readinessCheckNames } from '../readiness/index.ts';

/** Causes that are neither a check of readiness nor an alert of their own. */
const ownReasonCodes = [
  'worker_trouble',
  'worker_unknown',
  'items_wait',
  'unrouted',
  'drafts_held',
  'nothing_automatic',
  'nothing_starts',
] as const;

/** What a reason can be about; each has an act in `reason-acts.ts`. */
export const reasonCodes = [
  ...readinessCheckNames,
  ...alertKinds.filter(
    (kind): kind is Exclude<AlertKind, 'readiness' | 'test'> =>
      kind !== 'readiness' && kind !== 'test',
  ),
  ...ownReasonCodes,
] as const;
/** One of them. */
export type ReasonCode = (typeof reasonCodes)[number];

/** The smallest act that ends a reason. */
export interface Act {
  /** A stable word for programs, such as `resume_queue`. */
  readonly verb: string;
  /** The same for people: what is to be done. */
  readonly label: string;
  /** What the request does, in a word for its button; null where there is none. */
  readonly button: string | null;
  /** What it is done to; null: the service as a whole. */
  readonly target: string | null;
  /** What follows from it, as a sentence. */
  readonly consequence: string;
  /**
   * The request that does it, or draws up the plan that does it to many items; null where it is done elsewhere, as on a
   * worker or in the configuration.
   */
  readonly request: UnblockRequest | null;
}

/** What waits because of a reason. */
export interface HeldUp {
  /** Queue items, running ones included. */
  readonly items: number;
  readonly papers: number;
  /** True where the queue is longer than was looked at. */
  readonly at_least: boolean;
  /** Ids of the first of them. */
  readonly examples: readonly string[];
}

/** One cause, however much it holds up. */
export interface Reason {
  readonly code: ReasonCode;
  readonly severity: AlertSeverity;
  /** What it is about: a worker, a run, a check; null: the service. */
  readonly subject: string | null;
  /** A short sentence without times and numbers that grow by themselves. */
  readonly title: string;
  /** What is known of it in full. */
  readonly detail: string;
  /** ISO 8601; null where nobody knows. */
  readonly since: string | null;
  /** False where it is not known to be wrong, but not known to be well either. */
  readonly known: boolean;
  /** Null where nothing waits for it. */
  readonly holds_up: HeldUp | null;
  readonly act: Act;
}
