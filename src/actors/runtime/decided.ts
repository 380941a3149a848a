/** A message that was decided and waits for the journal, or for what was decided before it. */
import type { TurnRecord, TurnResult } from '../journal/port.ts';
import type { PendingTurn } from './committer.ts';
import type { InspectionEntry } from './inspection.ts';
import type { Message } from './message.ts';
import type { Turn, TurnInput } from './turn.ts';

/** One turn between its decision and its commit. */
export class Decided implements PendingTurn {
  readonly turn: Turn;
  readonly input: TurnInput;
  readonly startedMs: number;
  readonly #onResult: () => void;
  #result: TurnResult | null = null;
  #isDropped = false;

  constructor(turn: Turn, input: TurnInput, startedMs: number, onResult: () => void) {
    this.turn = turn;
    this.input = input;
    this.startedMs = startedMs;
    this.#onResult = onResult;
  }

  get message(): Message {
    return this.turn.message;
  }
  get record(): TurnRecord {
    return this.turn.record;
  }
  /** Of the commit; null when there was nothing to write. */
  get result(): TurnResult | null {
    return this.#result;
  }
  /** Nothing of its own is waited for. */
  get isConcluded(): boolean {
    return !this.turn.durable || this.#result !== null;
  }

  /** What is shown of it, ended at `endedMs` (monotonic). */
  describe(endedMs: number): InspectionEntry {
    const { turn, input } = this;
    const { kind, id } = input.address;
    return {
      kind: 'turn',
      at: input.at,
      actor: `${kind}/${id}`,
      event: turn.message.event.type,
      from: input.state.status,
      to: turn.after.state.status,
      accepted: turn.refusal === null,
      refused: turn.refusal?.code ?? null,
      effects: namesOf(turn.record),
      durationMs: endedMs - this.startedMs,
    };
  }

  /** True when the turn clears or sets the timer. */
  touchesTimer(name: string): boolean {
    const { timersCleared, timersSet } = this.record;
    return timersCleared.includes(name) || timersSet.some((timer) => timer.name === name);
  }

  settled(result: TurnResult): void {
    if (this.#isDropped) return;
    this.#result = result;
    this.#onResult();
  }

  /** Its cell answers the sender when the host closes. */
  lost(): void {
    this.drop();
  }

  /** The message is decided anew: this result does not matter. */
  drop(): void {
    this.#isDropped = true;
  }
}

/** Shared by the many turns without effects. */
const none: readonly never[] = [];
function namesOf({ effects }: TurnRecord): readonly string[] {
  return effects.length === 0 ? none : effects.map(({ name }) => name);
}
