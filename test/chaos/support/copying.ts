/**
 * Run as a process of its own: copies a store, to PostgreSQL or back, and is killed at the nth time that it says
 * this of itself.
 */
import { cutOff } from '../../../src/cli/store-copy-cut-off.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { CopyWriteError, copyStore } from '../../../src/store/copy/copy.ts';
import { openPostgresSource } from '../../../src/store/copy/postgres-source.ts';
import { openPostgresTarget } from '../../../src/store/copy/postgres-target.ts';
import { openSqliteSource } from '../../../src/store/copy/sqlite-source.ts';
import { openSqliteTarget } from '../../../src/store/copy/sqlite-target.ts';

const [, , to, url = '', schema = '', path = '', killAt = '', nth = ''] = process.argv;
let left = Number(nth);
const onProgress = (what: string): void => {
  if (what !== killAt) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const isToSqlite = to === 'sqlite';
const source = isToSqlite
  ? await openPostgresSource(url, systemClock, schema)
  : openSqliteSource(path);
const { mark } = source;
const own = { url, schema, mark, clock: systemClock, entropy: systemEntropy };
const open = async () => (isToSqlite ? openSqliteTarget(path, mark) : openPostgresTarget(own));
const report = await copyStore(source, open, onProgress).catch((error: unknown) => {
  if (!(error instanceof CopyWriteError)) throw error;
  const { message, lines } = cutOff(error, isToSqlite ? path : null);
  process.stderr.write(`${[message, ...lines].join('\n')}\n`);
  process.exit(1);
});
await source.close();
process.stdout.write(`${JSON.stringify(report)}\n`);
