/** Applies the repository rules to every file git knows or would add. Exit code 1 on a finding. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { findUnsent } from './event-senders.mjs';
import { checkFile } from './repository-rules.mjs';
import { root } from './stale.mjs';

const { code, stdout, stderr } = await runCommand('git', [
  'ls-files',
  '-z',
  '--cached',
  '--others',
  '--exclude-standard',
]);
if (code !== 0) throw new Error(`git ls-files: ${stderr}`);
const paths = stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
const exists = (path) => existsSync(join(root, path));
const findings = paths.flatMap((path) => {
  if (lstatSync(join(root, path)).isSymbolicLink())
    return [`${path}:1: is a symbolic link (plain-files)`];
  const bytes = readFileSync(join(root, path));
  return bytes.includes(0) ? [] : checkFile(path, bytes.toString('utf8'), exists);
});
const sources = paths.filter((path) => /^src\/.*\.ts$/.test(path));
findings.push(
  ...findUnsent(new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))),
);
for (const finding of findings) process.stdout.write(`${finding}\n`);
if (paths.length === 0) process.stdout.write('git lists no file, so nothing was checked\n');
process.exitCode = findings.length === 0 && paths.length > 0 ? 0 : 1;
