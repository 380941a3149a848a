/** The stream of GPU readings with real processes that replay a recorded `nvidia-smi`. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import type { GpuSource } from '../../../src/sensing/gpu-source.ts';
import { createGpuStreamSource } from '../../../src/sensing/gpu-stream-source.ts';
import { type FakeNvidia, makeFakeNvidia } from '../../support/fake-nvidia-smi.ts';

let dir: string;
let source: GpuSource | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'smi-'));
});
afterEach(async () => {
  await source?.close?.();
  rmSync(dir, { recursive: true, force: true });
});

const openSource = (fake: Pick<FakeNvidia, 'command'>): GpuSource => {
  source = createGpuStreamSource({
    clock: systemClock,
    random: () => 1,
    sampleIntervalMs: 1000,
    command: fake.command,
    timeoutMs: 20_000,
    hasDevices: () => false,
  });
  return source;
};
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

describe('a real program', () => {
  it('answers many readings from one process and ends it when closed', async () => {
    const fake = makeFakeNvidia(dir);
    const gpus = openSource(fake);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await gpus.read()).toMatchObject({ problems: [], gpus: [{ power_limit_w: 700 }] });
    }
    const streams = fake.started().filter((each) => each.periodMs > 0);
    expect(streams).toHaveLength(1);
    expect(isAlive(streams[0]!.pid)).toBe(true);
    await gpus.close!();
    expect(isAlive(streams[0]!.pid)).toBe(false);
  });

  it('goes on with single queries when the program dies', async () => {
    const fake = makeFakeNvidia(dir, { DIE_AT: 1 });
    const gpus = openSource(fake);
    const readings = [await gpus.read(), await gpus.read()];
    for (const { gpus: seen } of readings) expect(seen).toHaveLength(1);
    // A busy machine may notice the end before the first reading is taken.
    expect(readings.flatMap(({ problems }) => problems)).toContainEqual(
      expect.stringMatching(/ended \(status 15\); single queries/),
    );
  });

  it('learns which field the driver does not know', async () => {
    const fake = makeFakeNvidia(dir, { REFUSES: 'mig.mode.current' });
    const reading = await openSource(fake).read();
    expect(reading).toMatchObject({ problems: [], gpus: [{ power_limit_w: 700 }] });
    expect(reading.gpus![0]).not.toHaveProperty('partitioned');
  });

  it('takes no reading that lacks a GPU from the stream', async () => {
    const fake = makeFakeNvidia(dir, { COUNT: 2, READINGS: 2 });
    const gpus = openSource(fake);
    // The stream never tells a whole reading and ends; the single query has one GPU to tell.
    expect((await gpus.read()).problems[0]).toMatch(/ended \(status 0/);
  });

  it('knows that there is no GPU where there is no program', async () => {
    const missing = { command: join(dir, 'nothing-here') };
    expect(await openSource(missing).read()).toEqual({ gpus: [], problems: [] });
  });
});

describe('a service that is killed', () => {
  it('leaves no program behind, since its next line meets a closed pipe', async () => {
    // Every process of the program holds this pipe; it ends when the last of them has gone.
    const alive = join(dir, 'alive');
    execFileSync('mkfifo', [alive]);
    const told = join(dir, 'pid');
    const loop = `echo $$ >'${told}'; while :; do echo line; sleep 0.05; done`;
    const bundle = join(dir, 'stream-command.mjs');
    await esbuild.build({
      entryPoints: [join(import.meta.dirname, '../../../src/sensing/stream-command.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const script = `
      import { startStream } from ${JSON.stringify(bundle)};
      const args = ['-c', ${JSON.stringify(`exec 9>'${alive}'; ${loop}`)}];
      startStream({ command: 'sh', args, onData: () => console.log('told'), onEnd: () => {} });`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const reader = await open(alive, 'r');
    await new Promise((resolve) => service.stdout.once('data', resolve));
    const pid = Number(readFileSync(told, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    service.kill('SIGKILL');
    expect((await reader.readFile()).length).toBe(0);
    await reader.close();
  });
});
