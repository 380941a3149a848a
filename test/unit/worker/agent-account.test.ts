/**
 * Agents under an account of their own. Only root may change accounts without further rights, so the
 * part that starts one is left out elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readRegularFile } from '../../../src/worker/files.ts';
import { createWorkerBench, eventually, type WorkerBench } from '../../support/worker-bench.ts';

let bench: WorkerBench;
afterEach(() => bench.close());

const canChange =
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0;
const run = {
  run_id: 'p-20260101T000000000',
  project_id: 'p',
  project_dir: 'p',
  prompt_file: 'prompt.md',
};

async function dispatch(environment: Readonly<Record<string, string>>) {
  bench = await createWorkerBench({ environment });
  await chmod(bench.folder.path, 0o755);
  await bench.gate.prepare({
    ...run,
    project_name: 'P',
    prompt_text: 'x',
    overwrite: false,
  });
  const project = join(bench.folder.path, 'projects', 'p');
  await chmod(project, 0o777);
  await bench.folder.write('secret', 'hunter2', 0o600);
  const more = { mode: 'exec', model: 'm', reasoning_effort: 'low', sandbox: 's' } as const;
  const started = bench.gate.dispatch({ ...run, ...more });
  const read = async (name: string): Promise<string | undefined> =>
    (await readRegularFile(join(project, name), 1000))?.data.toString('utf8');
  return { started, read };
}

describe('an agent', () => {
  it.skipIf(!canChange)('runs under the account it is given and cannot read the rest', async () => {
    const { started, read } = await dispatch({
      ORRERY_AGENT_ACCOUNT: 'nobody',
      ORRERY_AGENT_COMMAND:
        'id -un >who; grep CapEff /proc/self/status >>who; cat ../../secret >stolen 2>/dev/null; tr "\\0" "\\n" </proc/$PPID/environ >outer 2>/dev/null; echo done >end',
    });
    await started;
    await eventually(() => read('end'));
    expect(await read('who')).toMatch(/^nobody\nCapEff:\t0+\n$/);
    expect(await read('stolen')).toBe('');
    expect(await read('outer')).toBeUndefined();
  });

  it('is not started where its account does not exist, and the reason is told', async () => {
    const { started } = await dispatch({
      ORRERY_AGENT_ACCOUNT: 'no-such-account',
      ORRERY_AGENT_COMMAND: 'true',
    });
    await expect(started).rejects.toMatchObject({
      code: 'dispatch_script_failed',
      message: expect.stringMatching(/no such account|there is no setpriv/),
    });
  });
});
