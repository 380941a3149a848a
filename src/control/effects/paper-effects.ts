/** The effects of papers, publication automation and the corpus, by name. */
import type { EffectHandlers } from '../../actors/runtime/effect-runner.ts';
import { createImportPaper } from './import-paper.ts';
import type { PaperEffectOptions } from './options.ts';
import { createEvaluateReview, createPackagePaper } from './review-paper.ts';
import { createWritePaper } from './write-paper.ts';

export function createPaperEffects(options: PaperEffectOptions): EffectHandlers {
  return {
    'paper.draft': createWritePaper(options, 'DRAFTED'),
    'paper.rewrite': createWritePaper(options, 'REWRITTEN'),
    'review.evaluate': createEvaluateReview(options),
    'review.package': createPackagePaper(options),
    'corpus.import': createImportPaper(options),
  };
}
