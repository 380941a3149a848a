/**
 * Brings a database up to the current schema, in one transaction: the disk is waited for once. Each
 * migration leaves a row with the checksum of its text, so that a database written by a newer or an
 * edited program is refused instead of misread.
 */
import type { Database } from 'better-sqlite3';
import { sha256Hex } from '../../lib/hash.ts';
import type { Migration } from './migrations/migration.ts';

/** Why a database cannot be used; the message says what to do. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

/** A database of another version than this program's; the message says which program it needs. */
export class StoreVersionError extends StoreOpenError {
  constructor(
    readonly version: 'earlier' | 'newer',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Applies what is missing. Throws `StoreOpenError` and changes nothing when that is not possible. */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  if (pendingMigrations(db, migrations).length === 0) return;
  // Immediate: of two programs that start together, the second sees what the first has done.
  db.transaction(() => {
    for (const migration of pendingMigrations(db, migrations)) apply(db, migration);
  }).immediate();
}

/** Migrations not applied yet. Throws `StoreOpenError` when the database does not fit these. */
export function pendingMigrations(
  db: Database,
  migrations: readonly Migration[],
): readonly Migration[] {
  const applied = appliedMigrations(db);
  if (applied.length === 0) refuseForeignTables(db);
  for (const row of applied) assertKnown(db, row, migrations);
  const done = new Set(applied.map((row) => row.number));
  return migrations.filter(({ number }) => !done.has(number));
}

function apply(db: Database, migration: Migration): void {
  db.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations
       (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)`,
  );
  db.exec(migration.sql);
  db.prepare('INSERT INTO schema_migrations (number, name, checksum) VALUES (?, ?, ?)').run(
    migration.number,
    migration.name,
    sha256Hex(migration.sql),
  );
}

function appliedMigrations(db: Database): AppliedRow[] {
  if (!hasTable(db, 'schema_migrations')) return [];
  return db.prepare<[], AppliedRow>('SELECT * FROM schema_migrations ORDER BY number').all();
}

function hasTable(db: Database, name: string): boolean {
  return (
    db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(name) !==
    undefined
  );
}

function refuseForeignTables(db: Database): void {
  const table = db
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT 1`)
    .get();
  if (table?.name === 'schema_migrations') {
    throw new StoreOpenError(
      `The database ${db.name} does not say any more which migrations were applied: it is damaged. Put a backup in its place.`,
    );
  }
  if (table !== undefined) {
    throw new StoreOpenError(
      `The database ${db.name} belongs to another program: it holds a table "${table.name}" but no ` +
        'schema_migrations. Choose another path.',
    );
  }
}

function assertKnown(db: Database, row: AppliedRow, migrations: readonly Migration[]): void {
  const migration = migrations.find(({ number }) => number === row.number);
  if (migration === undefined) {
    throw new StoreVersionError(
      'newer',
      `The database ${db.name} was written by a newer program: it has migration ${row.number} "${row.name}", ` +
        `this program knows ${migrations.length}. Use the newer program, or put back a backup from before it.`,
    );
  }
  if (sha256Hex(migration.sql) !== row.checksum) {
    throw new StoreOpenError(
      `Migration ${row.number} "${row.name}" was applied to ${db.name} with another text than this program has. ` +
        'Start the program that wrote the database, or restore a backup.',
    );
  }
}
