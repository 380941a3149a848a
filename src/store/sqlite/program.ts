/** Holds a store against the version of the program that wrote to it last: one of before it may not know its states. */
import type { Database } from 'better-sqlite3';
import { sayWrittenLater } from '../../lib/newer-version.ts';
import { ownVersion } from '../../lib/package-root.ts';
import { StoreVersionError } from './migrate.ts';

/** Throws `StoreVersionError` where a later version wrote to it; else, where it is written to, says that this one did. */
export function checkProgram(db: Database, readonly: boolean): void {
  const own = ownVersion();
  const last = db.prepare<[], string>('SELECT version FROM program').pluck().get();
  const said = sayWrittenLater(`The database ${db.name}`, last, own);
  if (said !== null) {
    throw new StoreVersionError(
      'newer',
      `${said}. Use the newer program, or put back a backup from before it.`,
    );
  }
  if (readonly || last === own) return;
  db.transaction(() => {
    db.exec('DELETE FROM program');
    db.prepare('INSERT INTO program VALUES (?)').run(own);
  }).immediate();
}
