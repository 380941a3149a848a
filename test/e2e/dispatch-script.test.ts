/** The shipped dispatch script by itself, in the shells at hand: what it prints, leaves and survives. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createThrowawayFolder,
  dispatchScriptPath,
  eventually,
  processSource,
  type ThrowawayFolder,
} from '../support/worker-bench.ts';

const run = promisify(execFile);
const tools = ['mkdir', 'mv', 'cut', 'sleep', 'kill', 'echo'];
const shells = ['dash', 'bash', 'busybox'].filter((name) => existsSync(`/bin/${name}`));

let folder: ThrowawayFolder;
beforeEach(async () => {
  folder = await createThrowawayFolder();
  await mkdir(join(folder.path, 'a project'), { recursive: true });
  await mkdir(join(folder.path, 'bin'));
});
afterEach(() => folder.remove());

const runFile = (name: string) => join(folder.path, 'a project/run', name);
const read = (name: string) => readFileSync(runFile(name), 'utf8');
const readIfThere = (name: string) => (existsSync(runFile(name)) ? read(name) : '');

/** Dispatches `command` with only these tools in PATH, `sh` being `shell`. */
async function dispatch(command: string | null, shell: string, programs = [...tools, 'setsid']) {
  const bin = join(folder.path, 'bin');
  for (const name of programs) symlinkSync(join('/usr/bin', name), join(bin, name));
  symlinkSync(`/bin/${shell}`, join(bin, 'sh'));
  const { stdout } = await run(join(bin, 'sh'), [dispatchScriptPath], {
    env: {
      PATH: bin,
      ORRERY_PROJECT_DIR: join(folder.path, 'a project'),
      ORRERY_RUN_DIR: join(folder.path, 'a project/run'),
      ...(command === null ? {} : { ORRERY_AGENT_COMMAND: command }),
    },
  });
  const answer = JSON.parse(stdout) as { pid: number; pgid: number | null; start_ticks: number };
  const ended = () => eventually(() => (existsSync(runFile('exit_code')) ? true : undefined));
  return { answer, ended };
}

describe.each(shells)('the dispatch script under %s', (shell) => {
  it('refuses a start without a command, and says what to set', async () => {
    const refusal = dispatch(null, shell);
    await expect(refusal).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringContaining('set agent_command'),
    });
  });

  it('starts the agent in a session of its own, appends its log and notes its status', async () => {
    await folder.write('a project/run/agent.log', 'before\n');
    const command = 'echo "in $PWD"; echo trouble >&2; sleep 0.2; exit 7';
    const { answer, ended } = await dispatch(command, shell);
    const seen = await processSource.readStat(answer.pid);
    expect(answer).toMatchObject({ pgid: answer.pid });
    if (seen !== undefined) expect(seen.startTicks).toBe(answer.start_ticks);
    await ended();
    expect(read('exit_code')).toBe('7\n');
    expect(read('agent.log')).toBe(`before\nin ${join(folder.path, 'a project')}\ntrouble\n`);
  });

  it('notes the status of an agent that is ended with its whole group', async () => {
    const { answer, ended } = await dispatch('echo ready; exec sleep 30', shell);
    await eventually(() => (readIfThere('agent.log') === 'ready\n' ? true : undefined));
    process.kill(-answer.pid, 'SIGTERM');
    await ended();
    expect(read('exit_code')).toBe('143\n');
  });

  it('without setsid names a process group only where there is one', async () => {
    const { answer, ended } = await dispatch('sleep 0.2', shell, tools);
    expect([answer.pid, null]).toContain(answer.pgid);
    await ended();
    expect(read('exit_code')).toBe('0\n');
  });
});
