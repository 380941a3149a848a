/** `orrery papers verify DIR`: what can be proved of the papers in a folder, without a service. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { readSigningKey } from '../../lib/dsse.ts';
import { provePapers } from '../../papers/prove-folder.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { explainServiceError } from '../explain.ts';
import { textOption } from '../options.ts';
import { toPlainLine } from '../output/plain-text.ts';

const marks = { ok: '✓', problems: '✗', unknown: '?' } as const;

/** `ok` when there are papers and none has a problem; what could not be checked is said and is no problem. */
export function run(input: CommandInput): Promise<number> {
  const { args, options, io } = input;
  return explainServiceError(io, async () => {
    const papers = provePapers(
      resolve(io.cwd, args[0] ?? '.'),
      readKey(textOption(input, 'key'), io),
    );
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

/** The key that readers trust. A file that is no key is refused before anything is looked at. */
function readKey(file: string | undefined, io: CommandInput['io']): string | undefined {
  if (file === undefined) return undefined;
  const path = resolve(io.cwd, file);
  try {
    const pem = readFileSync(path, 'utf8');
    readSigningKey(pem, 'public');
    return pem;
  } catch (error) {
    throw new ServiceError('invalid_request', `--key ${file}: ${(error as Error).message}`);
  }
}
