/** `docs/verifier-rules.md`: what the verifier finds and which words need what, from the tables that it goes by. */
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
  ]);
}

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
