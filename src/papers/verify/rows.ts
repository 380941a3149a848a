/** Checks a row of a table: its numbers, its names and the words in its cells. */
import { type Claim, claimValue } from '../claims/schema.ts';
import { remember } from '../remember.ts';
import { takeCitations } from '../text/declared.ts';
import { checkSource, isSourceCell } from './appendix.ts';
import { coverOfNumbers } from './cited.ts';
import { isKnownName } from './declared-kinds.ts';
import type { DraftState, LineParts, RowPlace } from './draft-parts.ts';
import type { Finding } from './finding.ts';
import { headUnitProblem } from './labels.ts';
import { wordsOf } from './names.ts';
import { allNames, createCover } from './naming.ts';
import { oddMessages } from './odd-messages.ts';
import { isSourceWord } from './printed-names.ts';
import { findQuantities } from './quantities.ts';
import type { PaperReading } from './reading.ts';
import { missing, resultWordsOf } from './result-words.ts';
import { isOneRecord } from './roles.ts';
import type { Citation } from './sentences.ts';
import { checkValue } from './values.ts';
import { isPartOfName, oddWordsOf } from './vocabulary.ts';

/** A row: as many numbers as citations, each under its head and behind its case. */
export function checkRow(
  parts: LineParts,
  cites: readonly Citation[],
  { isHead, head }: RowPlace,
  state: DraftState,
): Finding[] {
  const { reading, line } = parts;
  const isSource = isSourceCell(line, reading);
  const findings: Finding[] = checkSource(line, reading, isSource);
  // A claim of words has no number that the row could show.
  const ids = cites.flatMap((cite) => cite.ids).filter((id) => !isOfWords(reading.claims.get(id)));
  findings.push(...checkFiles(ids, state));
  const cells = isSource ? [...line.cells.slice(0, -1), ''] : line.cells;
  const shown = cells.map((cell) => takeCitations(cell).rest);
  const masked = shown.map((cell) => reading.masker(cell).rest);
  const quantities = masked.map((cell) => findQuantities(cell, reading.units));
  let position = 0;
  let first: Claim | undefined;
  const texts = new Set(
    shown
      .filter((_, at) => at < shown.length - 1 && quantities[at]?.every(({ inWords }) => inWords))
      .flatMap((cell) => wordsOf(cell)),
  );
  shown.forEach((cell, at) => {
    const isNamed = isNamedCell(cell, reading);
    if (!isNamed) findings.push(...checkCellWords(masked[at] ?? '', reading, isSource));
    const column = head[at] ?? '';
    const isValueColumn = isHead || /^value$/i.test(column.trim());
    const inHead = wordsOfHead(column);
    const words = { has: (word: string) => inHead.has(word) || texts.has(word) };
    const isName = coverOfNumbers(masked[at] ?? '', isSource, reading);
    for (const quantity of quantities[at] ?? []) {
      if (quantity.inWords && (isNamed || isName(quantity.token.index))) continue;
      const own = quantity.inWords ? [] : ids.slice(position, position + 1);
      if (!quantity.inWords) position += 1;
      // A row is about one case, so that no other one may be named there.
      const checked = checkValue(
        quantity,
        own,
        words,
        [],
        state,
        isValueColumn ? 'name cell' : 'column',
      );
      const { claim } = checked;
      first ??= claim;
      if (claim !== undefined && first !== undefined && !isOneRecord(first, claim))
        findings.push(['name', `[${first.id}] and [${claim.id}] are of two records`]);
      findings.push(
        ...checked.findings,
        ...(quantity.unit === undefined
          ? headUnitFindings(column, reading.claims.get(own[0] ?? ''))
          : []),
      );
    }
  });
  if (position !== ids.length)
    findings.push([
      'number_without_claim',
      `the row has ${position} numbers and cites ${ids.length} claims`,
    ]);
  return findings;
}

/** The words of a head, which stands above many cells. */
const wordsOfHead = remember((head: string): ReadonlySet<string> => new Set(wordsOf(head)));

/** Where the caption names files, the numbers below it are of these. */
function checkFiles(ids: readonly string[], { captionFiles, reading }: DraftState): Finding[] {
  if (captionFiles.length === 0) return [];
  const odd = ids
    .map((id) => reading.claims.get(id))
    .find(
      (claim) =>
        claim !== undefined && !claim.evidence_refs.some(({ path }) => captionFiles.includes(path)),
    );
  if (odd === undefined) return [];
  return [['name', `[${odd.id}] is not of ${captionFiles.join(', ')}, which the caption names`]];
}

const isOfWords = (claim: Claim | undefined): boolean =>
  claim !== undefined && claimValue(claim) === undefined;

function isNamedCell(cell: string, { names }: PaperReading): boolean {
  return isKnownName(cell.trim(), names);
}

/**
 * `rest` is a cell without declared texts; its words are those of names, or plain ones. A line of the appendix of claims
 * repeats the record in its own words.
 */
function checkCellWords(rest: string, reading: PaperReading, isSource: boolean): Finding[] {
  const words = resultWordsOf(rest);
  const odd = isSource ? [] : oddWordsOf(rest);
  if (words.length === 0 && odd.length === 0) return [];
  const isCovered = createCover(rest, allNames(reading.names));
  const told = odd.filter(
    (word) =>
      !isPartOfName(word, isCovered) &&
      rest.charAt(word.index) !== ' ' &&
      // The end of a name that was cut.
      rest.charAt(word.index + word.text.length) !== '…' &&
      !isSourceWord(word.text, reading),
  );
  return [
    ...words
      .filter((word) => !isCovered(word.index))
      .map(
        (word): Finding => ['word_without_claim', `“${word.text}” ${missing(word.licence, false)}`],
      ),
    ...oddMessages(told, false).map((message): Finding => ['plain_words', message]),
  ];
}

function headUnitFindings(column: string, claim: Claim | undefined): Finding[] {
  const wrong = claim === undefined ? undefined : headUnitProblem(column, claim);
  return wrong === undefined ? [] : [['unit', wrong]];
}
