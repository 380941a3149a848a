/** The gate: formatting, linting, types, layers, dead code, repository rules and fresh pages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { localProgram, renderColumns, runCommand } from './command.mjs';
import { brokenBounds, describeFigures, measure } from './figures.mjs';
import { root } from './stale.mjs';

const node = (script, ...args) => [process.execPath, [join(root, script), ...args]];
const local = (name, ...args) => [localProgram(name), args];

/** Each step: what it proves, and the command whose exit code 0 says so. */
const steps = [
  {
    name: 'format and lint',
    command: local('biome', 'check', '--error-on-warnings', '--max-diagnostics=200', '.'),
  },
  { name: 'typed lint', command: local('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types', command: local('tsc', '-p', '.') },
  {
    name: 'dashboard types',
    command: local('tsc', '-p', 'src/dashboard'),
    when: 'src/dashboard/tsconfig.json',
  },
  { name: 'layers', command: node('tools/layers.mjs') },
  { name: 'dead code', command: local('knip', '--no-progress') },
  { name: 'repository rules', command: node('tools/repository.mjs') },
  { name: 'generated client', command: node('tools/client-schema.mjs', '--check') },
  { name: 'generated pages', command: node('dist/docs.js', '--check'), needsBuild: true },
];

/** Steps that use both cores by themselves gain nothing from more than two at once. */
const concurrency = 2;

async function runStep(step) {
  if (step.when !== undefined && !existsSync(join(root, step.when))) {
    return { step, result: 'absent', seconds: 0, output: `${step.when} does not exist` };
  }
  const started = performance.now();
  if (step.needsBuild && !(await buildIfStale())) {
    return { step, result: 'FAILED', seconds: 0, output: 'the build failed; see above' };
  }
  const { code, stdout, stderr } = await runCommand(...step.command);
  const seconds = (performance.now() - started) / 1000;
  return {
    step,
    result: code === 0 ? 'ok' : 'FAILED',
    seconds,
    output: `${stdout}${stderr}`.trim(),
  };
}

const waiting = steps.entries();
const outcomes = [];
async function work() {
  for (const [index, step] of waiting) outcomes[index] = await runStep(step);
}
await Promise.all(Array.from({ length: concurrency }, work));

const failed = outcomes.filter((outcome) => outcome.result === 'FAILED');
for (const { step, output } of failed) process.stdout.write(`--- ${step.name}\n${output}\n\n`);
const rows = outcomes.map(({ step, result, seconds }) => [
  step.name,
  result,
  `${seconds.toFixed(1)} s`,
]);
process.stdout.write(`${renderColumns([['check', 'result', 'time'], ...rows])}\n`);
const figures = measure(join(root, 'src'));
const broken = brokenBounds(figures);
process.stdout.write(`${describeFigures(figures)}\n`);
for (const sentence of broken) process.stdout.write(`beyond its bound: ${sentence}\n`);
process.exitCode = failed.length + broken.length === 0 ? 0 : 1;
