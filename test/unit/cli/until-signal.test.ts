/** Which signals end the service, and that none opens a debugger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const source = readFileSync(join(root, 'src/cli/until-signal.ts'), 'utf8');
const { code } = transformSync(source, { loader: 'ts', format: 'esm' });

// A package of the real starter around a command line that does nothing but wait.
const dir = mkdtempSync(join(tmpdir(), 'orrery-signals-'));
const bin = join(dir, 'bin', 'orrery.mjs');
mkdirSync(join(dir, 'bin'));
mkdirSync(join(dir, 'dist'));
copyFileSync(join(root, 'bin/orrery.mjs'), bin);
writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
writeFileSync(
  join(dir, 'dist', 'cli.js'),
  `${code}
export async function main() {
  const alive = setInterval(() => {}, 1000);
  const over = untilSignal();
  process.stdout.write('ready\\n');
  await over;
  clearInterval(alive);
  return 7;
}`,
);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s is a wish to stop; SIGUSR1 is not heard',
  async (signal) => {
    const child = spawn(process.execPath, [bin]);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(child.stdout, 'data');
    child.kill('SIGUSR1');
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(7);
    expect(said).not.toContain('Debugger');
  },
);
