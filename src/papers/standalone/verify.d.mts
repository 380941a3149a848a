/** Types of `verify.mjs`, for the tests that hold it against the program's own verifier. */

/** What `node verify.mjs --json` prints. */
export interface StandaloneReport {
  readonly ok: boolean;
  readonly problems: readonly {
    readonly file: string;
    /** From 1; 0 where it is about the whole file. */
    readonly line: number;
    readonly message: string;
    /** What would be right. */
    readonly right: string;
  }[];
  readonly checked: readonly { readonly what: string; readonly count: number }[];
  readonly not_checked: readonly { readonly what: string; readonly why: string }[];
}

/** Checks the paper in a folder; `key`: whose signature it must bear, PEM. Throws where the folder cannot be read. */
export function verifyFolder(dir: string, key?: string): StandaloneReport;

/** The number a formula text gives over what `read` finds at `path#pointer`, or why it gives none. */
export function evaluateFormula(
  text: string,
  read: (source: string) => unknown,
): { readonly value: number } | { readonly why: string };
