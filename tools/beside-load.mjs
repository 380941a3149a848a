/**
 * Runs the tests several times beside endless loops, as on a machine with busy neighbours, and says which run
 * failed. `--loops 4 --times 3`; what follows is for `npm test`. The loops end with this program, however it ends.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './stale.mjs';

/** Ends by itself when this program is gone: its standard input closes then. */
const loop = `
  import { Worker } from 'node:worker_threads';
  new Worker('for (;;);', { eval: true });
  process.stdin.on('end', () => process.exit()).resume();
`;

const { values, positionals } = parseArgs({
  options: {
    loops: { type: 'string', default: '4' },
    times: { type: 'string', default: '3' },
    testNamePattern: { type: 'string', short: 't' },
    e2e: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function readCount(name) {
  const count = Number(values[name]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name} must be a whole number above 0, not ${values[name]}`);
}

const [loopCount, times] = [readCount('loops'), readCount('times')];
const testArgs = [
  join(root, 'tools/test.mjs'),
  ...(values.e2e ? ['--e2e'] : []),
  ...(values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern]),
  ...positionals,
];

/** Resolves to how the tests ended: 0 when all passed. */
function runTests() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, testArgs, { cwd: root, stdio: 'inherit' });
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
}

// The tests get an interrupt from the terminal themselves; the loops end when they are over.
process.on('SIGINT', () => undefined);
const loops = Array.from({ length: loopCount }, () =>
  spawn(process.execPath, ['--input-type=module', '--eval', loop], {
    stdio: ['pipe', 'ignore', 'inherit'],
  }),
);
const ends = [];
try {
  while (ends.length < times && !ends.includes('SIGINT') && !ends.includes(130))
    ends.push(await runTests());
} finally {
  for (const one of loops) one.kill('SIGKILL');
}
const lines = ends.map(
  (end, index) => `run ${index + 1}: ${end === 0 ? 'passed' : `failed (${end})`}`,
);
process.stdout.write(`\nbeside ${loopCount} endless loops\n${lines.join('\n')}\n`);
process.exitCode = ends.length === times && ends.every((end) => end === 0) ? 0 : 1;
