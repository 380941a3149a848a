/**
 * Turns on their way to the writer's thread: one flat list of texts and numbers. Cloning a list
 * costs a quarter of cloning the objects, on the side that sends as on the one that receives.
 */
import type { FiredTimer, NewAnswer, NewEvent, TurnRecord, Upkeep } from '../../port.ts';

/** What stands where is known by the order of writing alone: turns are read as they were written. */
export type Wire = unknown[];

/** Appends a batch to `wire`. */
export function writeBatch(wire: Wire, turns: readonly TurnRecord[]): void {
  wire.push(turns.length);
  for (const turn of turns) writeTurn(wire, turn);
}

/** In place of a version. */
const unchanged = -1;
const gone = -2;

function writeTurn(wire: Wire, turn: TurnRecord): void {
  const { next, answers, timersSet, effects } = turn;
  wire.push(turn.kind, turn.id, turn.expectedVersion, turn.causeId, turn.completedEffectId);
  if (next === undefined) wire.push(turn.gone === true ? gone : unchanged);
  else wire.push(next.version, next.stateVersion, next.state);
  wire.push(turn.events.length, answers.length, timersSet.length, effects.length);
  for (const event of turn.events) writeEvent(wire, event);
  for (const { key, fingerprint, body } of answers) {
    if (body === null) wire.push(key, fingerprint, null);
    else wire.push(key, fingerprint, body[0], body[1]);
  }
  for (const timer of timersSet) {
    wire.push(timer.name, timer.due_ms, timer.delay_ms, timer.event, timer.correlation_id);
  }
  for (const effect of effects) writeEffect(wire, effect);
  wire.push(turn.timersCleared.length, ...turn.timersCleared);
  wire.push(turn.effectsAborted.length, ...turn.effectsAborted);
  // Rare, so they go as they are.
  wire.push(turn.firedTimer, turn.upkeep, turn.parts);
}

function writeEvent(wire: Wire, event: NewEvent): void {
  wire.push(
    event.event_type,
    event.entity_type,
    event.entity_id,
    event.payload,
    event.idempotency_key,
    event.actor,
    event.cause_id,
    event.correlation_id,
    event.created_at,
  );
}

function writeEffect(wire: Wire, effect: TurnRecord['effects'][number]): void {
  wire.push(
    effect.effect_id,
    effect.name,
    effect.input,
    effect.invoke_id,
    effect.correlation_id,
    effect.attempts,
    effect.not_before_ms,
    effect.last_error,
  );
}

/** Reads what `writeBatch` and its kind wrote, in order. */
export class WireReader {
  readonly #wire: Wire;
  #at = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#wire.length;
  }

  /** The next value; whoever wrote it knows its type. */
  next<Value>(): Value {
    const value = this.#wire[this.#at] as Value;
    this.#at += 1;
    return value;
  }

  readBatch(): TurnRecord[] {
    return this.#times(this.next<number>(), () => this.#readTurn());
  }

  #readTurn(): TurnRecord {
    const kind = this.next<string>();
    const id = this.next<string>();
    const expectedVersion = this.next<number>();
    const causeId = this.next<number | null>();
    const completedEffectId = this.next<string | null>();
    const version = this.next<number>();
    const state =
      version < 0
        ? version === gone && { gone: true as const }
        : { next: { version, stateVersion: this.next<number>(), state: this.next<string>() } };
    const events = this.next<number>();
    const answers = this.next<number>();
    const timers = this.next<number>();
    const effects = this.next<number>();
    const turn = {
      kind,
      id,
      expectedVersion,
      causeId,
      completedEffectId,
      ...state,
      events: this.#times(events, () => this.#readEvent()),
      answers: this.#times(answers, () => this.#readAnswer()),
      timersSet: this.#times(timers, () => this.#readTimer()),
      effects: this.#times(effects, () => this.#readEffect()),
      timersCleared: this.#times(this.next<number>(), () => this.next<string>()),
      effectsAborted: this.#times(this.next<number>(), () => this.next<string>()),
    };
    const firedTimer = this.next<FiredTimer | undefined>();
    const upkeep = this.next<Upkeep | undefined>();
    const parts = this.next<TurnRecord['parts']>();
    return {
      ...turn,
      ...(firedTimer === undefined ? undefined : { firedTimer }),
      ...(upkeep === undefined ? undefined : { upkeep }),
      ...(parts === undefined ? undefined : { parts }),
    };
  }

  #readEvent(): NewEvent {
    return {
      event_type: this.next(),
      entity_type: this.next(),
      entity_id: this.next(),
      payload: this.next(),
      idempotency_key: this.next(),
      actor: this.next(),
      cause_id: this.next(),
      correlation_id: this.next(),
      created_at: this.next(),
    };
  }

  #readAnswer(): NewAnswer {
    const key = this.next<string>();
    const fingerprint = this.next<string | null>();
    const before = this.next<string | null>();
    return { key, fingerprint, body: before === null ? null : [before, this.next<string>()] };
  }

  #readTimer(): TurnRecord['timersSet'][number] {
    return {
      name: this.next(),
      due_ms: this.next(),
      delay_ms: this.next(),
      event: this.next(),
      correlation_id: this.next(),
    };
  }

  #readEffect(): TurnRecord['effects'][number] {
    return {
      effect_id: this.next(),
      name: this.next(),
      input: this.next(),
      invoke_id: this.next(),
      correlation_id: this.next(),
      attempts: this.next(),
      not_before_ms: this.next(),
      last_error: this.next(),
    };
  }

  #times<Value>(count: number, read: () => Value): Value[] {
    const values: Value[] = [];
    for (let index = 0; index < count; index += 1) values.push(read());
    return values;
  }
}
