/** What an agent's report is taken for, and what is none. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '../../../src/domain/limits.ts';
import { diskReads } from '../../../src/worker/files.ts';
import { readUsage } from '../../../src/worker/usage.ts';

let runDir: string;
beforeEach(() => {
  runDir = mkdtempSync(join(tmpdir(), 'usage-'));
});
afterEach(() => rmSync(runDir, { recursive: true }));
const write = (text: string): void => writeFileSync(join(runDir, 'usage.json'), text);

it.each([
  ['', 'empty'],
  ['{"tokens":', 'cut off'],
  ['[1]', 'a list'],
  ['{}', 'without a figure'],
  ['{"tokens": null}', 'without a known figure'],
  ['{"tokens": -1}', 'below zero'],
  ['{"tokens": 1.5}', 'half a token'],
  ['{"tokens": "12"}', 'a text'],
  ['{"cost_usd": 1e999}', 'endless'],
  ['{"tokens": 1, "total": 2}', 'of something else'],
  [`{"tokens": 1, "at": "${'x'.repeat(limits.usageFileBytesMax)}"}`, 'too long'],
])('takes %s for nothing: it is %s', async (text) => {
  write(text);
  expect(await readUsage({ runDir }, diskReads)).toBeNull();
});

it('takes no file and no link for nothing', async () => {
  expect(await readUsage({ runDir }, diskReads)).toBeNull();
  write('{"tokens": 1}');
  symlinkSync(join(runDir, 'usage.json'), join(runDir, 'other'));
  rmSync(join(runDir, 'usage.json'));
  writeFileSync(join(runDir, 'real.json'), '{"tokens": 1}');
  symlinkSync(join(runDir, 'real.json'), join(runDir, 'usage.json'));
  expect(await readUsage({ runDir }, diskReads)).toBeNull();
});

it('takes what is said, and leaves unknown what is not', async () => {
  write('{"tokens": 120000, "cost_usd": 1.8, "at": "2026-01-01T00:00:00Z"}');
  expect(await readUsage({ runDir }, diskReads)).toEqual({ tokens: 120_000, cost_usd: 1.8 });
  write('{"cost_usd": 0}');
  expect(await readUsage({ runDir }, diskReads)).toEqual({ tokens: null, cost_usd: 0 });
});
