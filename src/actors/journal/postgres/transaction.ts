/** One attempt to write a group: lock what it stands on, decide in memory, write, commit. Two round trips. */
import type pg from 'pg';
import { assert } from '../../../lib/assert.ts';
import type { CommitFailure, TurnRecord, TurnResult } from '../port.ts';
import { waitsMs } from './connect.ts';
import {
  brokenUniqueRule,
  FencedError,
  isLostConnection,
  PutBackError,
  together,
} from './errors.ts';
import { lockGround, type Send } from './ground.ts';
import { GroupPlan } from './plan.ts';
import type { Rules } from './rules.ts';
import { writesOf } from './writes.ts';

/** Who writes, and what about. */
export interface WriterIdentity {
  /** Quoted name of the schema. */
  readonly schema: string;
  readonly writer: string;
  /** The writer's number among those of its name: only the last may write. */
  readonly fence: number;
  readonly rules: Rules;
}

/** Turns that go together, those batches apart from each other that came apart. */
export interface Group {
  readonly number: number;
  readonly batches: readonly (readonly TurnRecord[])[];
  /** By index in the whole group; an attempt adds what the server refuses. */
  readonly refused: Map<number, CommitFailure>;
  /** Numbers of which one is that of the last group that this writer has written; null where it has written none. */
  readonly after: readonly number[] | null;
}

/** What every turn of every batch is told. */
export type GroupResults = readonly (readonly TurnResult[])[];

/**
 * The results once they are written; undefined when one more turn was refused and nothing is written.
 * Calls `onDecided` before the commit is sent, from where on a lost connection leaves it open whether it was
 * made, and (null) when nothing was. Rejects with what the server or the connection said.
 */
export async function attemptGroup(
  client: pg.Client,
  identity: WriterIdentity,
  group: Group,
  onDecided: (results: GroupResults | null) => void,
): Promise<GroupResults | undefined> {
  const { schema, rules } = identity;
  try {
    // All of these are sent at once.
    const begun = begin(client, identity, group.after);
    const turns = group.batches.flat().filter((_, index) => !group.refused.has(index));
    const [, ground] = await together([begun, lockGround(sendOn(client), schema, turns)]);
    const plan = new GroupPlan(group.batches, ground, rules.columns, group.refused);
    if (!plan.results.flat().some(({ ok }) => ok)) {
      await client.query('ROLLBACK');
      return plan.results;
    }
    onDecided(plan.results);
    await write(client, identity, group.number, plan);
    return plan.results;
  } catch (error) {
    const { turn, cause } = error instanceof WriteFailure ? error : { turn: null, cause: error };
    if (isLostConnection(cause)) throw cause;
    await client.query('ROLLBACK');
    onDecided(null);
    const rule = brokenUniqueRule(cause);
    if (turn === null || rule === undefined || !rules.names.has(rule)) throw cause;
    group.refused.set(turn, { reason: 'constraint', constraint: rule });
    return undefined;
  }
}

/** True when the group is written. Waits for a transaction of ours that the server has not ended yet. */
export async function isWritten(
  client: pg.Client,
  { schema, writer, fence }: WriterIdentity,
  group: number,
): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await limitWaits(client);
    const { rows } = await client.query<{ fence: number; last_group: number }>(
      `SELECT fence, last_group FROM ${schema}.writers WHERE name = $1 FOR UPDATE`,
      [writer],
    );
    if (rows[0]?.fence !== fence)
      throw new FencedError(writer, 'it is not known whether the last turns were written');
    return rows[0].last_group === group;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Takes the name of a writer, from whoever had it, for good. Answers the number to write under. */
export async function takeWriter(
  client: pg.Client,
  schema: string,
  writer: string,
): Promise<number> {
  const { rows } = await client.query<{ fence: number }>(
    `INSERT INTO ${schema}.writers AS w (name, fence, last_group) VALUES ($1, 1, 0)
     ON CONFLICT (name) DO UPDATE SET fence = w.fence + 1, last_group = 0 RETURNING fence`,
    [writer],
  );
  const fence = rows[0]?.fence;
  assert(fence !== undefined, 'a row that is written is returned');
  return fence;
}

const sendOn =
  (client: pg.Client): Send =>
  async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];

async function begin(
  client: pg.Client,
  { schema, writer, fence }: WriterIdentity,
  after: Group['after'],
): Promise<void> {
  const [, , { rows }] = await together([
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED'),
    limitWaits(client),
    client.query<{ fence: number; last_group: number }>(
      `SELECT fence, last_group FROM ${schema}.writers WHERE name = $1 FOR UPDATE`,
      [writer],
    ),
  ]);
  if (rows[0]?.fence !== fence) throw new FencedError(writer, 'nothing was written');
  if (after !== null && !after.includes(rows[0].last_group)) throw new PutBackError(writer);
}

/** For this transaction only: a pooler gives the connection to others afterwards. */
async function limitWaits(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
       set_config('idle_in_transaction_session_timeout', $3, true)`,
    [String(waitsMs.lock), String(waitsMs.statement), String(waitsMs.idle)],
  );
}

/** The turn (or null) whose statement failed, and what the server said. */
class WriteFailure extends Error {
  readonly turn: number | null;
  constructor(turn: number | null, cause: unknown) {
    super('a statement failed', { cause });
    this.turn = turn;
  }
}

async function write(
  client: pg.Client,
  { schema, writer, rules }: WriterIdentity,
  group: number,
  plan: GroupPlan,
): Promise<void> {
  const text = `UPDATE ${schema}.writers SET last_group = $1, heard_at = clock_timestamp() WHERE name = $2`;
  const statements = [
    ...writesOf(plan, schema, rules),
    { text, values: [group, writer], turn: null },
    // After a statement that failed the server rolls back instead.
    { text: 'COMMIT', values: [], turn: null },
  ];
  const sent = statements.map(({ text, values }) =>
    values.length === 0 ? client.query(text) : client.query(text, [...values]),
  );
  const outcomes = await Promise.allSettled(sent);
  // The first that fails is to blame: those behind it fail because of it.
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue;
    throw new WriteFailure(statements[index]?.turn ?? null, outcome.reason);
  }
}
