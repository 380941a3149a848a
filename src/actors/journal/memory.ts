/**
 * A journal in memory with the semantics of the port and no durability: the model the real stores
 * are compared with, and what the runtime is measured against without a disk.
 */
import { canonicalJson } from '../../lib/canonical-json.ts';
import { sha256Hex } from '../../lib/hash.ts';
import type {
  CommitFailure,
  CommittedTurn,
  DeadLetter,
  Journal,
  NewEvent,
  PartRecord,
  Quarantine,
  RefusedTurn,
  SequencedEffect,
  StoredActor,
  StoredAnswer,
  StoredEvent,
  TimerRow,
  TurnRecord,
  TurnResult,
  Upkeep,
} from './port.ts';

/** A journal whose contents a test can look at. */
export interface MemoryJournal extends Journal {
  /** Every event, oldest first. */
  readonly log: readonly StoredEvent[];
  /** Stored actors by `kind/id`. */
  readonly actors: ReadonlyMap<string, StoredActor>;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

/** An empty journal. With `hashed: false` its events have empty hashes, which costs less to measure. */
export function createMemoryJournal(options: { hashed?: boolean } = {}): MemoryJournal {
  const hashed = options.hashed ?? true;
  const actors = new Map<string, StoredActor>();
  const answers = new Map<string, StoredAnswer>();
  const timers = new Map<string, TimerRow>();
  const effects = new Map<string, SequencedEffect>();
  const letters = new Map<number, DeadLetter>();
  const quarantines = new Map<string, Quarantine>();
  const log: StoredEvent[] = [];
  let effectSequence = 0;
  let letterSequence = 0;

  const check = (turn: TurnRecord): CommitFailure | undefined => {
    for (const { kind, id, expectedVersion } of [turn, ...(turn.parts ?? [])]) {
      const version = actors.get(`${kind}/${id}`)?.version ?? 0;
      if (expectedVersion >= 0 && version !== expectedVersion) return { reason: 'version' };
    }
    if (turn.completedEffectId !== null && !effects.has(turn.completedEffectId)) {
      return { reason: 'answer', key: turn.completedEffectId };
    }
    for (const answer of turn.answers) {
      if (answer.fingerprint !== null && answers.has(answer.key)) {
        return { reason: 'answer', key: answer.key };
      }
    }
    const { firedTimer: fired } = turn;
    if (fired !== undefined) {
      const timer = timers.get(`${turn.kind}/${turn.id}/${fired.name}`);
      const isSet = timer?.due_ms === fired.due_ms && timer.event === fired.event;
      if (!isSet) return { reason: 'gone' };
    }
    const { lettersRemoved = [], lettersRefused = [] } = turn.upkeep ?? {};
    const meant = [...lettersRemoved, ...lettersRefused.map(({ sequence }) => sequence)];
    return meant.every((sequence) => letters.has(sequence)) ? undefined : { reason: 'gone' };
  };

  const keepUp = ({ kind, id }: TurnRecord, upkeep: Upkeep): void => {
    for (const sequence of upkeep.lettersRemoved ?? []) letters.delete(sequence);
    for (const { sequence, reason } of upkeep.lettersRefused ?? []) {
      letters.set(sequence, { ...letters.get(sequence)!, reason });
    }
    for (const { effect_id, ...change } of upkeep.postponed ?? []) {
      const row = effects.get(effect_id);
      if (row !== undefined) effects.set(effect_id, { ...row, ...change });
    }
    for (const letter of upkeep.letters ?? []) {
      letterSequence += 1;
      letters.set(letterSequence, { ...letter, sequence: letterSequence });
    }
    if (upkeep.quarantine === null) quarantines.delete(`${kind}/${id}`);
    else if (upkeep.quarantine !== undefined) {
      quarantines.set(`${kind}/${id}`, { kind, id, ...upkeep.quarantine });
    }
  };

  const append = (event: NewEvent): number => {
    const event_id = log.length + 1;
    const prev_hash = log.at(-1)?.hash ?? '';
    const payload = JSON.parse(event.payload) as Record<string, unknown>;
    const record = { ...event, event_id, payload };
    const hash = hashed ? sha256Hex(prev_hash + canonicalJson(record)) : '';
    log.push({ ...record, prev_hash, hash });
    return event_id;
  };

  const setState = ({ kind, id, next, gone }: PartRecord & Pick<TurnRecord, 'gone'>): void => {
    if (gone === true) actors.delete(`${kind}/${id}`);
    if (next === undefined) return;
    const state = JSON.parse(next.state) as unknown;
    const { version, stateVersion: state_version } = next;
    actors.set(`${kind}/${id}`, { version, state_version, state });
  };

  const apply = (turn: TurnRecord): CommittedTurn => {
    const parts = turn.parts ?? [];
    const eventIds = turn.events.map(append);
    for (const event of parts.flatMap(({ events }) => events)) {
      eventIds.push(append({ ...event, cause_id: eventIds[0] ?? event.cause_id }));
    }
    for (const each of [turn, ...parts]) setState(each);
    const causeId = eventIds[0] ?? turn.causeId;
    const rendered = turn.answers.map((answer) => {
      const body =
        answer.body === null ? null : `${answer.body[0]}${eventIds[0] ?? null}${answer.body[1]}`;
      const pending = answers.get(answer.key);
      if (answer.fingerprint !== null)
        answers.set(answer.key, { key: answer.key, fingerprint: answer.fingerprint, body });
      else if (pending?.body === null) answers.set(answer.key, { ...pending, body });
      return body;
    });
    for (const name of turn.timersCleared) timers.delete(`${turn.kind}/${turn.id}/${name}`);
    for (const timer of turn.timersSet) {
      timers.set(`${turn.kind}/${turn.id}/${timer.name}`, {
        ...timer,
        kind: turn.kind,
        id: turn.id,
        cause_id: causeId,
      });
    }
    for (const [key, row] of effects) {
      const own = row.kind === turn.kind && row.id === turn.id;
      if (own && row.invoke_id !== null && turn.effectsAborted.includes(row.invoke_id)) {
        effects.delete(key);
      }
    }
    const effectSequences = turn.effects.map((effect) => {
      effectSequence += 1;
      effects.set(effect.effect_id, {
        ...effect,
        kind: turn.kind,
        id: turn.id,
        cause_id: causeId,
        sequence: effectSequence,
      });
      return effectSequence;
    });
    if (turn.upkeep !== undefined) keepUp(turn, turn.upkeep);
    if (turn.completedEffectId !== null) effects.delete(turn.completedEffectId);
    return { ok: true, eventIds, answers: rendered, effectSequences };
  };

  return {
    log,
    actors,
    answers,
    load: (kind, id) => Promise.resolve(actors.get(`${kind}/${id}`)),
    findAnswer: (key) => Promise.resolve(answers.get(key)),
    async commit(turns) {
      const unwinding = new Set<string>();
      return turns.map((turn): TurnResult => {
        const key = `${turn.kind}/${turn.id}`;
        const bound = turn.expectedVersion >= 0;
        const failure = bound && unwinding.has(key) ? unwound : check(turn);
        if (failure === undefined) return apply(turn);
        if (bound) unwinding.add(key);
        return { ok: false, failure } satisfies RefusedTurn;
      });
    },
    async timers(after, limit) {
      const rows = [...timers.values()].sort(byDue);
      return rows.filter((row) => after === null || byDue(row, after) > 0).slice(0, limit);
    },
    timersOf: async ({ kind, id }) =>
      [...timers.values()]
        .filter((row) => row.kind === kind && row.id === id)
        .sort((left, right) => (left.name < right.name ? -1 : 1)),
    effects: async (after, limit) =>
      [...effects.values()].filter((row) => row.sequence > after).slice(0, limit),
    effectsOf: async ({ kind, id, invokeId }, after, limit) =>
      [...effects.values()]
        .filter((row) => row.kind === kind && row.id === id && row.invoke_id === invokeId)
        .filter((row) => row.name !== 'tell' && row.sequence > after)
        .slice(0, limit),
    deadLetters: async (limit, before = Number.POSITIVE_INFINITY) =>
      [...letters.values()]
        .reverse()
        .filter((row) => row.sequence < before)
        .slice(0, limit),
    countDeadLetters: async () => letters.size,
    async quarantines(after, limit) {
      const rows = [...quarantines.values()].sort(byAddress);
      return rows.filter((row) => after === null || byAddress(row, after) > 0).slice(0, limit);
    },
    addresses(after, limit) {
      const all = [...actors.keys()].sort().map((key) => {
        const [kind = '', ...rest] = key.split('/');
        return { kind, id: rest.join('/') };
      });
      const start =
        after === null
          ? 0
          : all.findIndex((row) => row.kind === after.kind && row.id === after.id) + 1;
      return Promise.resolve(all.slice(start, start + limit));
    },
    headEventId: () => Promise.resolve(log.length),
    eventsAfter: (after, limit) => Promise.resolve(log.slice(after, after + limit)),
    close: () => Promise.resolve(),
  };
}

const unwound: CommitFailure = { reason: 'unwound' };

interface Address {
  readonly kind: string;
  readonly id: string;
}
const order = (left: string | number, right: string | number): number =>
  left < right ? -1 : Number(left > right);
const byAddress = (left: Address, right: Address): number =>
  order(left.kind, right.kind) || order(left.id, right.id);
const byDue = (left: TimerRow, right: TimerRow): number =>
  left.due_ms - right.due_ms || byAddress(left, right) || order(left.name, right.name);
