/** Makes a program that replays the recorded lines of a real `nvidia-smi`, with faults on demand. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fixture = join(import.meta.dirname, '../fixtures/gpu-trace-h200/samples.jsonl');
const script = join(import.meta.dirname, 'fake-nvidia-smi.sh');

export type FakeNvidiaOption = 'REFUSES' | 'HANG_AT' | 'DIE_AT' | 'APPS' | 'COUNT' | 'READINGS';

export interface FakeNvidia {
  /** The program's path. */
  readonly command: string;
  /** What was started so far, oldest first. `periodMs` is 0 for a single query. */
  started(): { pid: number; periodMs: number; query: string }[];
}

/** The recorded lines of `--query-gpu`, as the driver wrote them, without line ends. */
export function recordedGpuLines(): string[] {
  const lines = readFileSync(fixture, 'utf8').trim().split('\n');
  return lines.map((line) => String(JSON.parse(line).query_gpu).trim());
}

/** Writes the program into `dir`, which the caller removes. See the script for the options. */
export function makeFakeNvidia(
  dir: string,
  options: Partial<Record<FakeNvidiaOption, string | number>> = {},
): FakeNvidia {
  const log = join(dir, 'started');
  const lines = join(dir, 'lines');
  const command = join(dir, 'nvidia-smi');
  writeFileSync(lines, `${recordedGpuLines().join('\n')}\n`);
  const settings = Object.entries({ LOG: log, LINES: lines, ...options }).map(
    ([name, value]) => `FAKE_${name}='${value}'; export FAKE_${name}`,
  );
  writeFileSync(command, `#!/bin/sh\n${settings.join('\n')}\nexec sh '${script}' "$@"\n`);
  chmodSync(command, 0o755);
  return {
    command,
    started: () =>
      (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map((line) => {
        const [pid, periodMs, query] = line.split(' ');
        return { pid: Number(pid), periodMs: Number(periodMs), query: query! };
      }),
  };
}
