/** Effect `corpus.remove`: the tombstone in place of a paper of the corpus. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { RemoveInput } from '../../machines/corpus-entry/effects.ts';
import type { CorpusEntryEvent } from '../../machines/corpus-entry/events.ts';
import type { PaperEffectOptions } from '../papers/index.ts';

type Removed = Extract<CorpusEntryEvent, { type: 'REMOVED' | 'REMOVAL_FAILED' }>;

/** What can be said of the corpus is an event with its problems; what may pass is thrown and tried again. */
export function createRemovePaper(options: PaperEffectOptions): EffectHandler {
  return {
    run: async (input, { signal }): Promise<Removed> => {
      const { paper_id, public_id, removed_by, removed_at, reason } =
        input as unknown as RemoveInput;
      const outcome = await options.work.removePaper(
        {
          corpusDir: options.corpusDir,
          publicId: public_id,
          paperId: paper_id,
          by: removed_by,
          at: removed_at,
          reason,
        },
        signal,
      );
      if (outcome.ok) return { type: 'REMOVED', index: 'built' };
      const { problems } = outcome;
      return {
        type: 'REMOVAL_FAILED',
        error: problems[0] ?? 'it was not removed',
        problems: [...problems],
      };
    },
  };
}
