/** `orrery lint DIR`: the packaging lint over one paper, a run or a whole corpus folder. */
import { resolve } from 'node:path';
import { counted } from '../../lib/counted.ts';
import { packageVersion } from '../../lib/package-root.ts';
import { lintCorpus } from '../../papers/lint/lint.ts';
import { lintRules } from '../../papers/lint/rules/all.ts';
import { toSarif } from '../../papers/lint/sarif.ts';
import { type CommandInput, exitCodes } from '../command.ts';

/** `ok` when there are papers and every one passes; `failed` otherwise, also where there is none. */
export async function run({ args, options, io }: CommandInput): Promise<number> {
  const path = resolve(io.cwd, args[0] ?? '.');
  const result = lintCorpus(path, { compat: options['compat'] === true });
  if (options['sarif'] === true) {
    const version = packageVersion(io.packageRoot);
    const { papers } = result;
    const log = toSarif({ version, path, checks: [{ check: 'lint', rules: lintRules, papers }] });
    io.out(JSON.stringify(log, null, 2));
  } else if (options['json'] === true) io.out(JSON.stringify(result, null, 2));
  else {
    for (const paper of result.papers) {
      io.out(`${paper.passes ? '✓' : '✗'} ${paper.slug}`);
      for (const { file, line, rule, excerpt, fix } of paper.findings) {
        const place = line > 0 ? `${file}:${line}` : file;
        io.out(`    ${place} ${rule}: ${excerpt}\n      ${fix}`);
      }
    }
    const { papers, passing, findings } = result.totals;
    io.out(`${counted(papers, 'paper')}, ${passing} passing, ${counted(findings, 'finding')}`);
  }
  const { papers, passing } = result.totals;
  if (papers === 0) io.err('There is no paper to lint there.');
  return papers > 0 && passing === papers ? exitCodes.ok : exitCodes.failed;
}
