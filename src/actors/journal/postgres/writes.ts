/**
 * The statements that write a plan: one for each table and deed, whatever the number of turns, its
 * rows by key. A row that somebody else wrote meanwhile makes its statement fail, so none of them
 * needs to be looked at before the commit is sent.
 */
import { storable } from './nul.ts';
import type { GroupPlan, StateWrite } from './plan.ts';
import { type RuledColumn, type Rules, ruledValues } from './rules.ts';

/** One statement; `turn` is the index of the turn that alone is to blame when it fails. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly turn: number | null;
}

type Row = Readonly<Record<string, unknown>>;

const numbers = new Set('version state_version seq event_id cause_id sequence attempts'.split(' '));
const times = new Set(['due_ms', 'delay_ms', 'not_before_ms']);
const documents = new Set(['state', 'payload']);
const typeOf = (column: string): string => {
  if (numbers.has(column)) return 'bigint';
  return times.has(column) ? 'double precision' : 'text';
};

const address = ['kind', 'id'] as const;
const stateColumns = [...address, 'version', 'state_version', 'state', 'seq'];
const timerKey = [...address, 'name'] as const;
const timerColumns = [...timerKey, 'due_ms', 'delay_ms', 'event', 'cause_id', 'correlation_id'];
const attemptColumns = ['attempts', 'not_before_ms', 'last_error'];
const effectColumns = [
  ...'sequence effect_id kind id name input invoke_id cause_id correlation_id'.split(' '),
  ...attemptColumns,
];
const letterColumns =
  'sequence kind id message reason at source by_whom correlation_id cause_id'.split(' ');
const quarantineColumns = [...address, 'event', 'reason', 'since'];
const eventColumns =
  `event_id event_type entity_type entity_id payload idempotency_key actor cause_id
  correlation_id created_at hash turn_kind turn_id`.split(/\s+/);

/** In the order in which they are to be sent; `schema` is a quoted name. */
export function writesOf(plan: GroupPlan, schema: string, rules: Rules): readonly Statement[] {
  const { states, answers, timers, effects, letters, quarantines, head } = plan;
  const ruled = plan.ruledStates.flatMap(({ turn, ...write }) =>
    stateWrites([write], schema, rules.columns.get(write.kind)).map((statement) => ({
      ...statement,
      turn,
    })),
  );
  const setTimers = byKey(timers).filter((row) => row !== null);
  const clearedTimers = [...timers]
    .filter(([, row]) => row === null)
    .map(([key]) => key.split('\0'));
  const newAnswers = byKey(answers).filter(({ isStored }) => !isStored);
  const completed = byKey(answers).filter(({ isStored }) => isStored);
  const released = byKey(quarantines).filter(({ reason }) => reason === null);
  const held = byKey(quarantines).filter(({ reason }) => reason !== null);
  const answerColumns = ['key', 'fingerprint', 'body', 'hash'];
  return [
    ...ruled,
    ...stateWrites(byKey(states), schema),
    ...update(`${schema}.answers`, ['key'], ['body', 'hash'], completed),
    ...insert(`${schema}.answers`, answerColumns, newAnswers),
    ...remove(
      `${schema}.timers`,
      timerKey,
      clearedTimers.map(([kind, id, name]) => ({ kind, id, name })),
    ),
    ...insert(`${schema}.timers`, timerColumns, setTimers, timerKey),
    ...remove(
      `${schema}.effects`,
      ['effect_id'],
      plan.effectsDone.toSorted().map((effect_id) => ({ effect_id })),
    ),
    ...remove(`${schema}.effects`, [...address, 'invoke_id'], plan.effectsAborted),
    ...update(`${schema}.effects`, ['effect_id'], attemptColumns, byKey(plan.postponed)),
    ...insert(`${schema}.effects`, effectColumns, [...effects.values()]),
    ...remove(
      `${schema}.dead_letters`,
      ['sequence'],
      plan.lettersRemoved.map((sequence) => ({ sequence })),
    ),
    ...update(
      `${schema}.dead_letters`,
      ['sequence'],
      ['reason'],
      [...plan.lettersRefused].map(([sequence, reason]) => ({ sequence, reason })),
    ),
    ...insert(
      `${schema}.dead_letters`,
      letterColumns,
      letters.map((letter) => ({ ...letter, by_whom: letter.by })),
    ),
    ...remove(`${schema}.quarantines`, address, released),
    ...insert(`${schema}.quarantines`, quarantineColumns, held, address),
    ...insert(
      `${schema}.events`,
      eventColumns,
      plan.events.map(({ turn, ...event }) => ({
        ...event,
        turn_kind: turn?.[0] ?? null,
        turn_id: turn?.[1] ?? null,
      })),
    ),
    {
      text: `UPDATE ${schema}.head SET event_id = $1, hash = $2, effect_sequence = $3,
        letter_sequence = $4, letters = $5`,
      values: [head.event_id, head.hash, head.effect_sequence, head.letter_sequence, head.letters],
      turn: null,
    },
  ];
}

function stateWrites(
  writes: readonly StateWrite[],
  schema: string,
  ruled: readonly RuledColumn[] = [],
): Statement[] {
  const table = `${schema}.actors`;
  const columns = [...stateColumns, ...ruled.map(({ name }) => name)];
  const rowsOf = (isStored: boolean): Row[] =>
    writes.flatMap(({ kind, id, next, ...write }) => {
      if (next === null || write.isStored !== isStored) return [];
      const { version, stateVersion: state_version, state, seq } = next;
      return [{ kind, id, version, state_version, state, seq, ...ruledValues(ruled, state) }];
    });
  const gone = writes.filter(({ next, isStored }) => next === null && isStored);
  return [
    ...remove(table, address, gone),
    ...update(table, address, columns.slice(address.length), rowsOf(true)),
    ...insert(table, columns, rowsOf(false)),
  ];
}

const byKey = <Value>(map: ReadonlyMap<string, Value>): Value[] =>
  [...map].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value);

/** A statement over `rows`, which it has as `n` with these columns; none for no rows. */
function over(
  rows: readonly object[],
  columns: readonly string[],
  text: (from: string) => string,
): Statement[] {
  if (rows.length === 0) return [];
  const values = columns.map((column) =>
    rows.map((row) => {
      const value: unknown = (row as Row)[column];
      return remarks.has(column) && typeof value === 'string' ? storable(value) : value;
    }),
  );
  const arrays = columns.map((column, at) => `$${at + 1}::${typeOf(column)}[]`).join(', ');
  const from = `unnest(${arrays}) AS n (${columns.join(', ')})`;
  return [{ text: text(from), values, turn: null }];
}

/** What some program said, kept for a person. */
const remarks = new Set(['last_error', 'reason', 'by_whom']);

const cast = (column: string): string =>
  documents.has(column) ? `n.${column}::json` : `n.${column}`;

function insert(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  replacing: readonly string[] = [],
): Statement[] {
  const changes = columns
    .filter((column) => !replacing.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const conflict =
    replacing.length === 0
      ? ''
      : ` ON CONFLICT (${replacing.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
  return over(
    rows,
    columns,
    (from) =>
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map(cast).join(', ')} FROM ${from}${conflict}`,
  );
}

function update(
  table: string,
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly object[],
): Statement[] {
  const changes = columns.map((column) => `${column} = ${cast(column)}`).join(', ');
  const same = keys.map((key) => `t.${key} = n.${key}`).join(' AND ');
  return over(
    rows,
    [...keys, ...columns],
    (from) => `UPDATE ${table} AS t SET ${changes} FROM ${from} WHERE ${same}`,
  );
}

function remove(table: string, keys: readonly string[], rows: readonly object[]): Statement[] {
  const same = keys.map((key) => `t.${key} = n.${key}`).join(' AND ');
  return over(rows, keys, (from) => `DELETE FROM ${table} AS t USING ${from} WHERE ${same}`);
}
