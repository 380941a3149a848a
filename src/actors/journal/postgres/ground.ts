/**
 * What a group of turns stands on: the rows that decide whether each of them can be applied, read and
 * locked until the end of the transaction. The head comes first: whoever has it is alone until then, so
 * that all is as of one moment, also what is not there and cannot be locked, and two writers never wait
 * for one another in a circle.
 */
import { assert } from '../../../lib/assert.ts';
import type { StoredAnswer, TimerRow, TurnRecord } from '../port.ts';
import { together } from './errors.ts';

/** The ends of log, outbox and dead letters. */
export interface HeadRow {
  readonly event_id: number;
  readonly hash: string;
  readonly effect_sequence: number;
  readonly letter_sequence: number;
  readonly letters: number;
}

/** Whose an effect is. */
export interface EffectOwner {
  readonly kind: string;
  readonly id: string;
  readonly invoke_id: string | null;
}

/** Rows as they are before the group; what is not in a map is not stored. */
export interface Ground {
  /** Version by `keyOf(kind, id)`. */
  readonly versions: Map<string, number>;
  readonly effects: Map<string, EffectOwner>;
  readonly answers: Map<string, Omit<StoredAnswer, 'key'>>;
  /** By `keyOf(kind, id, name)`. */
  readonly timers: Map<string, Pick<TimerRow, 'due_ms' | 'event'>>;
  readonly letters: Set<number>;
  readonly head: HeadRow;
}

/** Sends one statement on the connection of the transaction. */
export type Send = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Members of a key in one text; none of them holds the character between them. */
export const keyOf = (...members: readonly string[]): string => members.join('\0');

/** Reads and locks what `turns` stand on. All statements are sent before the first is answered. */
export async function lockGround(
  send: Send,
  schema: string,
  turns: readonly TurnRecord[],
): Promise<Ground> {
  const addresses = turns.flatMap((turn) => [turn, ...(turn.parts ?? [])]);
  const kinds = addresses.map(({ kind }) => kind);
  const ids = addresses.map(({ id }) => id);
  const effectIds = turns.flatMap(({ completedEffectId, effects, upkeep }) => [
    ...(completedEffectId === null ? [] : [completedEffectId]),
    ...[...effects, ...(upkeep?.postponed ?? [])].map(({ effect_id }) => effect_id),
  ]);
  const aborted = turns.flatMap(({ kind, id, effectsAborted }) =>
    effectsAborted.map((invokeId) => ({ kind, id, invokeId })),
  );
  const keys = turns.flatMap(({ answers }) => answers.map(({ key }) => key));
  const timers = turns.flatMap(({ kind, id, firedTimer, timersCleared, timersSet }) =>
    [
      ...(firedTimer === undefined ? [] : [firedTimer.name]),
      ...timersCleared,
      ...timersSet.map(({ name }) => name),
    ].map((name) => ({ kind, id, name })),
  );
  const letters = turns.flatMap(({ upkeep }) => [
    ...(upkeep?.lettersRemoved ?? []),
    ...(upkeep?.lettersRefused ?? []).map(({ sequence }) => sequence),
  ]);
  const [[head], versionRows, effectRows, answerRows, timerRows, letterRows] = await together([
    send<HeadRow>(
      `SELECT event_id, hash, effect_sequence, letter_sequence, letters FROM ${schema}.head FOR UPDATE`,
    ),
    send<{ kind: string; id: string; version: number }>(
      `SELECT kind, id, version FROM ${schema}.actors
       WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) ORDER BY kind, id FOR UPDATE`,
      [kinds, ids],
    ),
    unlessNone([...effectIds, ...aborted], () =>
      send<EffectOwner & { effect_id: string }>(
        `SELECT effect_id, kind, id, invoke_id FROM ${schema}.effects
         WHERE effect_id IN (
           SELECT unnest($1::text[]) UNION SELECT e.effect_id
           FROM unnest($2::text[], $3::text[], $4::text[]) AS n (kind, id, invoke_id)
           JOIN ${schema}.effects AS e USING (kind, id, invoke_id))
         ORDER BY effect_id FOR UPDATE`,
        [
          effectIds,
          aborted.map(({ kind }) => kind),
          aborted.map(({ id }) => id),
          aborted.map(({ invokeId }) => invokeId),
        ],
      ),
    ),
    unlessNone(keys, () =>
      send<StoredAnswer>(
        `SELECT key, fingerprint, body FROM ${schema}.answers
         WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE`,
        [keys],
      ),
    ),
    unlessNone(timers, () =>
      send<TimerRow>(
        `SELECT kind, id, name, due_ms, event FROM ${schema}.timers
         WHERE (kind, id, name) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
         ORDER BY kind, id, name FOR UPDATE`,
        [
          timers.map(({ kind }) => kind),
          timers.map(({ id }) => id),
          timers.map(({ name }) => name),
        ],
      ),
    ),
    unlessNone(letters, () =>
      send<{ sequence: number }>(
        `SELECT sequence FROM ${schema}.dead_letters
         WHERE sequence = ANY($1::bigint[]) ORDER BY sequence FOR UPDATE`,
        [letters],
      ),
    ),
  ]);
  assert(head !== undefined, `${schema}.head has its row, by which the end of the log is known`);
  return {
    versions: new Map(versionRows.map(({ kind, id, version }) => [keyOf(kind, id), version])),
    effects: new Map(effectRows.map(({ effect_id, ...owner }) => [effect_id, owner])),
    answers: new Map(answerRows.map(({ key, ...answer }) => [key, answer])),
    timers: new Map(timerRows.map((row) => [keyOf(row.kind, row.id, row.name), row])),
    letters: new Set(letterRows.map(({ sequence }) => sequence)),
    head,
  };
}

function unlessNone<Row>(
  wanted: readonly unknown[],
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return wanted.length === 0 ? Promise.resolve([]) : read();
}
