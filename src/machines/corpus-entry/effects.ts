/** Effects a ledger entry asks for. */

/** Copy the package into the corpus, re-check it, rebuild the index. Back: `IMPORTED` or `IMPORT_FAILED`. */
export interface ImportInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly package_dir: string;
  /** Also where the corpus has or had the same result; absent: not then. */
  readonly accept_duplicate?: boolean;
}
/** Put the tombstone in place, delete the folder, rebuild the index. Back: `REMOVED` or `REMOVAL_FAILED`. */
export interface RemoveInput {
  readonly paper_id: string;
  readonly public_id: string;
  readonly removed_by: string;
  readonly removed_at: string;
  readonly reason: string;
}
/** By effect name the input that its handler gets. */
export interface CorpusEntryEffects {
  'corpus.import': ImportInput;
  'corpus.remove': RemoveInput;
}
