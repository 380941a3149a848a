/** What a rewrite batch can be told. */
import type { BatchPaper } from '../../domain/records.ts';

/** `START` and `CANCEL` come from operators, the rest from the effect. */
export type RewriteBatchEvent =
  | {
      readonly type: 'START';
      readonly papers: readonly Pick<BatchPaper, 'paper_id' | 'title'>[];
      readonly force: boolean;
    }
  | {
      readonly type: 'PAPER_ENDED';
      readonly paper_id: string;
      readonly result: 'rewritten' | 'skipped' | 'failed';
      readonly code: string | null;
      readonly detail: string | null;
      readonly event_id: number | null;
    }
  | { readonly type: 'CANCEL'; readonly note: string | null }
  | { readonly type: 'EFFECT_FAILED'; readonly effect: string; readonly error: string };
