/** The effects of papers, publication automation and the corpus, by name. */
import type { EffectHandler, EffectHandlers } from '../../actors/runtime/effect-handler.ts';
import {
  createCompareReplication,
  createWritePaper,
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
  return withMarks(
    Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [
        name,
        { attemptsMax, ...inOperatorWords(handler, options, placeOf(name)) },
      ]),
    ),
    options.marks,
  );
}

/** The setting that names the folder which an effect writes to. */
const placeOf = (name: string): string => (name.startsWith('corpus.') ? 'corpus_dir' : 'state_dir');

/** How the file system's words begin where it has no room, or takes no writes. */
const remedies: readonly (readonly [begins: RegExp, remedy: string])[] = [
  [/^(?:ENOSPC|EDQUOT):/, 'free space, or files where those are used up, on the disk of'],
  [/^EROFS:/, 'make this writable again:'],
];

/**
 * What an effect fails with is kept and told in replies. The file system's own words name absolute
 * folders there, and of a disk that is full neither which it is nor what to do.
 */
function inOperatorWords(
  handler: EffectHandler,
  options: PaperEffectOptions,
  place: string,
): EffectHandler {
  return {
    ...handler,
    async run(input, context) {
      try {
        return await handler.run(input, context);
      } catch (error) {
        const said = error instanceof Error ? error.message : '';
        const shown = said
          .replaceAll(options.corpusDir, 'corpus')
          .replaceAll(options.artifactRoot, 'artifacts');
        const remedy = remedies.find(([begins]) => begins.test(said));
        const whole =
          remedy === undefined ? shown : `${shown}; ${remedy[1]} ${place}, then ask again`;
        // Some errors do not let their words be changed; none of those names a file.
        if (whole !== said) (error as Error).message = whole;
        throw error;
      }
    },
  };
}
