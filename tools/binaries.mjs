/**
 * Compares the binaries of uWebSockets.js with the SHA-256 sums on record in
 * `src/http/transport/uws-binaries.json`: the lock file vouches for the archive of the package, this
 * for each file that is loaded, whatever happened to the folder since. `--renew` writes the record
 * anew, for when the version was changed on purpose.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './stale.mjs';

const recordPath = join(root, 'src/http/transport/uws-binaries.json');
const shipped = join(root, 'node_modules/uWebSockets.js/dist/bin');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** What the record has to say of the binaries in `folder`. */
function describeBinaries(folder) {
  const files = readdirSync(folder).sort();
  const sum = (file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return {
    package: readJson(join(root, 'package.json')).dependencies['uWebSockets.js'],
    sha256: Object.fromEntries(files.map((file) => [file, sum(file)])),
  };
}

/** A sentence for each binary in `folder` that is not the one on record; empty when all are. */
export function checkBinaries(folder = shipped) {
  const record = readJson(recordPath);
  const found = describeBinaries(folder);
  const files = [...new Set([...Object.keys(record.sha256), ...Object.keys(found.sha256)])];
  const problems = files.flatMap((file) => {
    if (found.sha256[file] === record.sha256[file]) return [];
    if (found.sha256[file] === undefined) return [`${file} is missing`];
    if (record.sha256[file] === undefined) return [`${file} is not on record`];
    return [
      `${file} has the SHA-256 ${found.sha256[file]} instead of ${record.sha256[file]}: it was altered`,
    ];
  });
  if (found.package === record.package) return problems;
  return [`package.json wants ${found.package}, on record is ${record.package}`, ...problems];
}

/** Rejects with all of them, and with what to do. */
export function assertBinaries(folder) {
  const problems = checkBinaries(folder);
  if (problems.length === 0) return;
  throw new Error(
    `the binaries of uWebSockets.js are not those on record:\n  ${problems.join('\n  ')}\n` +
      'Run npm ci; after a change of version on purpose, node tools/binaries.mjs --renew.',
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--renew')) {
    writeFileSync(recordPath, `${JSON.stringify(describeBinaries(shipped), null, 2)}\n`);
  }
  assertBinaries();
}
