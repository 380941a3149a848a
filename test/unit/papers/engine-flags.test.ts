/** V8 says of a flag that it does not know that this is an error, in the last words of a process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { engineFlags } from '../../../src/papers/work/engine-flags.ts';

const saidOf = async (flags: readonly string[]): Promise<string> => {
  const program = `for (const flag of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(flag)`;
  return (await promisify(execFile)(process.execPath, ['--eval', program])).stderr;
};

test('the V8 that runs knows each flag of a process of papers', async () => {
  expect(await saidOf(['--no-such-flag'])).toContain('unrecognized');
  expect(await saidOf(engineFlags(process.versions.v8))).toBe('');
});
