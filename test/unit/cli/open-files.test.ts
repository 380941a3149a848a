/** How the starter ends where it may have too few files open to load the program. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

// A package of the real starter around a command line that says that it was loaded.
const dir = mkdtempSync(join(tmpdir(), 'orrery-open-files-'));
const bin = join(dir, 'bin', 'orrery.mjs');
mkdirSync(join(dir, 'bin'));
mkdirSync(join(dir, 'dist'));
copyFileSync(join(import.meta.dirname, '../../../bin/orrery.mjs'), bin);
writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
writeFileSync(
  join(dir, 'dist', 'cli.js'),
  "export const main = async () => (process.stdout.write('loaded'), 0);",
);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const startWith = (files: number) =>
  spawnSync('sh', ['-c', `ulimit -n ${files}; exec "$@"`, 'sh', process.execPath, bin], {
    encoding: 'utf8',
  });

it.skipIf(!existsSync('/proc/self/limits'))(
  'names the limit of open files and what sets it, and loads nothing, where that is too low',
  () => {
    const { status, stdout, stderr } = startWith(64);
    expect({ status, stdout }).toEqual({ status: 70, stdout: '' });
    expect(stderr).toBe(
      'orrery may have 64 files open here and needs 128 or more: raise the limit ' +
        '(ulimit -n 1024 in the shell, LimitNOFILE=65536 in the systemd unit)\n',
    );
    expect(startWith(128)).toMatchObject({ status: 0, stdout: 'loaded', stderr: '' });
  },
);
