/** Which signals end the service, and that none opens a debugger. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../src/cli/until-signal.ts'), 'utf8');
const { code } = transformSync(source, { loader: 'ts', format: 'esm' });
const program = `${code}
setInterval(() => {}, 1000);
const over = untilSignal();
process.stdout.write('ready\\n');
await over;
process.exit(7);`;

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s is a wish to stop; SIGUSR1 is not heard',
  async (signal) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
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
