/**
 * The SQLite binding that fits this Node, chosen in this one place. better-sqlite3 13 needs Node 22;
 * 12 serves Node 20, and on 24.19 and newer it would end the process when a statement is collected.
 */
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

const require = createRequire(import.meta.url);
/** First major version of Node that the newer binding serves. */
const newerFrom = 22;
const major = Number.parseInt(process.versions.node, 10);

/** What opens a database; both bindings are alike in all that is used of them. */
export const Sqlite: typeof BetterSqlite =
  major >= newerFrom ? require('better-sqlite3-13') : require('better-sqlite3');
