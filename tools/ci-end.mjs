/**
 * Ends `.ci/run`: what failed in any step, short enough for a log that keeps its end only, how long each took, and
 * one line "N passed, N failed" that counts all. Called with the folder of logs and outcomes, and NAME=STATUS=SECONDS
 * for each step.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toPlainText } from './plain-text.mjs';
import { describeFailures } from './test-report.mjs';

/** CI keeps the last 12,000 characters. */
const failureCharsMax = 11_000;
const logLinesMax = 15;
const logLineCharsMax = 300;
/** All that failed, by name, where even a log that is cut shorter shows it. */
const namesCharsMax = 800;
/** How `newest` ends where that Node could not be fetched, which says nothing of this program. */
const notFetched = 75;

/** A step that has no outcome of its own is one check; its log begins with "== " and the command. */
function fromLog(name, log) {
  const lines = toPlainText(log)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const ran = lines.find((line) => line.startsWith('== '));
  const message = lines
    .slice(-logLinesMax)
    .map((line) => line.slice(0, logLineCharsMax))
    .join('\n');
  return { title: name, message, repeat: ran?.slice(3) ?? name };
}

/** Sums the steps `{name, status, log, outcome?}` to `{passed, failures}`. */
export function sumSteps(steps) {
  const sums = steps.map(({ name, status, log, outcome }) => {
    const { passed = 0, failures = [] } = outcome ?? { passed: status === 0 ? 1 : 0 };
    const isExplained = status === 0 || failures.length > 0;
    return { passed, failures: isExplained ? failures : [fromLog(name, log)] };
  });
  return {
    passed: sums.reduce((sum, { passed }) => sum + passed, 0),
    failures: sums.flatMap(({ failures }) => failures),
  };
}

/** One line. */
export const nameAll = (failures) =>
  `failed: ${failures.map(({ title }) => toPlainText(title ?? 'a file')).join('; ')}`.slice(
    0,
    namesCharsMax,
  );

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function readStep(folder, word) {
  const [name, status, seconds] = word.split('=');
  const outcome = readIfThere(join(folder, `${name}.json`));
  return {
    name,
    status: Number(status),
    seconds: Number(seconds),
    log: readIfThere(join(folder, `${name}.log`)) ?? '',
    outcome: outcome === undefined ? undefined : JSON.parse(outcome),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, ...words] = process.argv.slice(2);
  const steps = words.map((word) => readStep(folder, word));
  const tried = steps.filter(({ name, status }) => name !== 'newest' || status !== notFetched);
  const { passed, failures } = sumSteps(tried);
  const lines = describeFailures(failures, failureCharsMax);
  if (tried.length < steps.length)
    lines.push('the newest Node was not tried: it could not be fetched');
  if (failures.length > 0) lines.push(nameAll(failures));
  lines.push(steps.map(({ name, seconds }) => `${name} ${seconds} s`).join(', '));
  lines.push(`${passed} passed, ${failures.length} failed`);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
}
