/** What reasons are found in, and what waits because of one. Pure. */

import type { Automation } from '../../domain/operator-lanes.ts';
import type { QueueItem } from '../../domain/records.ts';
import type { PlaneStanding } from '../../store/ports/plane.ts';
import type { AlertFacts } from '../alerts/index.ts';
import type { Unrouted } from '../dispatch/index.ts';
import type { HeldUp } from './reason.ts';

/** All that the reasons are found in, read at one moment. */
export interface RelianceFacts {
  readonly alerts: AlertFacts;
  readonly automation: Automation;
  readonly queued: number;
  readonly running: number;
  readonly next: { readonly candidate: object | null; readonly reason: string };
  /** What waits, by the lane of the worker it is routed to, in the order in which it would go. */
  readonly waiting: ReadonlyMap<string, readonly QueueItem[]>;
  /** What waits and goes to no worker. */
  readonly unrouted: readonly Unrouted[];
  /** The lane of each configured worker, by its name. */
  readonly lanes: ReadonlyMap<string, string>;
  /** True where the queue is longer than was looked at. */
  readonly atLeast: boolean;
  /** Items that need a person, the oldest first, and how many there are in all. */
  readonly attention: { readonly items: readonly QueueItem[]; readonly count: number };
  /** Completed items whose decision calls for a paper, and that have none. */
  readonly toWrite: number;
  /** An outsider hears whether this service lives. */
  readonly hasHeartbeat: boolean;
  /** Null where the store takes one control plane only. */
  readonly plane: PlaneStanding | null;
  /** Backups are made by themselves, or with the tools of a database, which nobody here can see. */
  readonly hasBackups: boolean;
}

/** Ids that a reason names. */
export const examplesMax = 5;

/** All that is queued. */
export function heldQueue({ queued, waiting }: RelianceFacts): HeldUp | null {
  return held(idsOf([...waiting.values()].flat()), queued);
}

/** What runs there and what would go there. */
export function heldByWorker(facts: RelianceFacts, name: string): HeldUp | null {
  const running = facts.alerts.active.flatMap(({ item, target }) =>
    target === name ? [item] : [],
  );
  const waiting = facts.waiting.get(facts.lanes.get(name) ?? '') ?? [];
  const items = [...running, ...waiting];
  return held(idsOf(items), items.length, facts.atLeast && waiting.length > 0);
}

/** Of the first of them. */
export const idsOf = (items: readonly QueueItem[]): string[] =>
  items.slice(0, examplesMax).map(({ project_id: id }) => id);

/** Null where there is none. */
export const held = (ids: readonly string[], items: number, atLeast = false): HeldUp | null =>
  items === 0 ? null : { items, papers: 0, at_least: atLeast, examples: ids.slice(0, examplesMax) };
