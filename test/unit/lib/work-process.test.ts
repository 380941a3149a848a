/** A process that works for another: what it is given, how it ends, and that it never stays behind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PoolAnswer, PoolMember } from '../../../src/lib/work-pool.ts';
import { OutOfMemoryError, startProcess } from '../../../src/lib/work-process.ts';
import { threadFile } from '../../../src/lib/worker-thread.ts';
import { childrenOf, processText } from '../../support/child-processes.ts';

let dir: string;
const started: PoolMember[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'orrery-process-'));
});
afterEach(async () => {
  for (const member of started.splice(0)) await member.terminate();
  rmSync(dir, { recursive: true });
});

function start(name: string, data: unknown, memoryMib = 256) {
  const heard: PoolAnswer[] = [];
  const member = startProcess(name, data, (message) => heard.push(message as PoolAnswer), {
    memoryMib,
  });
  member.hold(true);
  started.push(member);
  return { member, heard };
}
const papersProcesses = (): readonly number[] =>
  childrenOf(process.pid).filter((pid) => processText(pid, 'cmdline').includes('papers.js'));
/** Of one that nobody has buried yet there is no command line. */
const isThere = (pid: number): boolean => processText(pid, 'cmdline') !== '';

describe('how it ends', () => {
  it('by itself when it is told to, with nothing to tell', async () => {
    const { member } = start('bodies', null);
    member.port.postMessage('close');
    expect(await member.ended).toBeNull();
  });
  it('with what tells that its memory was too small, and with its bound', async () => {
    const { member } = start('bodies', null, 16);
    const texts = Array.from({ length: 400_000 }, (_, index) => `text ${index}, of some length`);
    const body = Buffer.from(JSON.stringify(texts));
    member.port.postMessage({ method: 'take', args: [body.length, 0, body] });
    member.port.postMessage({ method: 'read', args: [body.length, null, ''] });
    const end = await member.ended;
    expect(end).toBeInstanceOf(OutOfMemoryError);
    expect(end).toMatchObject({ memoryMib: 16, message: 'took more than 16 MiB of memory' });
  });
  it('with the signal that ended it, and nobody is thrown at by what is said to it then', async () => {
    const { member } = start('bodies', null);
    await member.terminate();
    await member.terminate();
    member.port.postMessage({ method: 'next', args: [] });
    expect(await member.ended).toMatchObject({ message: 'the process bodies ended by SIGKILL' });
  });
  it('says what it cannot start', () => {
    expect(() => start('no-such-work', null)).toThrow(/no-such-work\.js is missing/);
  });
});

describe.runIf(process.platform === 'linux')('what it leaves behind', () => {
  const holdFile = () => join(dir, 'hold');

  it('nothing, when whoever started it is killed while it works on something endless', async () => {
    writeFileSync(holdFile(), '');
    // As the service starts it, in a program that can be killed.
    const parent = spawn(process.execPath, ['-e', endlessParent], {
      env: { ...process.env, FILE: threadFile('papers'), HOLD: holdFile(), DIR: dir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const child = Number(
      await new Promise((resolve) =>
        parent.stdout.once('data', (text: Buffer) => resolve(text.toString())),
      ),
    );
    expect(isThere(child)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isThere(child)).toBe(false);
  });
});

it.runIf(process.platform === 'linux')(
  'is of the group of the service, and bears an interrupt that it gets',
  async () => {
    const { member, heard } = start('papers', null);
    member.port.postMessage({ method: 'findRoles', args: [{ projectDir: dir }] });
    await expect.poll(() => heard.length).toBe(1);
    const pids = papersProcesses();
    expect(pids).toHaveLength(1);
    // By its group the service tells its own processes from those of runs; proc(5), field 5 of stat.
    const groupOf = (pid: number) => processText(pid, 'stat').split(') ').at(-1)?.split(' ')[2];
    expect(groupOf(pids[0]!)).toBe(groupOf(process.pid));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pids[0]!, signal);
    member.port.postMessage({ method: 'findRoles', args: [{ projectDir: dir }] });
    await expect.poll(() => heard.length).toBe(2);
  },
);

it.runIf(process.platform === 'linux')('knows no setting of the service', async () => {
  process.env['ORRERY_CONTROL_API_BEARER_TOKEN'] = 'not-for-work-on-papers';
  try {
    const { member, heard } = start('papers', null);
    member.port.postMessage({ method: 'findRoles', args: [{ projectDir: dir }] });
    await expect.poll(() => heard.length).toBe(1);
    const text = papersProcesses()
      .map((pid) => processText(pid, 'environ'))
      .join('');
    expect(text).toContain('PATH=');
    expect(text).not.toContain('not-for-work-on-papers');
  } finally {
    delete process.env['ORRERY_CONTROL_API_BEARER_TOKEN'];
  }
});

const endlessParent = `
  const { fork } = require('node:child_process');
  const data = { holdFile: process.env.HOLD };
  const child = fork(process.env.FILE, [JSON.stringify({ data, parentPid: process.pid })], {
    serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What is held up is sent once it is known to listen, so that it comes before the end of its parent.
  child.once('message', () => {
    child.send({ method: 'drafts', args: [{ dir: '/', from: null }] }, () => console.log(child.pid));
  });
  child.send({ method: 'recover', args: [{ parent: process.env.DIR, name: null }] });
`;
