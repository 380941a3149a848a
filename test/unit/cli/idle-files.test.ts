/** What the idle commands say of places that cannot be read or written. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/command.ts';
import { runCli } from '../../support/cli.ts';
import { packageRoot } from '../../support/service-config.ts';

const trace = join(packageRoot, 'test', 'fixtures', 'cpu-trace-shared');
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'orrery-idle-files-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it('a picture in a folder that is not there', async () => {
  const end = await runCli(['idle', 'replay', trace, '--picture', 'missing/x.svg'], { cwd });
  expect(end.code).toBe(exitCodes.failed);
  expect(end.err).toContain(
    `${join(cwd, 'missing', 'x.svg')} cannot be written: it is not there (ENOENT); name a place`,
  );
});

it.each(['file', 'file/below'])('a recording at %s, where a file stands', async (dir) => {
  writeFileSync(join(cwd, 'file'), '');
  const end = await runCli(['idle', 'record', dir, '--seconds', '1'], { cwd });
  expect(end.code).toBe(exitCodes.failed);
  expect(end.err).toMatch(/cannot be written: .* \((EEXIST|ENOTDIR)\); name a place/);
});

it('a trace whose samples are no file, or no samples', async () => {
  mkdirSync(join(cwd, 'trace', 'samples.jsonl'), { recursive: true });
  const folder = await runCli(['idle', 'replay', 'trace'], { cwd });
  expect(folder.code).toBe(exitCodes.failed);
  expect(folder.err).toContain('cannot be read; a trace is a folder with samples.jsonl');
  mkdirSync(join(cwd, 'other'));
  writeFileSync(join(cwd, 'other', 'samples.jsonl'), 'null\n');
  const empty = await runCli(['idle', 'replay', 'other'], { cwd });
  expect(empty.code).toBe(exitCodes.failed);
  expect(empty.err).toMatch(/line 1: must be an object/);
});
