/** A soak that is killed leaves nothing behind that runs, not even what stood still at the time. */
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endPrograms, makeFolder, startProgram } from '../support/e2e-program.ts';
import { until } from '../support/e2e-service.ts';

afterAll(endPrograms);

/** Processes that run below a folder, by what their folder is called. */
function runningBelow(folder: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync('/proc')) {
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`);
      if (Number(name) > 0 && cwd.startsWith(`${folder}/`)) found.set(Number(name), cwd);
    } catch {
      // It has ended, or is no process.
    }
  }
  return found;
}

it('ends its control plane, its workers and its neighbour', async () => {
  const cwd = makeFolder();
  const scratch = join(cwd, 'scratch');
  mkdirSync(scratch);
  const args = ['soak', '--minutes', '5', '--workers', '2', '--correctness-only'];
  const soak = startProgram(args, { cwd, env: { TMPDIR: scratch } });
  const control = await until(async () => {
    const places = [...runningBelow(scratch)];
    const pidIn = (name: RegExp) => places.find(([, place]) => name.test(place))?.[0];
    // The neighbour is the last to be started, in the scratch folder itself.
    const all = [/gate-0$/, /sim-1$/, /orrery-soak-[^/]+$/].every(
      (name) => pidIn(name) !== undefined,
    );
    return all && pidIn(/control$/);
  }, 'all of its processes run');
  process.kill(control, 'SIGSTOP');
  soak.signal('SIGKILL');
  await until(async () => runningBelow(scratch).size === 0, 'nothing of it runs any more');
  expect(await soak.ended).toMatchObject({ signal: 'SIGKILL' });
});
