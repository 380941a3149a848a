/** Text that was to be replaced before the paper was done. */
import type { WordingRule } from '../types.ts';

const fix = 'write what belongs there, or delete it';

/** Against marks of unfinished text and stubs of citations. A negation beside them excuses nothing. */
export const placeholderRules: readonly WordingRule[] = [
  {
    id: 'placeholder_marker',
    pattern:
      /(?<![\p{L}\p{N}_])(?:TODO|FIXME|TBD|TBA|XXX)(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])(?:todo|fixme|tbd)\s*:/u,
    allowNegated: false,
    fix,
  },
  {
    id: 'placeholder_text',
    pattern:
      /\blorem ipsum\b|\bplaceholder text\b|\bto be (?:determined|written|filled in)\b|\binsert (?:text|figure|table|results?|citation) here\b/iu,
    allowNegated: false,
    fix,
  },
  {
    id: 'citation_needed',
    pattern: /\bcitations? (?:needed|required|missing|here)\b/iu,
    allowNegated: false,
    fix: 'cite a reference that exists, or drop the statement',
  },
  {
    id: 'citation_stub',
    pattern:
      /\[\s*(?:\?+|citation(?:s)?(?: needed)?|cite|refs?|reference|source|author(?:s)?,? year|add (?:citation|reference|source)|insert [^\]]{0,40}|placeholder[^\]]{0,40}|xx+)(?:\s*:[^\]]{0,80})?\s*\]/iu,
    allowNegated: false,
    fix: 'cite a reference that exists, or drop the statement',
  },
];
