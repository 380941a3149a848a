/** What lint reports, and the shape of a rule. Rules are rows of data; `wording.ts` and its neighbours apply them. */

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

/** What each rule says of itself. Its examples are its tests and what `docs/lint.md` shows. */
export interface LintRule {
  readonly id: string;
  /** What it finds, as one sentence. */
  readonly sentence: string;
  readonly fix: string;
  /** What the examples are: a sentence, a draft, a `metadata.json`, or words about a folder. */
  readonly shownBy: 'sentence' | 'draft' | 'metadata' | 'folder';
  readonly bad: readonly string[];
  readonly good: readonly string[];
}

/** A wording that must not be in a paper. */
export interface WordingRule extends LintRule {
  readonly shownBy: 'sentence';
  /** In small letters: where none of these stands, nothing can match. */
  readonly words: readonly string[];
  /** Matched per passage; write `\b` so that parts of words do not match. */
  readonly pattern: RegExp;
  /** A denial in the clause of the match excuses it, anywhere before it in its sentence, or none does. */
  readonly deniedIn: 'clause' | 'sentence' | 'nothing';
  /** Only what the paper says of itself counts; what others wrote may be anything. */
  readonly ofItself?: boolean;
  /** Excuses a match for a reason of the rule's own. */
  readonly isFine?: (match: WordingMatch) => boolean;
  /** Counts in a list of references too, where titles and venues of others stand. */
  readonly inReferences?: boolean;
}

/** A match with what surrounds it, code and quoted text blanked. */
export interface WordingMatch {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}
