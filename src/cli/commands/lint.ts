/** `orrery lint DIR`: the packaging lint over one paper, a run or a whole corpus folder. */
import { resolve } from 'node:path';
import { lintCorpus } from '../../papers/lint/lint.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainServiceError } from '../explain.ts';

/** `ok` when there are papers and every one passes; `failed` otherwise, also where there is none. */
export function run({ args, options, io }: CommandInput): Promise<number> {
  return explainServiceError(io, async () => {
    const result = lintCorpus(resolve(io.cwd, args[0] ?? '.'), {
      compat: options['compat'] === true,
    });
    if (options['json'] === true) io.out(JSON.stringify(result, null, 2));
    else {
      for (const paper of result.papers) {
        io.out(`${paper.passes ? '✓' : '✗'} ${paper.slug}`);
        for (const finding of paper.findings) {
          io.out(
            `    ${finding.file}:${finding.line} ${finding.rule}: ${finding.excerpt}\n      ${finding.fix}`,
          );
        }
      }
      io.out(
        `${result.totals.papers} papers, ${result.totals.passing} pass, ${result.totals.findings} findings`,
      );
    }
    const { papers, passing } = result.totals;
    if (papers === 0) io.err('There is no paper to lint there.');
    return papers > 0 && passing === papers ? exitCodes.ok : exitCodes.failed;
  });
}
