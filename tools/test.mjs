/**
 * Runs every suite this machine can and ends with one line `N passed, N failed, N skipped`.
 * Arguments are passed on to vitest as filters. Exit code 1 when a test failed or none ran.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { localProgram, runCommand } from './command.mjs';
import { findLeftOut } from './test-needs.mjs';
import { summarize } from './test-report.mjs';

/** Run one after the other: the second starts programs and must not share the cores. */
const rounds = [['unit', 'property'], ['e2e']];

async function runRound(projects, { filters, leftOut, seed, folder }) {
  const report = join(folder, `${projects[0]}.json`);
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...leftOut.flatMap(({ path }) => ['--exclude', path]),
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const { code } = await runCommand(localProgram('vitest'), args, {
    inherit: true,
    env: { ORRERY_SEED: String(seed) },
  });
  return { code, report: readReport(report) };
}

/** Stands for a round that could not even begin. */
const lostRound = { code: 1, report: undefined };

/** A run that was killed leaves no report, or half of one. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function main(filters) {
  const seed = process.env.ORRERY_SEED ?? randomInt(2 ** 31);
  process.stdout.write(`ORRERY_SEED=${seed} repeats this run's random choices\n`);
  const leftOut = findLeftOut();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-test-'));
  const finished = [];
  try {
    for (const projects of rounds) {
      const isReady = !projects.includes('e2e') || (await buildIfStale());
      const round = isReady ? runRound(projects, { filters, leftOut, seed, folder }) : lostRound;
      finished.push(await round);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return conclude(finished, leftOut, filters);
}

/** Prints the end of the run and gives the exit code. */
function conclude(finished, leftOut, filters) {
  const { passed, failed, skippedTitles, failedTitles } = summarize(
    finished.map(({ report }) => report ?? {}),
  );
  const lines = [];
  for (const title of failedTitles) lines.push(`failed: ${title}`);
  for (const title of skippedTitles) lines.push(`skipped itself: ${title}`);
  const named = leftOut.filter(
    ({ path }) => filters.length === 0 || filters.some((filter) => path.includes(filter)),
  );
  for (const { path, reason } of named) lines.push(`left out: ${path}: ${reason}`);
  const lost = finished.filter(({ report }) => report === undefined).length;
  if (lost > 0)
    lines.push(`${lost} of ${finished.length} rounds ended without a report; see above`);
  const unexplained = failed === 0 && finished.some(({ code }) => code !== 0);
  if (unexplained) lines.push('vitest reported an error outside of any test; see above');
  if (passed + failed === 0) lines.push('no test ran');
  const failures = failed + lost + (unexplained && lost === 0 ? 1 : 0);
  lines.push(
    `${passed} passed, ${failures} failed, ${skippedTitles.length + named.length} skipped`,
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return failures === 0 && passed > 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.argv.slice(2));
}
