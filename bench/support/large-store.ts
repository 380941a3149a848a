/**
 * Fills a control-plane store with every kind of row that lists, counts and searches read, straight
 * into the tables: through the actors it would take minutes. Rows name one another as real ones do
 * (item, project, run, paper, review, ledger row), the log is chained and the search index is full,
 * so that every route works on it. The same sizes give the same store.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { genesisHash, hashNewEvent } from '../../src/actors/journal/event-chain.ts';
import { createActorWriter } from '../../src/actors/journal/sqlite/actor-writer.ts';
import { canonicalJson } from '../../src/lib/canonical-json.ts';
import { projections } from '../../src/store/projections.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { kindWord } from '../../src/store/sqlite/search/terms.ts';
import { stringsIn } from '../../src/store/sqlite/search/text.ts';
import {
  corpusEntryOf,
  type Entity,
  paperOf,
  projectOf,
  queueItemOf,
  reviewOf,
  runOf,
  type StoreSizes,
  timeOf,
} from './large-store-rows.ts';
import {
  alertCount,
  alertOf,
  batchCount,
  batchOf,
  batchOfEvent,
  incidentOf,
  notificationOf,
} from './told-rows.ts';

/** Rows of a small store, in which nothing takes long. */
export const smallStore: StoreSizes = { items: 100, papers: 20, runs: 20, events: 100 };
/** The size at which every page must still come in bounded time. */
export const largeStore: StoreSizes = {
  items: 100_000,
  papers: 20_000,
  runs: 20_000,
  events: 100_000,
};

/** Creates `control.db` in `stateDir` and fills it. */
export function fillStore(stateDir: string, sizes: StoreSizes): void {
  mkdirSync(stateDir, { recursive: true });
  const db = openSqlite({ path: join(stateDir, 'control.db'), synchronous: 'OFF' });
  db.transaction(() => {
    fillActors(db, sizes);
    fillEvents(db, sizes);
  })();
  // As after a clean stop: nothing is left to be copied back from the log.
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

function fillActors(db: Database, sizes: StoreSizes): void {
  const write = createActorWriter(db, projections);
  const index = db.prepare(
    `INSERT INTO actor_search (rowid, kind, content)
     VALUES ((SELECT rowid FROM actors WHERE kind = ? AND id = ?), ?, ?)`,
  );
  for (const { kind, id, state } of entitiesOf(sizes)) {
    write({
      kind,
      id,
      version: 1,
      stateVersion: 1,
      state: JSON.stringify(state),
      seq: 0,
      expectedVersion: 0,
    });
    index.run(kind, id, kindWord(kind), stringsIn(state));
  }
}

function* entitiesOf(sizes: StoreSizes): Generator<Entity> {
  for (let n = 0; n < sizes.items; n += 1) {
    yield projectOf(n, sizes);
    yield queueItemOf(n, sizes);
  }
  for (let n = 0; n < sizes.runs; n += 1) yield runOf(n, sizes);
  for (let n = 0; n < sizes.papers; n += 1) {
    yield paperOf(n, sizes);
    yield reviewOf(n, sizes);
    if (n % 4 === 0) yield corpusEntryOf(n, sizes);
  }
  for (let n = 0; n < alertCount(sizes); n += 1) {
    yield alertOf(n, sizes);
    yield incidentOf(n, sizes);
    yield notificationOf(n, sizes);
  }
  for (let n = 0; n < batchCount(sizes); n += 1) yield batchOf(n, sizes);
}

/** Of ten events six are about queue items, two about runs, one a callback and one about papers, or a batch of them. */
function* changesOf(sizes: StoreSizes): Generator<{ type: string; entity: Entity }> {
  for (let n = 0; n < sizes.events; n += 1) {
    const turn = n % 10;
    const batch = batchOfEvent(n);
    if (batch !== null) {
      yield { type: 'rewrite_batch.started', entity: batchOf(batch, sizes) };
    } else if (turn < 6) {
      yield { type: 'queue_item.enqueued', entity: queueItemOf(n % sizes.items, sizes) };
    } else if (turn < 8) {
      yield { type: 'run.started', entity: runOf(n % sizes.runs, sizes) };
    } else if (turn < 9) {
      const entity = queueItemOf(n % sizes.items, sizes);
      yield { type: 'worker_callback.wake_ready', entity };
    } else {
      yield { type: 'paper.draft_written', entity: paperOf(n % sizes.papers, sizes) };
    }
  }
  const one = queueItemOf(0, sizes);
  for (let n = 0; n < (sizes.ofOne ?? 0); n += 1) yield { type: 'queue_item.edited', entity: one };
}

function fillEvents(db: Database, sizes: StoreSizes): void {
  const insert = db.prepare(
    `INSERT INTO events (event_id, event_type, entity_type, entity_id, payload, idempotency_key,
       actor, cause_id, correlation_id, created_at, hash, turn_kind, turn_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)`,
  );
  const index = db.prepare('INSERT INTO event_search (rowid, content) VALUES (?, ?)');
  let hash = genesisHash;
  let eventId = 0;
  for (const { type, entity } of changesOf(sizes)) {
    eventId += 1;
    const payload = {
      applied: true,
      change: { kind: entity.kind, id: entity.id, version: 1, state_version: 1, set: entity.state },
    };
    const event = {
      event_type: type,
      entity_type: entity.kind,
      entity_id: entity.id,
      payload: canonicalJson(payload),
      idempotency_key: null,
      actor: 'bench',
      cause_id: null,
      correlation_id: `bench-${eventId}`,
      created_at: timeOf(eventId, sizes.events + (sizes.ofOne ?? 0)),
    };
    hash = hashNewEvent(hash, eventId, event);
    const { event_type, entity_type, entity_id, correlation_id, created_at } = event;
    insert.run(
      eventId,
      event_type,
      entity_type,
      entity_id,
      event.payload,
      null,
      event.actor,
      null,
      correlation_id,
      created_at,
      hash,
    );
    index.run(
      eventId,
      stringsIn([event_type, entity_type, entity_id, event.actor, correlation_id, payload]),
    );
  }
  db.prepare('UPDATE search_progress SET event_id = ?').run(eventId);
}
