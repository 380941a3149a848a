/** `orrery audit DIR`: the strict claim and evidence audit over one paper, a run or a corpus folder. */
import { resolve } from 'node:path';
import { counted } from '../../lib/counted.ts';
import { packageVersion } from '../../lib/package-root.ts';
import { auditCorpus } from '../../papers/audit/audit.ts';
import { auditRules } from '../../papers/audit/rules.ts';
import { toSarif } from '../../papers/lint/sarif.ts';
import { type CommandInput, exitCodes } from '../command.ts';

/** `ok` when there are papers and every one passes strictly; `failed` otherwise, also where there is none. */
export async function run({ args, options, io }: CommandInput): Promise<number> {
  const path = resolve(io.cwd, args[0] ?? '.');
  const result = auditCorpus(path, { compat: options['compat'] === true });
  if (options['sarif'] === true) {
    const version = packageVersion(io.packageRoot);
    const { papers } = result;
    const log = toSarif({
      version,
      path,
      checks: [{ check: 'audit', rules: auditRules, papers }],
    });
    io.out(JSON.stringify(log, null, 2));
  } else if (options['json'] === true) io.out(JSON.stringify(result, null, 2));
  else {
    for (const paper of result.papers) {
      io.out(`${paper.verdict === 'strict_pass' ? '✓' : '✗'} ${paper.slug}: ${paper.verdict}`);
      for (const finding of paper.findings)
        io.out(`    ${finding.file} ${finding.rule}: ${finding.excerpt}\n      ${finding.fix}`);
    }
    io.out(`${counted(result.totals.papers, 'paper')}, ${result.totals.strict_pass} passing`);
  }
  const { papers, strict_pass: passing } = result.totals;
  if (papers === 0) io.err('There is no paper to audit there.');
  return papers > 0 && passing === papers ? exitCodes.ok : exitCodes.failed;
}
