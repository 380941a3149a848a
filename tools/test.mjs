/**
 * Runs suites and ends with what failed and one line `N passed, N failed, N skipped`: all that run in one
 * process, or with `--e2e` those that start the built program or a browser. Paths and `-t TITLE` choose some of
 * them. Exit code 1 when a test failed or none ran.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { localProgram, runCommand } from './command.mjs';
import { findLeftOut } from './test-needs.mjs';
import { describeFailures, describeRepeat } from './test-report.mjs';

const inProcess = { script: 'npm test', projects: ['unit', 'service', 'property'] };
const endToEnd = { script: 'npm run test:e2e', projects: ['e2e'] };
const isEndToEnd = (path) => /^test\/(e2e|chaos)\//.test(path);

/** Characters for the list of failures: with what stands around it less than what CI keeps. */
const failureCharsMax = 9_000;

const options = {
  e2e: { type: 'boolean', default: false },
  testNamePattern: { type: 'string', short: 't' },
  outcome: { type: 'string' },
};

/** A title is text, and vitest takes an expression; it shows groups with " > " and matches them without. */
export const toPattern = (title) =>
  title
    .split(' > ')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(' (?:> )?');

/** Runs vitest; resolves to what its reporter wrote, or undefined when it was ended before that. */
async function runSuites(suites, { filters, title, leftOut, seed }) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  const outcome = join(folder, 'outcome.json');
  const args = [
    'run',
    ...suites.projects.flatMap((name) => ['--project', name]),
    ...leftOut.flatMap(({ path }) => ['--exclude', path]),
    ...(title === undefined ? [] : ['--testNamePattern', toPattern(title)]),
    '--passWithNoTests',
    // In a file a line for each test file says what took how long.
    ...(process.stdout.isTTY ? ['--reporter=dot'] : ['--reporter=default']),
    '--slowTestThreshold=10000',
    '--reporter=./tools/test-reporter.mjs',
    ...filters,
  ];
  try {
    const env = { ORRERY_SEED: seed, ORRERY_TEST_OUTCOME: outcome };
    await runCommand(localProgram('vitest'), args, { inherit: true, env });
    return readOutcome(outcome);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOutcome(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const lost = (message) => ({ passed: 0, skippedTitles: [], failures: [{ message }] });

async function main(args) {
  const { values, positionals: filters } = parseArgs({ args, options, allowPositionals: true });
  const seed = process.env.ORRERY_SEED ?? String(randomInt(2 ** 31));
  process.stdout.write(`ORRERY_SEED=${seed} repeats this run's random choices\n`);
  const suites = values.e2e ? endToEnd : inProcess;
  const title = values.testNamePattern;
  const leftOut = findLeftOut().filter(({ path }) => isEndToEnd(path) === values.e2e);
  const isReady = !values.e2e || (await buildIfStale());
  const outcome = isReady
    ? await runSuites(suites, { filters, title, leftOut, seed })
    : lost('the build failed; see above');
  const { passed, skippedTitles, failures } = outcome ?? lost('the tests were ended; see above');
  const known = failures.map((failure) => ({
    ...failure,
    repeat: describeRepeat(failure, { script: suites.script, seed }),
  }));
  if (values.outcome !== undefined)
    writeFileSync(values.outcome, JSON.stringify({ passed, failures: known }));
  const named = leftOut.filter(
    ({ path }) => filters.length === 0 || filters.some((filter) => path.includes(filter)),
  );
  // What a chosen title leaves out did not skip itself.
  const skipped = title === undefined ? skippedTitles : [];
  return conclude({ passed, failures: known, skipped, named }, suites);
}

/** Prints the end of the run and gives the exit code. */
function conclude({ passed, failures, skipped, named }, suites) {
  const lines = [
    ...skipped.map((title) => `skipped itself: ${title}`),
    ...named.map(({ path, reason }) => `left out: ${path}: ${reason}`),
    ...describeFailures(failures, failureCharsMax),
  ];
  const other = suites === inProcess ? endToEnd : inProcess;
  if (passed + failures.length === 0) lines.push(`no test ran; others run with ${other.script}`);
  const count = skipped.length + named.length;
  lines.push(`${passed} passed, ${failures.length} failed, ${count} skipped`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
