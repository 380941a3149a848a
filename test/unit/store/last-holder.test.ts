/** Who held the lease from a state folder before, where that is known to be over. */
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLastHolder } from '../../../src/store/hosted/last-holder.ts';

it.runIf(process.platform === 'linux')('is known on the same folder, and on no copy of it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-holder-'));
  const lock = join(dir, 'control.lock');
  writeFileSync(lock, '');
  const first = readLastHolder(lock);
  expect(first.former).toBeNull();
  first.note('one');
  // One that never held the lease leaves what is kept as it is.
  expect(readLastHolder(lock).former).toBe('one');
  readLastHolder(lock).note('two');
  expect(readLastHolder(lock).former).toBe('two');
  // What a copy of the folder has is another lock.
  copyFileSync(lock, `${lock}.copy`);
  renameSync(`${lock}.copy`, lock);
  expect(readLastHolder(lock).former).toBeNull();
  writeFileSync(`${lock}-holder`, 'no JSON');
  expect(readLastHolder(lock).former).toBeNull();
  rmSync(dir, { recursive: true });
});
