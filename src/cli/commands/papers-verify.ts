/** `orrery papers verify DIR`: what can be proved of the papers in a folder, without a service. */
import { resolve } from 'node:path';
import { provePapers } from '../../papers/prove-folder.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainServiceError } from '../explain.ts';
import { toPlainLine } from '../output/plain-text.ts';

const marks = { ok: '✓', problems: '✗', unknown: '?' } as const;

/** `ok` when there are papers and none has a problem; what could not be checked is said and is no problem. */
export function run({ args, options, io }: CommandInput): Promise<number> {
  return explainServiceError(io, async () => {
    const papers = provePapers(resolve(io.cwd, args[0] ?? '.'));
    const passing = papers.filter(({ passes }) => passes).length;
    if (options['json'] === true) io.out(JSON.stringify({ papers, passing }, null, 2));
    else {
      for (const { slug, passes, checks } of papers) {
        io.out(`${passes ? '✓' : '✗'} ${toPlainLine(slug)}`);
        for (const { name, state, said, problems } of checks) {
          io.out(`  ${marks[state]} ${name}: ${said}`);
          for (const problem of problems) io.out(`      ${toPlainLine(problem)}`);
        }
      }
      io.out(`${papers.length} papers, ${passing} without a problem`);
    }
    if (papers.length === 0) io.err('There is no paper to verify there.');
    return papers.length > 0 && passing === papers.length ? exitCodes.ok : exitCodes.failed;
  });
}
