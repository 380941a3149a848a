/** What lint reports, and the shape of a rule. Rules are data; `engine.ts` applies them. */

/** One fault found by lint or by the audit: `excerpt` is what was found, `fix` what to do about it. */
export interface Finding {
  readonly rule: string;
  /** Relative to the paper folder. */
  readonly file: string;
  /** From 1; 0 when the finding is about the whole file. */
  readonly line: number;
  readonly excerpt: string;
  readonly fix: string;
}

/** A wording that must not be in a paper. */
export interface WordingRule {
  readonly id: string;
  /** Matched per line, ignoring case; write `\b` so that parts of words do not match. */
  readonly pattern: RegExp;
  /** Sentences with one of these around the match are fine: negations and policy. */
  readonly allowNegated: boolean;
  readonly fix: string;
}
