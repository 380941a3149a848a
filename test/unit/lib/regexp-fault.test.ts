/** Which regular expressions are compiled at once: all of them on Nodes that would else jump to code that is not there. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { flagsAgainstRegexpFault } from '../../../src/lib/regexp-fault.ts';
import { startProcess } from '../../../src/lib/work-process.ts';
import { childrenOf, processText } from '../../support/child-processes.ts';

const [flag = ''] = flagsAgainstRegexpFault('26.0.0');
const isAsked = flagsAgainstRegexpFault().length > 0;

const dir = mkdtempSync(join(tmpdir(), 'orrery-regexp-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A command line that says what V8 has of an expression that was used once. */
const look = `
  import { setFlagsFromString } from 'node:v8';
  import { runInThisContext } from 'node:vm';
  export const main = async () => {
    setFlagsFromString('--allow-natives-syntax');
    const isInterpreted = runInThisContext('(one) => %RegexpHasBytecode(one, true)');
    const one = new RegExp('a (?:long|short) look ' + process.pid);
    one.test('another look');
    process.stdout.write(isInterpreted(one) ? 'interpreted' : 'compiled');
    return 0;
  };`;
const script = join(dir, 'look.mjs');
writeFileSync(script, `${look} await main();`);
const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { encoding: 'utf8' });

describe('the flag', () => {
  it('is for Node 25 and newer', () => {
    for (const version of ['20.19.0', '22.13.0', '24.22.3'])
      expect(flagsAgainstRegexpFault(version)).toEqual([]);
    for (const version of ['25.0.0', '26.12.1', '27.0.0'])
      expect(flagsAgainstRegexpFault(version)).toEqual([flag]);
  });
  it('has an expression compiled at its first use, which this Node interprets otherwise', () => {
    expect(run(script)).toBe('interpreted');
    expect(run(flag, script)).toBe('compiled');
  });
});

describe('on this Node', () => {
  it('the starter has them compiled where they have to be', () => {
    mkdirSync(join(dir, 'bin'));
    mkdirSync(join(dir, 'dist'));
    const starter = join(dir, 'bin', 'orrery.mjs');
    copyFileSync(join(import.meta.dirname, '../../../bin/orrery.mjs'), starter);
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(dir, 'dist', 'cli.js'), look);
    expect(run(starter)).toBe(isAsked ? 'compiled' : 'interpreted');
  });
  it('so has a process that works for it', async () => {
    const before = childrenOf(process.pid);
    const member = startProcess('bodies', null, () => {}, { memoryMib: 64 });
    const [pid = 0] = childrenOf(process.pid).filter((one) => !before.includes(one));
    expect(processText(pid, 'cmdline').includes(flag)).toBe(isAsked);
    await member.terminate();
  });
});
