/** What the verifier reports. */
import type { RuleId } from './rules.ts';

/** One reason why a paper does not pass; `rule` names the check, `file` is relative to the paper folder. */
export interface Problem {
  readonly rule: RuleId;
  readonly file: string;
  /** From 1; 0 when the problem is not about a line. */
  readonly line: number;
  readonly message: string;
}

/** A problem that concerns a file as a whole. */
export function fileProblem(rule: RuleId, file: string, message: string): Problem {
  return { rule, file, line: 0, message };
}
