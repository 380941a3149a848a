/** Effects a ledger entry asks for. */

/** Copy the package into the corpus, re-check it, rebuild the index. Back: `IMPORTED` or `IMPORT_FAILED`. */
export interface ImportInput {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
  readonly package_dir: string;
}
/** By effect name the input that its handler gets. */
export interface CorpusEntryEffects {
  'corpus.import': ImportInput;
}
