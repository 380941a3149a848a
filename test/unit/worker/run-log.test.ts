/** Logs of runs: bounded on disk with offsets that stay, read without tearing characters, never anything but the log. */
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemEntropy } from '../../../src/lib/ids.ts';
import { createLogRecords } from '../../../src/worker/log/log-record.ts';
import type { PunchHole } from '../../../src/worker/log/punch-hole.ts';
import { createRunLogs, type RunLogs } from '../../../src/worker/log/run-log.ts';
import { createThrowawayFolder, type ThrowawayFolder } from '../../support/worker-bench.ts';

const run = { run_id: 'r-1', project_dir: 'p' };
const kib = 1024;
const bounds = { headBytes: 8 * kib, maxBytes: 64 * kib };
const refusing: PunchHole = async () => 'Operation not supported';
let folder: ThrowawayFolder;
let runDir: string;
let path: string;

beforeEach(async () => {
  folder = await createThrowawayFolder();
  runDir = join(folder.path, 'projects/p/.orrery/runs/r-1');
  path = join(runDir, 'agent.log');
  await mkdir(runDir, { recursive: true });
});
afterEach(() => folder.remove());

const logs = (punch?: PunchHole): RunLogs =>
  createRunLogs({
    projectRoot: join(folder.path, 'projects'),
    folder: join(folder.path, 'state'),
    bounds,
    entropy: systemEntropy,
    ...(punch === undefined ? {} : { punch }),
  });
/** Numbered lines of 16 bytes each, so that every byte tells its offset. */
const lines = (from: number, to: number): string =>
  Array.from(
    { length: to - from },
    (_, index) => `line ${String(from + index).padStart(10, '0')}\n`,
  ).join('');
const read = (of: RunLogs, offset: number, maxBytes = 16, isFinal = false) =>
  of.read(run, { offset, maxBytes, isFinal });
const lineAt = (offset: number): string => lines(offset / 16, offset / 16 + 1);

describe.each([
  ['punch_hole', undefined],
  ['copy_truncate', refusing],
] as const)('a log bounded by %s', (method, punch) => {
  it('keeps its beginning, its newest part and every offset', async () => {
    const made = logs(punch);
    await writeFile(path, lines(0, 16 * kib));
    expect(await made.bound(run)).toBeNull();
    const dropped = (await read(made, 100 * kib)).dropped!;
    expect(dropped.from).toBe(8 * kib);
    expect(dropped.to).toBeGreaterThan(200 * kib);
    const after = await read(made, 100 * kib);
    expect(after).toMatchObject({
      offset: dropped.to,
      text: lineAt(dropped.to),
      sizeBytes: 256 * kib,
    });
    expect(after.bounded?.method).toBe(method);
    expect((await read(made, 0)).text).toBe(lineAt(0));
    expect((await read(made, 8 * kib - 16, 4096)).text).toBe(lineAt(8 * kib - 16));
    expect((await read(made, -32)).text).toBe(lineAt(256 * kib - 32));

    // What the agent appends goes on at the offset it would have had.
    await appendFile(path, lines(16 * kib, 32 * kib));
    expect((await read(made, 256 * kib - 16, 32)).text).toBe(
      lineAt(256 * kib - 16) + lineAt(256 * kib),
    );
    expect(await made.bound(run)).toBeNull();
    const again = await read(made, dropped.to);
    expect(again.dropped).toMatchObject({ from: 8 * kib });
    expect(again.text).toBe(lineAt(again.dropped!.to));
    expect(again.sizeBytes).toBe(512 * kib);
    expect((await read(logs(punch), -16)).text).toBe(lineAt(512 * kib - 16));
    const blocks = await stat(path);
    expect(blocks.blocks * 512).toBeLessThanOrEqual(bounds.maxBytes + 8 * kib);
    let next = 0;
    for (let all = ''; next < 512 * kib; ) {
      const piece = await read(made, next, 256 * kib);
      all = piece.text;
      expect(all).not.toContain('\0');
      next = piece.nextOffset;
    }
  });

  it('is left alone while it is small, and when it has a second name', async () => {
    const made = logs(punch);
    await writeFile(path, lines(0, 4 * kib));
    expect(await made.bound(run)).toBeNull();
    expect((await read(made, 0)).bounded).toBeNull();
    await appendFile(path, lines(4 * kib, 16 * kib));
    await link(path, join(folder.path, 'other'));
    expect(await made.bound(run)).toMatch(/second name/);
    expect(await readFile(join(folder.path, 'other'), 'utf8')).toBe(lines(0, 16 * kib));
  });

  it('begins anew when the agent replaces it', async () => {
    const made = logs(punch);
    await writeFile(path, lines(0, 16 * kib));
    await made.bound(run);
    await writeFile(join(runDir, 'new'), 'fresh\n');
    await rename(join(runDir, 'new'), path);
    expect(await read(made, 0)).toMatchObject({ text: 'fresh\n', sizeBytes: 6, bounded: null });
    expect((await read(made, 9999)).problem).toMatch(/replaced or cut short/);
  });
});

describe('an emptying that a crash cut off', () => {
  it('is finished without showing anything twice', async () => {
    const made = logs(refusing);
    await writeFile(path, lines(0, 16 * kib));
    await made.bound(run);
    const records = createLogRecords(join(folder.path, 'state'), systemEntropy);
    const record = (await records.load(run.run_id))!;
    await records.save(run.run_id, { ...record, pending_size: 256 * kib });
    await writeFile(path, lines(0, 16 * kib));
    expect(await read(logs(refusing), -16)).toMatchObject({
      text: lineAt(256 * kib - 16),
      sizeBytes: 256 * kib,
    });
    expect((await stat(path)).size).toBe(0);
  });
});

describe('reading', () => {
  it('holds back a torn character while more may come, and no longer', async () => {
    const made = logs();
    await writeFile(path, Buffer.from([0x61, 0xe2, 0x82]));
    expect(await read(made, 0)).toMatchObject({ text: 'a', nextOffset: 1 });
    expect(await read(made, 1)).toMatchObject({ text: '', nextOffset: 1 });
    expect(await read(made, 1, 16, true)).toMatchObject({ text: '\ufffd', nextOffset: 3 });
    await appendFile(path, Buffer.from([0xac]));
    expect(await read(made, 1)).toMatchObject({ text: '€', nextOffset: 4 });
    expect(await read(made, 1, 1)).toMatchObject({ text: '€', nextOffset: 4 });
    expect(await read(made, -2)).toMatchObject({ text: '', offset: 4 });
  });

  it('of what is no file says so, and neither follows nor waits', async () => {
    const made = logs();
    expect(await read(made, 0)).toMatchObject({ text: '', problem: null });
    await symlink('/proc/self/environ', path);
    expect(await read(made, 0)).toMatchObject({
      text: '',
      problem: expect.stringMatching(/symbolic link/),
    });
    expect(await made.bound(run)).toMatch(/symbolic link/);
    await rm(path);
    execFileSync('mkfifo', [path]);
    expect((await read(made, 0)).problem).toMatch(/not a regular file/);
    expect(await made.bound(run)).toMatch(/not a regular file/);
    await rm(path);
    await mkdir(path);
    expect((await read(made, 0)).problem).toMatch(/not a regular file/);
  });

  it('does not leave the project root, and bears that the project is gone', async () => {
    const made = logs();
    const project = join(folder.path, 'projects/p');
    await writeFile(path, 'inside');
    await rename(project, join(folder.path, 'outside'));
    expect(await read(made, 0)).toMatchObject({ text: '', problem: null });
    await symlink(join(folder.path, 'outside'), project);
    expect((await read(made, 0)).problem).toMatch(/cannot be read/);
    expect(await made.bound(run)).toMatch(/cannot be bounded/);
  });
});
