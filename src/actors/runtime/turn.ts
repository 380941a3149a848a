/** Turns a machine's decision into the record the journal commits. Pure. */
import { assert } from '../../lib/assert.ts';
import { canonicalJson, type JsonObject } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import { isSameJson } from '../../lib/same-json.ts';
import {
  type NewAnswer,
  type NewEvent,
  type PartRecord,
  type StateChange,
  stateChangeMember,
  type TurnRecord,
  type Upkeep,
} from '../journal/port.ts';
import type { ActorAddress, RecordParams, TellParams } from '../machine/durable-actions.ts';
import type { MachineDecision, Refusal } from '../machine/spec.ts';
import type { ActorState, AnyDefinition, Outcome } from './definition.ts';
import { type TellInput, tellEffect } from './effect-channel.ts';
import type { Message } from './message.ts';
import { retryNote } from './repair-turns.ts';
import { append, none, type SortedActions, sortActions } from './sorted-actions.ts';
import { PartsMissing, restoreStanding, type Standing } from './standing.ts';

type NewEffect = TurnRecord['effects'][number];
type NewTimer = TurnRecord['timersSet'][number];

/** A decision ready for the journal: what is written, and what whoever asked then hears. */
export interface Turn {
  readonly message: Message;
  readonly after: Standing;
  /** Whether `after` is another than before. */
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

/** All that a turn depends on; `at` and `nowMs` are the same moment, ISO 8601 and ms since the epoch. */
export interface TurnInput extends Standing {
  readonly definition: AnyDefinition;
  /** Of all kinds. */
  readonly definitions: ReadonlyMap<string, AnyDefinition>;
  readonly address: ActorAddress;
  readonly message: Message;
  readonly at: string;
  readonly nowMs: number;
}

/**
 * Decides one message and lays out everything it changes. Throws what the machine throws, and
 * `PartsMissing`.
 */
export function takeTurn(input: TurnInput): Turn {
  const { definition, state, message } = input;
  // Assigned, here and below: spreads of objects of many shapes took a third of such a turn.
  const event = Object.assign({}, message.event, {
    at: input.at,
    by: message.by,
    request_key: message.requestKey,
  });
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
  const { address, message, version } = input;
  const sorted = sortActions(
    decision.actions,
    (kind) => input.definitions.get(kind)?.partOf === address.kind,
  );
  const isForgotten = decision.accepted && sorted.forgotten && version > 0;
  assert(
    !isForgotten || input.definition.forgettable === true,
    `${address.kind} says that it is forgettable before it is forgotten`,
  );
  const changes = decision.accepted ? changedMembers(input.state, decision.state) : undefined;
  const nextVersion = changes === undefined && !isForgotten ? version : version + 1;
  const change = isForgotten
    ? layOutEnd(input, nextVersion)
    : changes === undefined
      ? undefined
      : layOutChange(input, decision.state, changes, nextVersion);
  const events = layOutEvents(input, sorted.records, change, decision.state.status);
  const parts = takePartTurns(input, sorted.partTells);
  const outcome = (eventId: number | null): Outcome => ({
    accepted: decision.accepted,
    refusal,
    status: decision.state.status,
    version: nextVersion,
    event_id: eventId,
    at: input.at,
    body: sorted.reply,
  });
  const record: Writable<TurnRecord> = {
    kind: address.kind,
    id: address.id,
    expectedVersion: version,
    causeId: message.causeId,
    events: message.retries === null ? events : [...events, ...retryNotes(input, refusal)],
    answers: layOutAnswers(message, sorted, outcome),
    timersSet: layOutTimers(input, sorted),
    timersCleared: clearedTimers(message, sorted),
    effects: layOutEffects(input, sorted, nextVersion, change !== undefined),
    effectsAborted: sorted.aborts,
    completedEffectId: message.completesEffectId,
  };
  if (isForgotten) record.gone = true;
  else if (change !== undefined) record.next = layOutState(input, decision.state, nextVersion);
  if (message.timer !== null) record.firedTimer = message.timer;
  if (message.retries !== null) record.upkeep = endOfRetry(message.retries.letter, refusal);
  if (parts.records.length > 0) record.parts = parts.records;
  return {
    message,
    after: isForgotten
      ? restoreStanding(input.definition, address.id, undefined)
      : {
          state: decision.state,
          version: nextVersion,
          isMigrated: change === undefined && input.isMigrated,
          parts: parts.after,
        },
    changed: change !== undefined || record.parts !== undefined,
    deferred: sorted.deferred,
    record,
    durable:
      change !== undefined ||
      record.parts !== undefined ||
      events.length > 0 ||
      record.answers.length > 0 ||
      record.effects.length > 0 ||
      record.timersSet.length > 0 ||
      record.timersCleared.length > 0 ||
      record.effectsAborted.length > 0 ||
      record.completedEffectId !== null ||
      record.upkeep !== undefined,
    outcome,
    answers: sorted.answers,
    refusal,
  };
}

/** What its parts make of what the actor tells them, in order. What one refuses leaves it as it is. */
function takePartTurns(
  input: TurnInput,
  tells: readonly TellParams[],
): { readonly records: readonly PartRecord[]; readonly after: Standing['parts'] } {
  if (tells.length === 0) return { records: none, after: input.parts };
  const after = new Map<string, Standing>();
  const records = new Map<string, PartRecord>();
  for (const { to, event } of tells) {
    const name = `${to.kind}/${to.id}`;
    const before = after.get(name) ?? input.parts.get(name);
    if (before === undefined) throw new PartsMissing(tells.map((tell) => tell.to));
    const definition = input.definitions.get(to.kind)!;
    // The answer, and the letter that is tried again, are the owner's.
    const message = { ...input.message, event, fingerprint: null, retries: null };
    const turn = takeTurn({ ...input, ...before, definition, address: to, message });
    const { events, effects, timersSet, expectedVersion, next } = turn.record;
    assert(
      effects.length + timersSet.length === 0 && turn.record.gone === undefined,
      `${name} is a part: it asks for no effect, sets no timer and is not forgotten`,
    );
    after.set(name, turn.after);
    if (events.length === 0) continue;
    const earlier = records.get(name);
    const last = next ?? earlier?.next;
    records.set(name, {
      kind: to.kind,
      id: to.id,
      expectedVersion: earlier?.expectedVersion ?? expectedVersion,
      ...(last === undefined ? undefined : { next: last }),
      events: [...(earlier?.events ?? none), ...events],
    });
  }
  return { records: [...records.values()], after };
}

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** A letter that was refused stays, with the refusal as its newest reason. */
function endOfRetry(sequence: number, refusal: Refusal | null): Upkeep {
  if (refusal === null) return { lettersRemoved: [sequence] };
  return { lettersRefused: [{ sequence, reason: wordsOf(refusal) }] };
}

const wordsOf = ({ code, message }: Refusal): string => `refused (${code}): ${message}`;

function retryNotes({ address, message, at }: TurnInput, refusal: Refusal | null) {
  const detail = refusal === null ? null : wordsOf(refusal);
  const outcome = refusal === null ? 'accepted' : 'refused';
  return retryNote(address, message, { at, outcome, detail });
}

type NextState = NonNullable<TurnRecord['next']>;

function layOutChange(
  { address: { kind, id }, definition: { stateVersion }, version: before, isMigrated }: TurnInput,
  state: ActorState,
  changes: Pick<StateChange, 'set' | 'unset'>,
  version: number,
): StateChange {
  // The first change of a shape carries the whole state: the fold of the log starts there.
  const { set, unset } = before > 0 && !isMigrated ? changes : { set: state };
  const change = { kind, id, version, state_version: stateVersion, set };
  return unset === undefined ? change : { ...change, unset };
}

/** The last change of all: from here on there is no state. */
const layOutEnd = (
  { address: { kind, id }, definition: { stateVersion } }: TurnInput,
  version: number,
): StateChange => ({ kind, id, version, state_version: stateVersion, set: {}, gone: true });

function layOutState(input: TurnInput, state: ActorState, version: number): NextState {
  return {
    version,
    stateVersion: input.definition.stateVersion,
    state: JSON.stringify(state),
  };
}

function layOutTimers(input: TurnInput, sorted: SortedActions): readonly NewTimer[] {
  if (sorted.schedules.length === 0) return none;
  return sorted.schedules.map((timer) => {
    const delay_ms = Math.max(0, timer.delay_ms);
    return {
      name: timer.timer,
      due_ms: input.nowMs + delay_ms,
      delay_ms,
      event: JSON.stringify(timer.event),
      correlation_id: input.message.correlationId,
    };
  });
}

/** Timers cancelled, and the one that fell due, unless the turn sets them anew. */
function clearedTimers(message: Message, sorted: SortedActions): readonly string[] {
  if (message.timer === null && sorted.cancels.length === 0) return none;
  const cleared = new Set(sorted.cancels);
  if (message.timer !== null) cleared.add(message.timer.name);
  for (const timer of sorted.schedules) cleared.delete(timer.timer);
  return [...cleared];
}

/** Members that differ, with their new values, and those that went; undefined when none does. */
function changedMembers(
  before: ActorState,
  after: ActorState,
): Pick<StateChange, 'set' | 'unset'> | undefined {
  if (before === after) return undefined;
  const from = before as Readonly<Record<string, unknown>>;
  const to = after as Readonly<Record<string, unknown>>;
  let set: Record<string, unknown> | undefined;
  for (const name of Object.keys(to)) {
    const left = from[name];
    const right = to[name];
    if (isSameJson(left, right)) continue;
    set ??= {};
    set[name] = right;
  }
  let unset: string[] | undefined;
  for (const name of Object.keys(from)) {
    if (!Object.hasOwn(to, name)) unset = append(unset, name);
  }
  if (unset !== undefined) return { set: set ?? {}, unset };
  return set === undefined ? undefined : { set };
}

function layOutEvents(
  input: TurnInput,
  records: readonly RecordParams[],
  change: StateChange | undefined,
  to: string,
): readonly NewEvent[] {
  if (records.length === 0) {
    if (change === undefined) return none;
    // A change always has an event that carries it, or the log could not be replayed.
    return [layOutEvent(input, { event_type: `${input.address.kind}.updated` }, change, to)];
  }
  return records.map((record, index) =>
    layOutEvent(input, record, index === 0 ? change : undefined, to),
  );
}

function layOutEvent(
  { address, message, at, state }: TurnInput,
  record: RecordParams,
  change: StateChange | undefined,
  to: string,
): NewEvent {
  const said =
    record.stamp_move === true ? { ...record.payload, from: state.status, to } : record.payload;
  const payload =
    change === undefined ? said : Object.assign({}, said, { [stateChangeMember]: change });
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
    body: inHalves({ ...outcome(null), body }),
  }));
  if (sorted.deferred) {
    answers.push({ key: message.requestKey, fingerprint: message.fingerprint ?? '', body: null });
  } else if (message.fingerprint !== null) {
    answers.push({
      key: message.requestKey,
      fingerprint: message.fingerprint,
      body: inHalves(outcome(null)),
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
  const life = `${address.kind}/${address.id}#${nextVersion}`;
  // Turns that leave the state alone share its version, and lives of one id have the same versions; the request
  // tells their effects apart. That may be named after an effect, and names would grow from life to life.
  const stem = !changed
    ? `${life}-${message.requestKey}`
    : input.definition.forgettable === true
      ? `${life}-${sha256Hex(message.requestKey).slice(0, 16)}`
      : life;
  return sorted.effects.map((action, index) => ({
    effect_id: `${stem}.${index}`,
    name: action.type === 'tell' ? tellEffect : action.params.effect,
    input: JSON.stringify(
      action.type === 'tell'
        ? ({ ...action.params, by: message.by } satisfies TellInput)
        : action.params.input,
    ),
    invoke_id: action.type === 'tell' ? null : (action.params.invoke_id ?? null),
    correlation_id: message.correlationId,
    attempts: 0,
    not_before_ms: 0,
    last_error: null,
  }));
}

/** An outcome as JSON, cut where the id of the turn's first event goes, which only the journal knows. */
function inHalves(outcome: Outcome): readonly [string, string] {
  const { at, body, event_id: _unknown, ...head } = outcome;
  const tail = JSON.stringify({ at, body });
  return [`${JSON.stringify(head).slice(0, -1)},"event_id":`, `,${tail.slice(1)}`];
}
