/** All rules of the lint, in the order of `docs/lint.md`. */
import type { LintRule } from '../types.ts';
import { wordingRules } from '../wording.ts';
import { citationRules } from './citations.ts';
import { formRules } from './form.ts';

/** One row a rule id. */
export const lintRules: readonly LintRule[] = [...wordingRules, ...citationRules, ...formRules];
