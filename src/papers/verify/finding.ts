/** What a check of a draft says. */
import type { RuleId } from './rules.ts';

/** A finding in a line: the rule and what is wrong, with what would be right. */
export type Finding = readonly [rule: RuleId, message: string];
