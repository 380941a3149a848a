/**
 * What people are given to do by a simulated control plane: what waited for one and for how long, what they were told
 * and how long after it fired, and how long machines stood idle.
 */
import type { Incident } from '../domain/records.ts';
import type { Taken } from './push-service.ts';
import type { Change, State, Watching } from './watching.ts';

/** A row of times, in seconds; null where there is none. */
export interface Spread {
  readonly count: number;
  readonly p50_sec: number | null;
  readonly p95_sec: number | null;
  readonly max_sec: number | null;
}

/** Statuses, by kind, in which nothing goes on without a person. */
const waitingStatuses: Readonly<Record<string, readonly string[]>> = {
  queue_item: ['needs_review', 'blocked', 'dispatch_error', 'paused'],
  paper: ['human_review_required'],
  paper_review: ['blocked', 'changes_requested'],
};

/** Times of waiting by `kind status`, on the clock that never goes back. */
export class WaitingForPeople {
  readonly #since = new Map<string, { readonly name: string; readonly atMs: number }>();
  readonly #waited = new Map<string, number[]>();

  /** Takes a change as it is committed. */
  take({ kind, id, after }: Change, nowMs: number): void {
    const status = String(after['status']);
    const name = waitingStatuses[kind]?.includes(status) === true ? `${kind} ${status}` : null;
    const address = `${kind}/${id}`;
    const before = this.#since.get(address);
    if (before?.name === name) return;
    if (before !== undefined) {
      this.#since.delete(address);
      const all = this.#waited.get(before.name) ?? [];
      this.#waited.set(before.name, [...all, nowMs - before.atMs]);
    }
    if (name !== null) this.#since.set(address, { name, atMs: nowMs });
  }

  /** How long each waited that waits no more, and how many still do. */
  report(): Readonly<Record<string, Spread & { readonly still_waiting: number }>> {
    const still = [...this.#since.values()];
    const names = new Set([...this.#waited.keys(), ...still.map(({ name }) => name)]);
    return Object.fromEntries(
      [...names].sort().map((name) => [
        name,
        {
          ...spreadOf(this.#waited.get(name) ?? []),
          still_waiting: still.filter((each) => each.name === name).length,
        },
      ]),
    );
  }
}

/** Machines that stood idle, counted in steps of the simulation. */
export class IdleMachines {
  readonly #idle = new Map<string, { idleMs: number; withWorkMs: number }>();

  /** Told for each worker after each step; `hasWork`: an item waits that could have run there. */
  count(worker: string, stepMs: number, { idle, hasWork }: { idle: boolean; hasWork: boolean }) {
    const known = this.#idle.get(worker) ?? { idleMs: 0, withWorkMs: 0 };
    this.#idle.set(worker, {
      idleMs: known.idleMs + (idle ? stepMs : 0),
      withWorkMs: known.withWorkMs + (idle && hasWork ? stepMs : 0),
    });
  }

  /** By worker: hours without a run, and those of them in which work waited for it. */
  report() {
    return Object.fromEntries(
      [...this.#idle].map(([worker, { idleMs, withWorkMs }]) => [
        worker,
        { idle_hours: hours(idleMs), idle_with_work_waiting_hours: hours(withWorkMs) },
      ]),
    );
  }
}

/** When alerts fired, by fingerprint, each time: what a message is late by is counted from there. */
export class FiredAlerts {
  readonly #firedMs = new Map<string, number>();

  /** Takes a change of an alert. */
  take({ before, after }: Change, nowMs: number): void {
    if (after['status'] === 'firing' && before?.['status'] !== 'firing')
      this.#firedMs.set(String(after['fingerprint']), nowMs);
  }

  /** Undefined for one that never fired. */
  firedAt(fingerprint: string): number | undefined {
    return this.#firedMs.get(fingerprint);
  }
}

/** One message about trouble, with its times when it was taken, less those in which no store could keep a message. */
export interface Lag {
  /** From the beginning of the trouble; null where nobody knows it. */
  readonly sinceMs: number | null;
  /** From when its alert fired. */
  readonly firedMs: number | null;
  /** It waited for the end of a cooldown. */
  readonly heldBack: boolean;
}

/** How late a first word about trouble came, when it came. */
export function lagOf(
  { id, message, atMs }: Taken,
  known: {
    readonly incident: State | undefined;
    readonly fired: FiredAlerts;
    readonly cooldownMs: number;
    /** A wall-clock time on the clock that never goes back. */
    readonly elapsedAt: (iso: string) => number;
    /** For how long between two moments nobody could be told, since nothing could be written. */
    readonly mutedMs: (fromMs: number, untilMs: number) => number;
  },
): Lag {
  const { incident, fired, cooldownMs, elapsedAt, mutedMs } = known;
  const before = incident?.['said_before'] as string | null | undefined;
  const opened = Date.parse(String(incident?.['opened_at']));
  const isCooling = before != null && opened - Date.parse(before) < cooldownMs;
  const firedMs = message.members
    .map(({ fingerprint }) => fired.firedAt(fingerprint))
    .flatMap((at) => (at === undefined ? [] : [at]));
  const tookMs = (fromMs: number): number => atMs - fromMs - mutedMs(fromMs, atMs);
  return {
    // Later words of an incident, too, wait for the end of a cooldown.
    heldBack: isCooling || !id.startsWith(`${message.incident_id}.1.`),
    firedMs: firedMs.length === 0 ? null : tookMs(Math.min(...firedMs)),
    sinceMs: message.since === null ? null : Math.max(0, tookMs(elapsedAt(message.since))),
  };
}

/** The alerts as people would have seen them. */
export function reportAlerts(watching: Watching, taken: readonly Taken[], lags: readonly Lag[]) {
  const incidents = [...watching.of('incident').values()] as unknown as readonly Incident[];
  const messages = [...watching.of('notification').entries()];
  const known = new Set(taken.map(({ id }) => id));
  const isOver = (status: unknown): boolean => status === 'delivered' || status === 'undeliverable';
  const told = lags.filter(({ heldBack }) => !heldBack);
  const values = (pick: (lag: Lag) => number | null): number[] =>
    told.map(pick).flatMap((value) => (value === null ? [] : [value]));
  return {
    incidents: incidents.length,
    open_at_the_end: incidents.filter(({ status }) => status !== 'closed').length,
    messages: taken.length,
    by_kind: countBy(
      taken.filter(({ message }) => message.news === 'firing'),
      ({ message }) => message.alert_kind,
    ),
    /** Taken by the service more than once under one id. */
    doubled: taken.filter(({ times }) => times > 1).length,
    /** Given up, or called over without anybody having it. */
    lost: messages.filter(([id, { status }]) => isOver(status) && !known.has(id)).length,
    /** Still on their way. */
    under_way: messages.filter(([, { status }]) => !isOver(status)).length,
    /** Their first word waited for the end of a cooldown. */
    held_back: lags.length - told.length,
    cause_to_message: spreadOf(values(({ sinceMs }) => sinceMs)),
    fired_to_message: spreadOf(values(({ firedMs }) => firedMs)),
    late: values(({ firedMs }) => firedMs).filter((value) => value > lateMs).length,
    last: taken.slice(-20).map(({ message, atMs, times }) => ({
      day: Math.round((100 * atMs) / dayMs) / 100,
      news: message.news,
      severity: message.severity,
      title: message.title,
      times,
    })),
  };
}

/** A message this long after its alert fired is late. */
const lateMs = 30_000;
const dayMs = 86_400_000;
const hours = (ms: number): number => Math.round(ms / 36_000) / 100;

function countBy<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

/** The middle, the 95th percentile and the longest of some times in ms. */
export function spreadOf(valuesMs: readonly number[]): Spread {
  const sorted = [...valuesMs].sort((one, other) => one - other);
  const at = (share: number): number | null => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    return value === undefined ? null : Math.round(value / 100) / 10;
  };
  return { count: sorted.length, p50_sec: at(0.5), p95_sec: at(0.95), max_sec: at(1) };
}
