/** Prepared statements by their text, for SQL that is put together from fixed parts. */
import type { Database, Statement } from 'better-sqlite3';

/** Statements kept; texts vary only by kind, sort and which filters are set. */
const statementsMax = 256;

/** Gives the statement of an SQL text, prepared when it is first asked for. */
export type PrepareCached = <Row>(sql: string) => Statement<unknown[], Row>;

/** A `prepare` that remembers; the statement unused for longest gives way when it is full. */
export function createStatementCache(db: Database): PrepareCached {
  const statements = new Map<string, Statement>();
  return <Row>(sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.delete(sql);
    statements.set(sql, statement);
    if (statements.size > statementsMax) statements.delete(statements.keys().next().value ?? '');
    return statement as Statement<unknown[], Row>;
  };
}
