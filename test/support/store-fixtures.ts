/** Turns, states and databases for the tests of the store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Journal, NewEvent, TurnRecord } from '../../src/actors/journal/port.ts';
import { plainTurn } from '../../src/actors/runtime/plain-turn.ts';
import { liftOf } from '../../src/domain/entities/lifts.ts';
import type { QueueItem } from '../../src/domain/records.ts';
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import type { EntityRow, ListQuery, ReadModels } from '../../src/store/ports/read-models.ts';
import { createStoreJournal } from '../../src/store/sqlite/journal.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { createSqlitePlans } from '../../src/store/sqlite/reads/dry-run-plans.ts';
import { createSqliteReadModels } from '../../src/store/sqlite/reads/read-models.ts';
import { borrowThread } from './warm-threads.ts';

export const someTime = '2026-01-01T00:00:00.000Z';

export type State = Readonly<Record<string, unknown>>;

/** A store under test: both ports on the same data. */
export interface TestStore {
  readonly journal: Journal;
  readonly reads: ReadModels;
  readonly db: Database;
}

/** An empty store as all migrations leave it, which take longer than most tests: they are done once a process. */
let empty: Buffer | undefined;

/** A new database in memory. No power cut is simulated, so nothing waits for the disk here. */
export function openNewDatabase(): Database {
  if (empty === undefined) {
    const first = openSqlite({ path: ':memory:', synchronous: 'OFF' });
    empty = first.serialize();
    first.close();
  }
  const db = openSqlite({ path: ':memory:', image: empty, synchronous: 'OFF' });
  // Two logs never have one name.
  db.exec('UPDATE log_epochs SET epoch = lower(hex(randomblob(8)))');
  return db;
}

export function openTestStore(path?: string): TestStore {
  const db = path === undefined ? openNewDatabase() : openSqlite({ path, synchronous: 'OFF' });
  return { db, journal: createStoreJournal(db), reads: createSqliteReadModels(db) };
}

/** A store whose writer has a thread of its own. */
export function openThreadedStore(path: string): Pick<TestStore, 'journal' | 'reads'> {
  return openStore({ path, synchronous: 'OFF', start: borrowThread });
}

/** Plans of dry runs in a store of their own. */
export const createTestPlans = () => createSqlitePlans(openNewDatabase());

/** A folder that `remove` deletes. */
export function createTempDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'orrery-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function newEvent(change: Partial<NewEvent> = {}): NewEvent {
  return {
    event_type: 'counter.noted',
    entity_type: 'counter',
    entity_id: 'a',
    payload: '{}',
    idempotency_key: null,
    actor: 'tester',
    cause_id: null,
    correlation_id: 'c-1',
    created_at: someTime,
    ...change,
  };
}

/** A turn that changes nothing but what is given. */
export const turn = (change: Partial<TurnRecord> = {}): TurnRecord =>
  plainTurn({ kind: 'counter', id: 'a' }, change);

/** A turn that writes a whole state, with the event that carries it. */
export function stateTurn(
  kind: string,
  id: string,
  version: number,
  state: State,
  change: { event?: Partial<NewEvent>; turn?: Partial<TurnRecord> } = {},
): TurnRecord {
  const stateVersion = liftOf(kind)?.to ?? 1;
  const carried = { kind, id, version, state_version: stateVersion, set: state };
  return turn({
    kind,
    id,
    expectedVersion: version - 1,
    next: { version, stateVersion, state: JSON.stringify(state) },
    events: [
      newEvent({
        event_type: `${kind}.updated`,
        entity_type: kind,
        entity_id: id,
        payload: canonicalJson({ change: carried }),
        ...change.event,
      }),
    ],
    ...change.turn,
  });
}

/** The turn that takes an actor out of the store; it was decided on `version`. */
export function endTurn(
  kind: string,
  id: string,
  version: number,
  event_type = `${kind}.forgotten`,
): TurnRecord {
  const stateVersion = liftOf(kind)?.to ?? 1;
  const change = {
    kind,
    id,
    version: version + 1,
    state_version: stateVersion,
    set: {},
    gone: true,
  };
  const payload = canonicalJson({ change });
  const event = newEvent({ event_type, entity_type: kind, entity_id: id, payload });
  return turn({ kind, id, expectedVersion: version, gone: true, events: [event] });
}

/** Commits and expects success. */
export async function commitAll(journal: Journal, turns: readonly TurnRecord[]): Promise<void> {
  for (let start = 0; start < turns.length; start += 500) {
    const results = await journal.commit(turns.slice(start, start + 500));
    const refused = results.find((result) => !result.ok);
    if (refused?.ok === false) throw new Error(`not committed: ${JSON.stringify(refused.failure)}`);
  }
}

export function queueItem(id: string, change: Partial<QueueItem> = {}): QueueItem {
  return {
    status: 'queued',
    project_id: id,
    project_name: `Project ${id}`,
    project_dir: `/srv/projects/${id}`,
    selection_rank: 50,
    dispatch_priority: 50,
    auto_continue: true,
    continue_count: 0,
    max_continues: 1,
    retry_count: 0,
    max_retries: 2,
    current_run_id: null,
    current_session_id: null,
    next_mode: 'exec',
    next_prompt: null,
    lane: null,
    fencing: 0,
    lease_expires_at: null,
    reconcile_attempts: 0,
    last_run_state: null,
    last_event_type: null,
    next_action_hint: null,
    manual_review_required: false,
    blocked_reason: null,
    last_error: null,
    last_result_summary: null,
    decision: null,
    gate_verdict: null,
    paper_id: null,
    machine_target: null,
    workload_class: 'unknown',
    model: null,
    reasoning_effort: 'high',
    sandbox: 'workspace',
    pending_dispatch: null,
    pending_cancel: null,
    last_dispatch_at: null,
    last_callback_at: null,
    stale_after: null,
    created_at: someTime,
    updated_at: someTime,
    ...change,
  };
}

/** First version of a queue item. */
export function queueTurn(id: string, change: Partial<QueueItem> = {}): TurnRecord {
  return stateTurn('queue_item', id, 1, queueItem(id, change));
}

export function listQuery(change: Partial<ListQuery> = {}): ListQuery {
  return { cursor: null, pageSize: 50, sort: null, filters: {}, search: '', ...change };
}

/** Every row of a list, page by page; `between` runs after each page. */
export async function readAllPages(
  reads: ReadModels,
  kind: Parameters<ReadModels['list']>[0],
  query: Partial<ListQuery>,
  between: () => Promise<void> = async () => {},
): Promise<EntityRow[]> {
  const rows: EntityRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await reads.list(kind, listQuery({ ...query, cursor }));
    rows.push(...page.rows);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return rows;
}

/** How SQLite would run a statement, one line per step. */
export function queryPlan(db: Database, sql: string, params: readonly unknown[]): string[] {
  return db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...params)
    .map((step) => step.detail);
}
