/** What a server or a login does not do that a journal which writes needs, asked before it fails on it. */
import { checkUrl, lookOnce, quoteSchema, schemaDefault } from './open.ts';

/**
 * Null where nothing is missing, else in words what is, and who gives it. The schema need not be there. Throws as
 * `openPostgresJournal` does.
 */
export async function findMissingRight(
  url: string,
  schemaName: string = schemaDefault,
): Promise<string | null> {
  checkUrl(url);
  const schema = quoteSchema(schemaName);
  return lookOnce(url, async (read) => {
    const [found] = await read<{
      replica: boolean;
      refuses: boolean;
      login: string;
      new: boolean;
      make: boolean;
      own: boolean;
    }>(
      `SELECT pg_is_in_recovery() AS replica, current_setting('default_transaction_read_only') = 'on' AS refuses,
         current_user::text AS login, to_regnamespace($1) IS NULL AS new,
         has_database_privilege(current_database(), 'CREATE') AS make,
         NOT EXISTS (SELECT FROM pg_namespace WHERE oid = to_regnamespace($1) AND NOT pg_has_role(nspowner, 'USAGE'))
         AND NOT EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'i')
           AND NOT pg_has_role(relowner, 'USAGE')) AS own`,
      [schema],
    );
    if (found === undefined) return null;
    const { login } = found;
    if (found.replica) {
      return 'the server is a replica, which takes no writes; promote it, or name the one that writes in hosted_database_url';
    }
    if (found.refuses) {
      return 'the server takes no writes there (default_transaction_read_only); an administrator switches that off';
    }
    if (found.new) {
      return found.make
        ? null
        : `the login ${login} may not make the schema ${schema}; an administrator makes it: CREATE SCHEMA ${schema} AUTHORIZATION ${login}`;
    }
    return found.own
      ? null
      : `the login ${login} does not own the schema ${schema} and all that is in it; an administrator gives it to it`;
  });
}
