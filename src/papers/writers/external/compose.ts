/**
 * Puts the sentences of a model into the paper that was written without one: paragraphs of their own,
 * each marked, behind the first paragraph of their section. All that stood there stays.
 */
import type { LedgerDraft } from '../../claims/ledger.ts';
import {
  type Block,
  claimSection,
  declared,
  type Inline,
  type PaperDocument,
  type sectionTitles,
  text,
} from '../../document.ts';
import { isCleanName } from '../../lint/wording.ts';
import { isBareNumber } from '../../text/numbers.ts';
import { findStrangeCharacters } from '../../verify/characters.ts';
import { findResultWords } from '../../verify/result-words.ts';
import { findOddWords, isOddByWord } from '../../verify/vocabulary.ts';
import { claimBlocks } from '../sections/appendix.ts';
import type { FilledSentence } from './check.ts';
import type { Place } from './grammar.ts';

/** What a paragraph of the model begins with. */
const mark = 'Worded by the language model.';

const sectionOf: Readonly<Record<Place, (typeof sectionTitles)[number]>> = {
  abstract: 'Abstract',
  introduction: 'Introduction',
  method: 'Method',
  results: 'Results',
  limitations: 'Limitations',
  conclusion: 'Conclusion',
};

/**
 * The document with the sentences in it, a notice that says which they are and whose, and the claims that
 * they cite in the appendix.
 */
export function composeDocument(
  document: PaperDocument,
  sentences: readonly FilledSentence[],
  { model, ledger }: { readonly model: string; readonly ledger: Pick<LedgerDraft, 'claims'> },
): PaperDocument {
  const sections = document.sections
    .filter(({ title }) => title !== claimSection)
    .map((section) => {
      const own = sentences.filter(({ place }) => sectionOf[place] === section.title);
      return { ...section, blocks: insert(section.blocks, paragraphsOf(own)) };
    });
  return {
    ...document,
    notice: [...document.notice, ...noticeOf(model)],
    sections: [...sections, { title: claimSection, blocks: claimBlocks(ledger, sections) }],
  };
}

function insert(blocks: readonly Block[], added: readonly Block[]): readonly Block[] {
  const at = blocks[0]?.kind === 'paragraph' ? 1 : 0;
  return [...blocks.slice(0, at), ...added, ...blocks.slice(at)];
}

function paragraphsOf(sentences: readonly FilledSentence[]): Block[] {
  const numbers = [...new Set(sentences.map(({ paragraph }) => paragraph))];
  return numbers.map((number) => ({
    kind: 'paragraph',
    inlines: [
      text(mark, 'emphasis'),
      ...sentences
        .filter(({ paragraph }) => paragraph === number)
        .flatMap(({ inlines }) => [text(' '), ...inlines]),
    ],
  }));
}

function noticeOf(model: string): Inline[] {
  return [
    text(' Paragraphs that begin with '),
    text(mark.slice(0, -1), 'emphasis'),
    text(' were worded by a language model'),
    ...(isPrintable(model) ? [text(' ('), declared(model, 'version', 'code'), text(')')] : []),
    text(
      ' that was told the claims alone; the numbers and names in them were filled in from the ledger. The other sentences were composed from the evidence without a model.',
    ),
  ];
}

/** A name that would be read as something else is left to the manifest. */
function isPrintable(model: string): boolean {
  return (
    !isBareNumber(model) &&
    !/[\s`|[\]]/.test(model) &&
    isCleanName(model) &&
    findStrangeCharacters(model).length === 0 &&
    findResultWords(model).length === 0 &&
    findOddWords(model, []).every(isOddByWord)
  );
}
