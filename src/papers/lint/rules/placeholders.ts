/** Text that was to be replaced before the paper was done. */
import { beginsSentence, endsSentence } from '../clauses.ts';
import type { WordingRule } from '../types.ts';

const fix = 'write what belongs there, or delete it';

/** Against marks of unfinished text and stubs of citations. A negation beside them excuses nothing. */
export const placeholderRules: readonly WordingRule[] = [
  {
    id: 'placeholder_marker',
    sentence: 'A mark of unfinished text was left.',
    shownBy: 'sentence',
    words: ['todo', 'fixme', 'tbd', 'tba', 'xxx'],
    pattern:
      /(?<![\p{L}\p{N}_])(?:TODO|FIXME|TBD|TBA|XXX)(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])(?:todo|fixme|tbd)\s*:/u,
    deniedIn: 'nothing',
    inReferences: true,
    isFine: ({ before, text, after }) =>
      !text.endsWith(':') &&
      !beginsSentence(before) &&
      /^(?:[-\s]|\s(?:and|or)\s(?:TODO|FIXME|XXX)\s){1,2}(?:comments?|lists?|markers?|items?|annotations?|tags?|notes?|apps?|tasks?)\b|^\s(?:and|or)\s(?:TODO|FIXME|XXX)\s(?:comments?|markers?|annotations?|tags?)\b/u.test(
        after,
      ),
    fix,
    bad: ['Results: TODO', '(FIXME) the table', 'The value is TBD.', 'todo: add numbers'],
    good: [
      'The mastodon fixture is a methodology of its own.',
      'We count TODO comments in open-source programs.',
      'The linter refuses `TODO` in text.',
    ],
  },
  {
    id: 'placeholder_text',
    sentence: 'Text that only holds a place was left.',
    shownBy: 'sentence',
    words: ['lorem ipsum', 'placeholder text', 'to be ', 'insert '],
    pattern:
      /\blorem ipsum\b|\bplaceholder text\b|\bto be (?:determined|written|filled in|completed|added)(?: later)?\b|\binsert (?:text|figure|table|results?|citation) here\b/iu,
    deniedIn: 'nothing',
    inReferences: true,
    isFine: ({ before, text, after }) => {
      if (/^(?:insert|lorem)/iu.test(text)) return false;
      if (/^placeholder/iu.test(text))
        return !beginsSentence(before) && !/\b(?:this|here)\s+is\s+(?:a\s+)?$/iu.test(before);
      const isOpen =
        beginsSentence(before) || /\bsection (?:is|remains|has) $/iu.test(before.slice(-30));
      return !(isOpen && endsSentence(after));
    },
    fix,
    bad: [
      'Lorem ipsum dolor sit amet.',
      'Discussion: to be written.',
      'This is placeholder text.',
      'Insert figure here.',
      'This section is to be filled in.',
    ],
    good: [
      'The optimal rate remains to be determined.',
      'Blocks to be written to disk wait in a queue.',
      'Cells to be filled in by the model are masked.',
    ],
  },
  {
    id: 'citation_needed',
    sentence: 'A note says that a citation is missing.',
    shownBy: 'sentence',
    words: ['citation'],
    pattern:
      /[[(]\s*citations?\s+(?:needed|required|missing|here)\s*[\])]|\bcitations? (?:needed|required|missing)\b/iu,
    deniedIn: 'nothing',
    isFine: ({ text, after }) => !/^[[(]/u.test(text) && !endsSentence(after),
    fix: 'cite a reference that exists, or drop the statement',
    bad: [
      'This is well known [citation needed].',
      'This is well known (citation needed).',
      'It scales well; citation needed.',
    ],
    good: [
      'The citation graph has ten million edges.',
      'The citations here are the edges of the graph.',
      'Models predict where a citation is needed and which.',
    ],
  },
  {
    id: 'citation_stub',
    sentence: 'Brackets stand where a citation was to come.',
    shownBy: 'sentence',
    words: [
      '[cit',
      '[ref',
      '[sour',
      '[auth',
      '[add',
      '[insert',
      '[placeholder',
      '[xx',
      '[?',
      '[ ',
      '[\t',
    ],
    pattern:
      /(?<![\p{L}\p{N}_\])])\[\s*(?:citations?(?!\s+(?:needed|required|missing|here))|cite|refs?|reference|source|author(?:s)?,? year|add (?:citation|reference|source)|insert [^\]]{0,40}|placeholder[^\]]{0,40}|xx+)(?:\s*:[^\]]{0,80})?\s*\](?![(:[])|\[\s*\?+\s*\]/iu,
    deniedIn: 'nothing',
    inReferences: true,
    fix: 'cite a reference that exists, or drop the statement',
    bad: [
      'as shown before [?]',
      'as shown [CITE]',
      'as shown [Author, Year]',
      '[insert figure of the loss]',
    ],
    good: [
      'The layers have [16, 8, 16] units.',
      'See the [source](https://example.org).',
      'We read map[source] first.',
    ],
  },
];
