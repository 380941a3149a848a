/**
 * The statements that write a plan: one for each table and deed, whatever the number of turns, its
 * rows by key. A row that somebody else wrote meanwhile makes its statement fail, so none of them
 * needs to be looked at before the commit is sent.
 */
import type { GroupPlan, StateWrite } from './plan.ts';
import { type RuledColumn, type Rules, ruledValues } from './rules.ts';
import { insert, type Row, remove, type Statement, update } from './statements.ts';

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
