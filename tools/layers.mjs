/** Runs dependency-cruiser over `src/` and fails when a rule is broken or nothing was looked at. */
import { join } from 'node:path';
import { localProgram, runCommand } from './command.mjs';
import { listFiles, root } from './stale.mjs';

const args = ['src', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
const { code, stdout, stderr } = await runCommand(localProgram('depcruise'), args);
const report = parse(stdout);
const expected = listFiles(join(root, 'src')).filter((path) => /\.tsx?$/.test(path)).length;
if (report === undefined || report.summary.totalCruised < expected) {
  process.stdout.write(
    `${stderr}\ncruised ${report?.summary.totalCruised ?? 0} of ${expected} modules (exit ${code}): nothing is proved\n`,
  );
  process.exitCode = 1;
} else {
  const reasons = new Map(
    report.summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]),
  );
  for (const { rule, from, to, cycle } of report.summary.violations) {
    const way = cycle === undefined ? to : cycle.map((step) => step.name).join(' -> ');
    process.stdout.write(`${from} -> ${way}\n    ${rule.name}: ${reasons.get(rule.name)}\n`);
  }
  process.stdout.write(
    `${report.summary.totalCruised} modules, ${report.summary.violations.length} violations\n`,
  );
  process.exitCode = report.summary.violations.length === 0 ? 0 : 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
