/** Turns a machine's decision into the record the journal commits. Pure. */
import { canonicalJson, type JsonObject } from '../../lib/canonical-json.ts';
import type { ActorAddress, DurableAction } from '../../machines/durable-actions.ts';
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
      : { ...address, version: nextVersion, state_version: definition.stateVersion, set };
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
  const answers = layOutAnswers(message, sorted, outcome);
  const effects = layOutEffects(input, sorted, nextVersion, change !== undefined);
  const timersCleared = new Set(sorted.cancels);
  if (message.timer !== null) timersCleared.add(message.timer.name);
  for (const timer of sorted.schedules) timersCleared.delete(timer.timer);
  const record: TurnRecord = {
    kind: address.kind,
    id: address.id,
    expectedVersion: version,
    ...(change === undefined
      ? {}
      : {
          next: {
            version: nextVersion,
            stateVersion: definition.stateVersion,
            state: JSON.stringify(decision.state),
          },
        }),
    events,
    answers,
    timersSet: sorted.schedules.map(
      (timer): NewTimer => ({
        name: timer.timer,
        due_ms: input.nowMs + Math.max(0, timer.delay_ms),
        event: JSON.stringify(timer.event),
        correlation_id: message.correlationId,
      }),
    ),
    timersCleared: [...timersCleared],
    effects,
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
      answers.length > 0 ||
      effects.length > 0 ||
      record.timersSet.length > 0 ||
      record.timersCleared.length > 0 ||
      record.completedEffectId !== null,
    outcome,
    answers: sorted.answers,
    refusal,
  };
}

interface SortedActions {
  readonly records: Extract<DurableAction, { type: 'record' }>['params'][];
  readonly effects: Extract<DurableAction, { type: 'perform' | 'tell' }>[];
  readonly schedules: Extract<DurableAction, { type: 'schedule' }>['params'][];
  readonly cancels: string[];
  readonly answers: { key: string; body: JsonObject }[];
  reply: JsonObject | null;
  deferred: boolean;
}

function sortActions(actions: readonly DurableAction[]): SortedActions {
  const sorted: SortedActions = {
    records: [],
    effects: [],
    schedules: [],
    cancels: [],
    answers: [],
    reply: null,
    deferred: false,
  };
  for (const action of actions) {
    switch (action.type) {
      case 'record':
        sorted.records.push(action.params);
        break;
      case 'perform':
      case 'tell':
        sorted.effects.push(action);
        break;
      case 'schedule':
        sorted.schedules.push(action.params);
        break;
      case 'cancel':
        sorted.cancels.push(action.params.timer);
        break;
      case 'reply':
        sorted.reply = action.params.body;
        break;
      case 'defer':
        sorted.deferred = true;
        break;
      case 'answer':
        if (action.params.key !== null) {
          sorted.answers.push({ key: action.params.key, body: action.params.body });
        }
        break;
    }
  }
  return sorted;
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
  records: SortedActions['records'],
  change: StateChange | undefined,
): NewEvent[] {
  const { address, message, at } = input;
  // A change always has an event that carries it, or the log could not be replayed.
  const wanted =
    records.length === 0 && change !== undefined
      ? [{ event_type: `${address.kind}.updated` }]
      : records;
  return wanted.map((record, index) => ({
    event_type: record.event_type,
    entity_type: record.entity_type ?? address.kind,
    entity_id: record.entity_id ?? address.id,
    payload: canonicalJson(
      index === 0 && change !== undefined
        ? { ...record.payload, [stateChangeMember]: withFirstState(input, change) }
        : (record.payload ?? {}),
    ),
    idempotency_key: message.fingerprint === null ? null : message.requestKey,
    actor: message.by,
    cause_id: message.causeId,
    correlation_id: message.correlationId,
    created_at: at,
  }));
}

/** The first change of an actor carries its whole state, so that the fold starts from nothing. */
function withFirstState(input: TurnInput, change: StateChange): StateChange {
  if (input.version > 0) return change;
  return { ...change, set: { ...input.state, ...change.set } };
}

function layOutAnswers(
  message: Message,
  sorted: SortedActions,
  outcome: (eventId: number | null) => Outcome,
): NewAnswer[] {
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
): NewEffect[] {
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
