/**
 * Writes what a test run found to the file that ORRERY_TEST_OUTCOME names: how many tests passed, which
 * skipped themselves, and what failed, with its file, its title and the beginning of its message.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { toPlainText } from './plain-text.mjs';
import { root } from './stale.mjs';

const messageLinesMax = 15;
const lineCharsMax = 240;

/** The beginning of what went wrong: message, difference, and the place in this repository. */
export function toMessage({ name, message = '', diff = '', stacks = [], stack = '' }) {
  const own = stacks.find(({ file }) => file.startsWith(root) && !file.includes('node_modules'));
  const place = own === undefined ? [] : [`at ${relative(root, own.file)}:${own.line}`];
  const said = `${name ?? 'Error'}: ${message}\n${diff}`.trim();
  const lines = toPlainText(said === 'Error:' ? stack : said)
    .replaceAll(root, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [...lines.slice(0, messageLinesMax - 1), ...place]
    .map((line) => line.slice(0, lineCharsMax))
    .join('\n');
}

const toMessages = (errors) => errors.map(toMessage).join('\n') || 'no message';

function findModuleFailures(module) {
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests()];
  const unfinished = tests.filter((test) => test.result().state === 'pending').length;
  const broken = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const failed = tests.filter((test) => test.result().state === 'failed');
  return [
    ...[...broken, ...failed].map((found) => ({
      file,
      title: found.fullName,
      message: toMessages(found.type === 'test' ? found.result().errors : found.errors()),
    })),
    ...(module.errors().length === 0 ? [] : [{ file, message: toMessages(module.errors()) }]),
    ...(unfinished === 0 ? [] : [{ file, message: `${unfinished} tests did not end` }]),
  ];
}

/** What is kept of a run: `{passed, skippedTitles, failures}`; a failure of a whole file has no title. */
export function toOutcome(modules, unhandledErrors) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state) => tests.filter((test) => test.result().state === state);
  return {
    passed: inState('passed').length,
    skippedTitles: inState('skipped').map((test) => test.fullName),
    failures: [
      ...modules.flatMap(findModuleFailures),
      ...unhandledErrors.map((error) => ({ message: `outside of any test: ${toMessage(error)}` })),
    ],
  };
}

/** What vitest loads by `--reporter`. */
export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const outcome = toOutcome(modules, unhandledErrors);
    writeFileSync(process.env.ORRERY_TEST_OUTCOME, JSON.stringify(outcome));
  }
}
