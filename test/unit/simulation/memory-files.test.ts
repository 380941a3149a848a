/** Folders in memory: a gate sees in them what it would see on a disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSeededEntropy } from '../../../src/lib/ids.ts';
import { createMemoryFiles } from '../../../src/simulation/memory-files.ts';
import { diskFiles } from '../../../src/worker/files.ts';
import type { GateFiles } from '../../../src/worker/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'memory-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What came of each call: its answer without times, or the code of its error. */
async function told(files: GateFiles, root: string): Promise<unknown[]> {
  const at = (path: string): string => join(root, path);
  const seen: unknown[] = [];
  const note = async (call: () => Promise<unknown>): Promise<void> => {
    seen.push(await call().catch((error: NodeJS.ErrnoException) => error.code));
  };
  const read = async (path: string, max: number, offset?: number) => {
    const slice = await files.read(at(path), max, offset);
    return slice === undefined ? 'nothing' : [slice.data.toString('utf8'), slice.sizeBytes];
  };
  const kind = async (path: string) => {
    const look = await files.stat(at(path));
    return [look.isFile(), look.isDirectory(), look.isFile() ? look.size : null];
  };
  const names = async (path: string) =>
    (await files.list(at(path))).map((each) => `${each.name} ${each.isDirectory()}`).toSorted();
  await note(() => read('a/b.txt', 9));
  await note(() => names('a'));
  await note(() => kind('a'));
  await note(() => files.write(at('a/b.txt'), 'one two'));
  await note(() => read('a/b.txt', 3));
  await note(() => read('a/b.txt', 9, -3));
  await note(() => read('a/b.txt', 9, 4));
  await note(() => read('a', 9));
  await note(() => read('a/b.txt/c', 9));
  await note(() => kind('a/b.txt'));
  await note(() => kind('a'));
  await note(() => names('a'));
  await note(() => names('a/b.txt'));
  await note(() => files.mkdir(at('a/c/d')));
  await note(() => files.mkdir(at('a/c')));
  await note(() => files.mkdir(at('a/b.txt/x')));
  await note(() => names('a'));
  await note(() => files.rename(at('a/none'), at('z')));
  await note(() => files.rename(at('a/c'), at('a')));
  await note(() => files.rename(at('a/b.txt'), at('a/c/e.txt')));
  await note(() => read('a/c/e.txt', 9));
  await note(() => read('a/b.txt', 9));
  await note(() => files.remove(at('a/c')));
  await note(() => files.remove(at('a/c')));
  await note(() => names('a'));
  return seen;
}

it('answers as a disk does, call by call', async () => {
  const onDisk = await told(diskFiles(createSeededEntropy(1)), folder);
  const inMemory = await told(createMemoryFiles(() => 0).port, '/simulated/folder');
  expect(inMemory).toEqual(onDisk);
});
