/** `orrery papers verify DIR`: what can be proved of the papers in a folder, without a service. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { counted } from '../../lib/counted.ts';
import { readSigningKey } from '../../lib/dsse.ts';
import { findPaperFolders, type PaperFolder } from '../../papers/folders.ts';
import { type ProvedPaper, provePaper } from '../../papers/prove-folder.ts';
import { createPaperWork } from '../../papers/work/paper-work.ts';
import { type CommandInput, exitCodes } from '../command.ts';
import { textOption } from '../options.ts';
import { toPlainLine } from '../output/plain-text.ts';

const marks = { ok: '✓', problems: '✗', unknown: '?' } as const;

/** `ok` when there are papers and none has a problem; what could not be checked is said and is no problem. */
export async function run(input: CommandInput): Promise<number> {
  const { args, options, io } = input;
  const key = readKey(textOption(input, 'key'), io);
  const papers = await proveAll(findPaperFolders(resolve(io.cwd, args[0] ?? '.')), key);
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
    io.out(`${counted(papers.length, 'paper')}, ${passing} without a problem`);
  }
  if (papers.length === 0) io.err('There is no paper to verify there.');
  return papers.length > 0 && passing === papers.length ? exitCodes.ok : exitCodes.failed;
}

/** Few papers are read before a process has started; of more each core reads its share. */
const fewPapersMax = 3;

async function proveAll(
  folders: readonly PaperFolder[],
  key: string | undefined,
): Promise<ProvedPaper[]> {
  if (folders.length <= fewPapersMax) return folders.map((folder) => provePaper(folder, key));
  const work = createPaperWork({
    processesMax: availableParallelism(),
    waitingMax: folders.length,
  });
  try {
    const proveOne = (folder: PaperFolder): Promise<ProvedPaper> =>
      work.prove(folder, key).catch((error: unknown) => notProved(folder, error));
    return await Promise.all(folders.map(proveOne));
  } finally {
    await work.close();
  }
}

/** One paper that goes beyond a bound says so; the others are proved all the same. */
function notProved({ slug }: PaperFolder, error: unknown): ProvedPaper {
  if (!(error instanceof ServiceError) || error.code !== 'paper_too_large') throw error;
  const said = 'not read to the end';
  const checks = [{ name: 'numbers', state: 'problems', said, problems: [error.message] }] as const;
  return { slug, passes: false, checks };
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
