/** Holds a store against the version of the program that wrote to it last: one of before it may not know its states. */
import type { Database } from 'better-sqlite3';
import { isNewerVersion } from '../../lib/newer-version.ts';
import { findPackageRoot, packageVersion } from '../../lib/package-root.ts';
import { StoreVersionError } from './migrate.ts';

/** Throws `StoreVersionError` where a later version than `own` wrote to it; else, where it is written to, says that `own` did. */
export function checkProgram(
  db: Database,
  readonly: boolean,
  own: string = packageVersion(findPackageRoot(import.meta.url)),
): void {
  const last = db.prepare<[], string>('SELECT version FROM program').pluck().get();
  if (last !== undefined && isNewerVersion(last, own)) {
    throw new StoreVersionError(
      'newer',
      `The database ${db.name} was last written by version ${last} of this program, and this is ${own}: it may hold states that ` +
        'this one does not know. Use the newer program, or put back a backup from before it.',
    );
  }
  if (readonly || last === own) return;
  db.transaction(() => {
    db.exec('DELETE FROM program');
    db.prepare('INSERT INTO program VALUES (?)').run(own);
  }).immediate();
}
