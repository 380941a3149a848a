/** The effects of papers, publication automation and the corpus, by name. */
import type { EffectHandler, EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { findSystemTrouble, systemFact } from '../../lib/system-words.ts';
import {
  createCompareReplication,
  createWritePaper,
  gaveUp,
  type PaperEffectOptions,
  withMarks,
} from '../papers/index.ts';
import { createImportPaper } from './import-paper.ts';
import { createLookAtPapers } from './paper-look.ts';
import { createRemovePaper } from './remove-paper.ts';
import { createEvaluateReview, createPackagePaper } from './review-paper.ts';

/** What fails unexpectedly is tried this often, then the operator hears of it. */
const attemptsMax = 8;

/** Handlers for the host, with marks against an effect that ends the process. */
export function createPaperEffects(options: PaperEffectOptions): EffectHandlers {
  const handlers: Readonly<Record<string, EffectHandler>> = {
    'paper.draft': createWritePaper(options, 'DRAFTED'),
    'paper.rewrite': createWritePaper(options, 'REWRITTEN'),
    'replication.compare': createCompareReplication(options),
    'review.evaluate': createEvaluateReview(options),
    'review.package': createPackagePaper(options),
    'corpus.import': createImportPaper(options),
    'corpus.remove': createRemovePaper(options),
    'papers.look': createLookAtPapers(options),
  };
  // Outside of the marks, which are files, too.
  return Object.fromEntries(
    Object.entries(withMarks(handlers, options.marks)).map(([name, handler]) => [
      name,
      { attemptsMax, ...inOperatorWords(name, handler, options) },
    ]),
  );
}

/** The setting that names the folder which an effect writes to. */
const placeOf = (name: string): string => (name.startsWith('corpus.') ? 'corpus_dir' : 'state_dir');

/** Effects that nobody waits for: they are tried again for a while. */
const unasked: ReadonlySet<string> = new Set([
  'replication.compare',
  'review.evaluate',
  'papers.look',
]);

/** The file system's own codes where it has no room, or takes no writes. */
const diskTroubles: readonly {
  readonly of: readonly string[];
  readonly code: ErrorCode;
  readonly remedy: string;
}[] = [
  {
    of: ['ENOSPC', 'EDQUOT'],
    code: 'disk_full',
    remedy: 'free space, or files where those are used up, on the disk of',
  },
  { of: ['EROFS'], code: 'disk_read_only', remedy: 'make this writable again:' },
];

/** The code of the system call that failed; an error that lost its members has it in front of its words. */
function systemCode(error: unknown, said: string): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : (/^([A-Z]+):/.exec(said)?.[1] ?? '');
}

/**
 * What an effect fails with is kept and told in replies. The file system's own words name absolute
 * folders there, and of a disk that is full neither which it is nor what to do. A disk does not empty
 * itself while somebody waits: whoever asked hears of it at once, and asks again when it has room.
 */
function inOperatorWords(
  name: string,
  handler: EffectHandler,
  options: PaperEffectOptions,
): EffectHandler {
  return {
    ...handler,
    async run(input, context) {
      try {
        return await handler.run(input, context);
      } catch (error) {
        const said = error instanceof Error ? error.message : '';
        const system = findSystemTrouble(error);
        const shown = (system === null ? said : systemFact(system))
          .replaceAll(options.corpusDir, 'corpus')
          .replaceAll(options.artifactRoot, 'artifacts');
        const cause = systemCode(error, said);
        const trouble = diskTroubles.find(({ of }) => of.includes(cause));
        const whole =
          trouble === undefined
            ? `${shown}${system === null ? '' : `: ${system.remedy}`}`
            : `${shown}; ${trouble.remedy} ${placeOf(name)}, then ask again`;
        if (trouble !== undefined && !unasked.has(name)) return gaveUp(name, trouble.code, whole);
        // Some errors do not let their words be changed; none of those names a file.
        if (whole !== said) (error as Error).message = whole;
        throw error;
      }
    },
  };
}
