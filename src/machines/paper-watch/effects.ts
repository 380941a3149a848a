/** Effects that the paper watch asks for. */

/** Looks at the files of the papers that come after one. Back: `LOOKED`. Made twice it finds the same. */
interface PaperLookInput {
  /** Null: from the first on. */
  readonly after: string | null;
}

/** By effect name the input that its handler gets. */
export interface PaperWatchEffects {
  'papers.look': PaperLookInput;
}
