/** `docs/verifier-rules.md`: what the verifier finds and which words need what, from the tables that it goes by. */

import { claimPhrases, phraseReasons } from '../papers/verify/claim-phrases.ts';
import { commonWords } from '../papers/verify/common-words.ts';
import { claimingWords } from '../papers/verify/outcome-verbs.ts';
import {
  faultWords,
  meritWords,
  orderWords,
  plainGroups,
  plainPairs,
} from '../papers/verify/plain-words.ts';
import { verifierRules } from '../papers/verify/rules.ts';
import { type Licence, licences, resultPhrases, resultWords } from '../papers/verify/word-table.ts';
import { code, renderPage, renderTable } from './markdown.ts';

const titles = {
  folder: 'Of the folder',
  evidence: 'Of the evidence',
  claims: 'Of the claims',
  drafts: 'Of the drafts',
  readings: 'Of the readings against each other',
} as const;

/** The whole page as Markdown. */
export function renderVerifierPage(): string {
  return renderPage([
    '# Rules of the verifier',
    'What [the verifier](verifier.md) finds, by the id that its problems bear. Each problem names file and line and says what would be right.',
    ...(Object.keys(titles) as (keyof typeof titles)[]).flatMap((of) => [
      `## ${titles[of]}`,
      renderTable(
        ['Rule', 'What it finds'],
        Object.entries(verifierRules[of]).map(([id, sentence]) => [code(id), sentence]),
      ),
    ]),
    '## Words of result',
    'What must be cited in the sentence of a word (`word_without_claim`). "Not" turns a word round: it then needs what shows the contrary.',
    renderTable(
      ['Words', 'Licensed by'],
      (Object.keys(licences) as Licence[]).map((licence) => [wordsOf(licence), licences[licence]]),
    ),
    '## Plain words',
    'What may stand without a claim that is called so (`plain_words`), beside the words above, the names of the result files and the words of the idea. Nouns come with their plural, verbs with their regular forms. A clause that tells a procedure or asks may have others, too.',
    renderTable(
      ['Words', 'Which'],
      [
        ...plainGroups.map(({ about, forms, words }) => [
          `${about} ${formNotes[forms]}`,
          listed(words),
        ]),
        ['Neighbours that are plain together.', listed(plainPairs)],
        [
          'Ordinary English, of WordNet.',
          `${countOf('things')} names of things and acts, ${countOf('notions')} of attributes and thoughts, ${countOf('acts')} verbs and ${countOf('kinds')} words that relate; where something was done or asked, ${countOf('people')} names of people, ${countOf('looks')} words for how something is and ${countOf('manners')} for how it is done, too`,
        ],
        [
          'Of merit, cause and reach: only where the sentence denies them, asks for them or aims at them.',
          listed(meritWords),
        ],
        ['Of fault: only where the sentence asks for them.', listed(faultWords)],
        ['What no sentence begins with.', listed(orderWords)],
      ],
    ),
    '## Verbs of outcome',
    'A clause of which one of these is the verb, or has happened since, needs a claim (`plain_words`).',
    claimingWords.join(', '),
    '## Turns of phrase',
    'What claims in words that are plain one by one (`plain_words`), with an example of each construction.',
    renderTable(
      ['Example', 'What is wrong with it'],
      claimPhrases.map(({ id, example }) => [example, phraseReasons[id]]),
    ),
  ]);
}

const countOf = (list: keyof typeof commonWords): number =>
  commonWords[list].trim().split(/\s+/).length;

const formNotes = { 'as written': '', nouns: '(nouns)', verbs: '(verbs)' } as const;
const listed = (words: string): string => words.trim().split(/\s+/).join(', ');

function wordsOf(licence: Licence): string {
  const words = resultWords
    .filter((row) => row.licence === licence)
    .map((row) => `${row.words.replaceAll(' ', ', ')}${row.ofOutcome === true ? outcome : ''}`);
  const phrases = resultPhrases
    .filter((row) => row.licence === licence)
    .map(({ phrase }) => phrase);
  return [...words, ...phrases].join(', ') || 'found by their sentence';
}

const outcome = ' (beside hypothesis, threshold, target, criterion and the like)';
