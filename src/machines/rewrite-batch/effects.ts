/** Effects a rewrite batch asks for. */

/** Rewrites one paper, once for this batch whatever crashes. Back: `PAPER_ENDED`. */
export interface RewriteOneInput {
  readonly batch_id: string;
  readonly paper_id: string;
  readonly force: boolean;
  readonly requested_by: string;
}
/** By effect name the input that its handler gets. */
export interface RewriteBatchEffects {
  'batch.rewrite': RewriteOneInput;
}
