/**
 * Tells whoever writes a paper in this process that it is to stop. That somebody wants it is kept with the paper:
 * a writing that begins later, as after a restart, reads it there.
 */
import { canceledWords } from '../../domain/paper-moves.ts';
import { asText } from '../../lib/as-text.ts';
import type { PaperEvent } from '../../machines/paper/events.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';

/** The writings under way; a paper has one at most. */
export interface WritingStops {
  /** Until `end` its signal is aborted by `stop`. */
  begin(paperId: string): { readonly signal: AbortSignal; end(): void };
  /** Nothing happens where the paper is not being written. */
  stop(paperId: string): void;
}

/** None is under way. */
export function createWritingStops(): WritingStops {
  const underWay = new Map<string, AbortController>();
  return {
    begin(paperId) {
      const controller = new AbortController();
      underWay.set(paperId, controller);
      return {
        signal: controller.signal,
        end: () => {
          if (underWay.get(paperId) === controller) underWay.delete(paperId);
        },
      };
    },
    stop: (paperId) => underWay.get(paperId)?.abort(),
  };
}

/** What a writing comes to that somebody canceled; null: nobody did. */
export async function canceledWriting(
  reads: Pick<ReadModels, 'get'>,
  paperId: string,
  isRewrite: boolean,
): Promise<Extract<PaperEvent, { type: 'GENERATION_FAILED' }> | null> {
  const wish = asText((await reads.get('paper', paperId))?.['cancel_requested']);
  if (wish === '') return null;
  return {
    type: 'GENERATION_FAILED',
    error: `${canceledWords} ${wish}`,
    code: 'writing_canceled',
    // What is left undrafted would be drafted again by the next step of the pump.
    ...(isRewrite ? {} : { for_a_person: true }),
    details: {},
  };
}
