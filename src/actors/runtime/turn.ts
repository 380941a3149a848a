/** Turns a machine's decision into the record the journal commits. Pure. */
import { canonicalJson, type JsonObject } from '../../lib/canonical-json.ts';
import type {
  ActorAddress,
  DurableAction,
  RecordParams,
  ScheduleParams,
} from '../../machines/durable-actions.ts';
import type { MachineDecision, Refusal } from '../../machines/spec.ts';
import {
  type NewAnswer,
  type NewEvent,
  type StateChange,
  stateChangeMember,
  type TurnRecord,
} from '../../store/ports/journal.ts';
import type { ActorState, AnyDefinition, Outcome } from './definition.ts';
import type { Message } from './message.ts';

/** Name under which a `tell` is kept in the outbox. */
export const tellEffect = 'tell';

type NewEffect = TurnRecord['effects'][number];
type NewTimer = TurnRecord['timersSet'][number];

export interface Turn {
  readonly message: Message;
  readonly next: ActorState;
  readonly nextVersion: number;
  readonly changed: boolean;
  readonly deferred: boolean;
  readonly record: TurnRecord;
  /** False when there is nothing to write and the reply may go out at once. */
  readonly durable: boolean;
  /** Outcome once the first event id is known. */
  outcome(eventId: number | null): Outcome;
  /** Requests deferred earlier that this turn answers. */
  readonly answers: readonly { readonly key: string; readonly body: JsonObject }[];
  readonly refusal: Refusal | null;
}

export interface TurnInput {
  readonly definition: AnyDefinition;
  readonly address: ActorAddress;
  readonly state: ActorState;
  readonly version: number;
  readonly message: Message;
  readonly at: string;
  readonly nowMs: number;
}

/** Decides one message and lays out everything it changes. Throws what the machine throws. */
export function takeTurn(input: TurnInput): Turn {
  const { definition, state, message } = input;
  const event = {
    ...message.event,
    at: input.at,
    by: message.by,
    request_key: message.requestKey,
  };
  const decision = definition.decide(state, event);
  const refusal = decision.accepted ? null : definition.explainRefusal(state, event);
  return layOutTurn(input, decision, refusal);
}

/** The turn of a message that a store constraint refused: only its answer is left. */
export function refuseTurn(input: TurnInput, refusal: Refusal): Turn {
  return layOutTurn(input, { accepted: false, state: input.state, actions: [] }, refusal);
}

function layOutTurn(
  input: TurnInput,
  decision: MachineDecision<ActorState>,
  refusal: Refusal | null,
): Turn {
  const { address, message, definition, version } = input;
  const sorted = sortActions(decision.actions);
  const set = decision.accepted ? changedMembers(input.state, decision.state) : undefined;
  const nextVersion = set === undefined ? version : version + 1;
  const change: StateChange | undefined =
    set === undefined
      ? undefined
      : {
          kind: address.kind,
          id: address.id,
          version: nextVersion,
          state_version: definition.stateVersion,
          // The first change carries the whole state, so that the fold of the log starts from nothing.
          set: version > 0 ? set : { ...decision.state },
        };
  const events = layOutEvents(input, sorted.records, change);
  const outcome = (eventId: number | null): Outcome => ({
    accepted: decision.accepted,
    refusal,
    status: decision.state.status,
    version: nextVersion,
    event_id: eventId,
    at: input.at,
    body: sorted.reply,
  });
  const record: TurnRecord = {
    kind: address.kind,
    id: address.id,
    expectedVersion: version,
    ...(change === undefined
      ? undefined
      : { next: layOutState(input, decision.state, nextVersion) }),
    events,
    answers: layOutAnswers(message, sorted, outcome),
    timersSet: layOutTimers(input, sorted),
    timersCleared: clearedTimers(message, sorted),
    effects: layOutEffects(input, sorted, nextVersion, change !== undefined),
    completedEffectId: message.completesEffectId,
  };
  return {
    message,
    next: decision.state,
    nextVersion,
    changed: change !== undefined,
    deferred: sorted.deferred,
    record,
    durable:
      change !== undefined ||
      events.length > 0 ||
      record.answers.length > 0 ||
      record.effects.length > 0 ||
      record.timersSet.length > 0 ||
      record.timersCleared.length > 0 ||
      record.completedEffectId !== null,
    outcome,
    answers: sorted.answers,
    refusal,
  };
}

type NextState = NonNullable<TurnRecord['next']>;

function layOutState(input: TurnInput, state: ActorState, version: number): NextState {
  return {
    version,
    stateVersion: input.definition.stateVersion,
    state: JSON.stringify(state),
  };
}

function layOutTimers(input: TurnInput, sorted: SortedActions): readonly NewTimer[] {
  if (sorted.schedules.length === 0) return none;
  return sorted.schedules.map((timer) => ({
    name: timer.timer,
    due_ms: input.nowMs + Math.max(0, timer.delay_ms),
    event: JSON.stringify(timer.event),
    correlation_id: input.message.correlationId,
  }));
}

/** Timers cancelled, and the one that fell due, unless the turn sets them anew. */
function clearedTimers(message: Message, sorted: SortedActions): readonly string[] {
  if (message.timer === null && sorted.cancels.length === 0) return none;
  const cleared = new Set(sorted.cancels);
  if (message.timer !== null) cleared.add(message.timer.name);
  for (const timer of sorted.schedules) cleared.delete(timer.timer);
  return [...cleared];
}

/** Shared by the many turns that have nothing of a kind. */
const none: readonly never[] = [];

interface SortedActions {
  readonly records: readonly RecordParams[];
  readonly effects: readonly Extract<DurableAction, { type: 'perform' | 'tell' }>[];
  readonly schedules: readonly ScheduleParams[];
  readonly cancels: readonly string[];
  readonly answers: readonly { readonly key: string; readonly body: JsonObject }[];
  readonly reply: JsonObject | null;
  readonly deferred: boolean;
}

/** Actions by what is to be done with them, each kind in the order given. */
function sortActions(actions: readonly DurableAction[]): SortedActions {
  let records: RecordParams[] | undefined;
  let effects: Extract<DurableAction, { type: 'perform' | 'tell' }>[] | undefined;
  let schedules: ScheduleParams[] | undefined;
  let cancels: string[] | undefined;
  let answers: { key: string; body: JsonObject }[] | undefined;
  let reply: JsonObject | null = null;
  let deferred = false;
  for (const action of actions) {
    switch (action.type) {
      case 'record':
        records = append(records, action.params);
        break;
      case 'perform':
      case 'tell':
        effects = append(effects, action);
        break;
      case 'schedule':
        schedules = append(schedules, action.params);
        break;
      case 'cancel':
        cancels = append(cancels, action.params.timer);
        break;
      case 'reply':
        reply = action.params.body;
        break;
      case 'defer':
        deferred = true;
        break;
      case 'answer': {
        const { key, body } = action.params;
        if (key !== null) answers = append(answers, { key, body });
        break;
      }
    }
  }
  return {
    records: records ?? none,
    effects: effects ?? none,
    schedules: schedules ?? none,
    cancels: cancels ?? none,
    answers: answers ?? none,
    reply,
    deferred,
  };
}

function append<Item>(items: Item[] | undefined, item: Item): Item[] {
  if (items === undefined) return [item];
  items.push(item);
  return items;
}

/** Members that differ, with their new values; undefined when none does. */
function changedMembers(
  before: ActorState,
  after: ActorState,
): Record<string, unknown> | undefined {
  if (before === after) return undefined;
  const from = before as Readonly<Record<string, unknown>>;
  const to = after as Readonly<Record<string, unknown>>;
  let set: Record<string, unknown> | undefined;
  for (const name of Object.keys(to)) {
    const left = from[name];
    const right = to[name];
    if (left === right) continue;
    if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null) {
      if (canonicalJson(left) === canonicalJson(right)) continue;
    }
    set ??= {};
    set[name] = right;
  }
  return set;
}

function layOutEvents(
  input: TurnInput,
  records: readonly RecordParams[],
  change: StateChange | undefined,
): readonly NewEvent[] {
  if (records.length === 0) {
    if (change === undefined) return none;
    // A change always has an event that carries it, or the log could not be replayed.
    return [layOutEvent(input, { event_type: `${input.address.kind}.updated` }, change)];
  }
  return records.map((record, index) =>
    layOutEvent(input, record, index === 0 ? change : undefined),
  );
}

function layOutEvent(
  { address, message, at }: TurnInput,
  record: RecordParams,
  change: StateChange | undefined,
): NewEvent {
  const payload =
    change === undefined ? record.payload : { ...record.payload, [stateChangeMember]: change };
  return {
    event_type: record.event_type,
    entity_type: record.entity_type ?? address.kind,
    entity_id: record.entity_id ?? address.id,
    payload: canonicalJson(payload ?? {}),
    idempotency_key: message.fingerprint === null ? null : message.requestKey,
    actor: message.by,
    cause_id: message.causeId,
    correlation_id: message.correlationId,
    created_at: at,
  };
}

function layOutAnswers(
  message: Message,
  sorted: SortedActions,
  outcome: (eventId: number | null) => Outcome,
): readonly NewAnswer[] {
  if (sorted.answers.length === 0 && !sorted.deferred && message.fingerprint === null) return none;
  const answers: NewAnswer[] = sorted.answers.map(({ key, body }) => ({
    key,
    fingerprint: null,
    render: (eventId) => JSON.stringify({ ...outcome(eventId), body }),
  }));
  if (sorted.deferred) {
    answers.push({ key: message.requestKey, fingerprint: message.fingerprint ?? '', render: null });
  } else if (message.fingerprint !== null) {
    answers.push({
      key: message.requestKey,
      fingerprint: message.fingerprint,
      render: (eventId) => JSON.stringify(outcome(eventId)),
    });
  }
  return answers;
}

function layOutEffects(
  input: TurnInput,
  sorted: SortedActions,
  nextVersion: number,
  changed: boolean,
): readonly NewEffect[] {
  if (sorted.effects.length === 0) return none;
  const { address, message } = input;
  // Turns that leave the state alone share its version; the request tells their effects apart.
  const stem = changed
    ? `${address.kind}/${address.id}#${nextVersion}`
    : `${address.kind}/${address.id}#${nextVersion}-${message.requestKey}`;
  return sorted.effects.map((action, index) => ({
    effect_id: `${stem}.${index}`,
    name: action.type === 'tell' ? tellEffect : action.params.effect,
    input: JSON.stringify(
      action.type === 'tell' ? { ...action.params, by: message.by } : action.params.input,
    ),
    correlation_id: message.correlationId,
    attempts: 0,
    not_before_ms: 0,
    last_error: null,
  }));
}
