/**
 * What a simulation sees of the store, commit by commit: which lanes are held and by whom, what waits for a person
 * and since when, what of the workers' words was taken. Kept beside the store from what was written to it.
 */
import type { PartRecord, TurnRecord, TurnResult } from '../actors/journal/port.ts';
import { activeQueueStatuses } from '../domain/statuses.ts';

/** A stored state as the turn that wrote it has it. */
export type State = Readonly<Record<string, unknown>>;

/** A change of one actor's state as it was committed. */
export interface Change {
  readonly kind: string;
  readonly id: string;
  /** Undefined where it was never stored before. */
  readonly before: State | undefined;
  readonly after: State;
}

/** Kinds whose states are kept; of others nothing is looked at. */
const keptKinds: ReadonlySet<string> = new Set([
  'queue_item',
  'run',
  'paper',
  'paper_review',
  'corpus_entry',
  'alert',
  'incident',
  'notification',
  'control',
  'pump',
]);
const active: ReadonlySet<unknown> = new Set(activeQueueStatuses);
const askingStatuses: ReadonlySet<unknown> = new Set([
  'needs_review',
  'blocked',
  'dispatch_error',
  'paused',
  'canceled',
]);
const callbackKey = 'worker-callback:';

/** True while the item holds its lane. */
export const isActive = (item: State): boolean => active.has(item['status']);

/** The states of the kinds that are looked at, as of the last commit. */
export class Watching {
  readonly #states = new Map<string, Map<string, State>>(
    [...keptKinds].map((kind) => [kind, new Map<string, State>()]),
  );
  /** How often each callback was written as taken, by its idempotency key. */
  readonly callbacks = new Map<string, number>();
  /** Project that holds each lane. */
  readonly lanes = new Map<string, string>();
  readonly #askedMs = new Map<string, number>();
  readonly #nowMs: () => number;
  /** When the pump last took a turn, by the same clock. */
  pumpTurnMs = 0;
  /** Queued items by the worker that they name; '' for none. */
  readonly queued = new Map<string, number>();

  /** `nowMs`: the clock that never goes back. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** When an item last waited for a person, or was canceled by one; undefined: never. */
  askedAPersonAt(projectId: string): number | undefined {
    return this.#askedMs.get(projectId);
  }

  /** Every state of a kind that was looked at, in the order of their first commit. */
  of(kind: string): ReadonlyMap<string, State> {
    return this.#states.get(kind) ?? new Map<string, State>();
  }

  /** Takes one turn; answers what it changed, the actor's own state first, then those of its parts. */
  take(turn: TurnRecord, result: TurnResult): readonly Change[] {
    if (!result.ok) return [];
    if (turn.kind === 'pump') this.pumpTurnMs = this.#nowMs();
    for (const { key, fingerprint } of turn.answers) {
      if (fingerprint === null || !key.startsWith(callbackKey)) continue;
      const own = key.slice(callbackKey.length);
      this.callbacks.set(own, (this.callbacks.get(own) ?? 0) + 1);
    }
    const changes = [turn, ...(turn.parts ?? [])].flatMap((record) => this.#change(record));
    for (const change of changes) if (change.kind === 'queue_item') this.#follow(change);
    return changes;
  }

  #change({ kind, id, next }: PartRecord): readonly Change[] {
    const states = this.#states.get(kind);
    if (states === undefined || next === undefined) return [];
    const after = JSON.parse(next.state) as State;
    const change = { kind, id, before: states.get(id), after };
    states.set(id, after);
    return [change];
  }

  #follow({ id, before, after }: Change): void {
    if (before !== undefined) {
      const lane = String(before['lane']);
      if (isActive(before) && this.lanes.get(lane) === id) this.lanes.delete(lane);
      if (before['status'] === 'queued') this.#count(before, -1);
    }
    if (isActive(after)) {
      const lane = String(after['lane']);
      if (!this.lanes.has(lane)) this.lanes.set(lane, id);
    }
    if (after['status'] === 'queued') this.#count(after, 1);
    if (askingStatuses.has(after['status'])) this.#askedMs.set(id, this.#nowMs());
  }

  #count({ machine_target: target }: State, by: number): void {
    const name = typeof target === 'string' ? target : '';
    this.queued.set(name, (this.queued.get(name) ?? 0) + by);
  }
}
