/**
 * A journal in memory with the semantics of the port and no durability: the model the real stores
 * are compared with, and what the runtime is measured against without a disk.
 */
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import { sha256Hex } from '../../src/lib/hash.ts';
import type {
  CommitFailure,
  CommittedTurn,
  DeadLetter,
  EffectRow,
  Journal,
  StoredActor,
  StoredAnswer,
  StoredEvent,
  TimerRow,
  TurnRecord,
} from '../../src/store/ports/journal.ts';

export interface MemoryJournal extends Journal {
  /** Every event, oldest first. */
  readonly log: readonly StoredEvent[];
  /** Stored actors by `kind/id`. */
  readonly actors: ReadonlyMap<string, StoredActor>;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

export function createMemoryJournal(options: { hashed?: boolean } = {}): MemoryJournal {
  const hashed = options.hashed ?? true;
  const actors = new Map<string, StoredActor>();
  const answers = new Map<string, StoredAnswer>();
  const timers = new Map<string, TimerRow>();
  const effects = new Map<string, EffectRow & { sequence: number }>();
  const letters: (DeadLetter & { sequence: number })[] = [];
  const log: StoredEvent[] = [];
  let effectSequence = 0;

  const check = (turns: readonly TurnRecord[]): CommitFailure | undefined => {
    for (const [turnIndex, turn] of turns.entries()) {
      const stored = actors.get(`${turn.kind}/${turn.id}`);
      const bound =
        turn.expectedVersion >= 0 && (turn.next !== undefined || turn.events.length > 0);
      if (bound && (stored?.version ?? 0) !== turn.expectedVersion)
        return { reason: 'version', turnIndex };
      if (turn.completedEffectId !== null && !effects.has(turn.completedEffectId)) {
        return { reason: 'answer', turnIndex, key: turn.completedEffectId };
      }
      for (const answer of turn.answers) {
        if (answer.fingerprint !== null && answers.has(answer.key)) {
          return { reason: 'answer', turnIndex, key: answer.key };
        }
      }
    }
    return undefined;
  };

  const apply = (turn: TurnRecord): CommittedTurn => {
    const eventIds = turn.events.map((event) => {
      const event_id = log.length + 1;
      const prev_hash = log.at(-1)?.hash ?? '';
      const payload = JSON.parse(event.payload) as Record<string, unknown>;
      const record = { ...event, event_id, payload };
      const hash = hashed ? sha256Hex(prev_hash + canonicalJson(record)) : '';
      log.push({ ...record, prev_hash, hash });
      return event_id;
    });
    if (turn.next !== undefined) {
      actors.set(`${turn.kind}/${turn.id}`, {
        version: turn.next.version,
        state_version: turn.next.stateVersion,
        state: JSON.parse(turn.next.state) as unknown,
      });
    }
    const rendered = turn.answers.map((answer) => {
      const body = answer.render === null ? null : answer.render(eventIds[0] ?? null);
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
      });
    }
    for (const effect of turn.effects) {
      effectSequence += 1;
      effects.set(effect.effect_id, {
        ...effect,
        kind: turn.kind,
        id: turn.id,
        cause_id: eventIds[0] ?? null,
        sequence: effectSequence,
      });
    }
    if (turn.completedEffectId !== null) effects.delete(turn.completedEffectId);
    return { eventIds, answers: rendered };
  };

  return {
    log,
    actors,
    answers,
    load: (kind, id) => Promise.resolve(actors.get(`${kind}/${id}`)),
    findAnswer: (key) => Promise.resolve(answers.get(key)),
    commit(turns) {
      const failure = check(turns);
      if (failure !== undefined) return Promise.resolve({ ok: false, failure });
      return Promise.resolve({ ok: true, turns: turns.map(apply) });
    },
    timers: (limit) =>
      Promise.resolve(
        [...timers.values()].sort((left, right) => left.due_ms - right.due_ms).slice(0, limit),
      ),
    effects: (after, limit) =>
      Promise.resolve([...effects.values()].filter((row) => row.sequence > after).slice(0, limit)),
    postponeEffect(effectId, change) {
      const row = effects.get(effectId);
      if (row !== undefined) {
        effects.set(effectId, {
          ...row,
          attempts: change.attempts,
          not_before_ms: change.notBeforeMs,
          last_error: change.lastError,
        });
      }
      return Promise.resolve();
    },
    buryEffect(effectId, letter) {
      if (effects.delete(effectId)) letters.push({ ...letter, sequence: letters.length + 1 });
      return Promise.resolve();
    },
    addDeadLetter(letter) {
      letters.push({ ...letter, sequence: letters.length + 1 });
      return Promise.resolve();
    },
    deadLetters: (limit) => Promise.resolve(letters.slice(-limit)),
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
