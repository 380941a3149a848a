/**
 * Checks a draft line by line: every number is a cited claim or declared, with its unit and its name
 * beside it; every word of result is licensed by what its sentence cites; nothing hides. Rows of tables are
 * checked in `rows.ts`.
 */
import { takeCitations } from '../text/declared.ts';
import { findDefiniteCounts } from '../text/number-words.ts';
import type { PlainDraft, PlainLine } from '../text/plain-text.ts';
import { isCalledSo } from './called.ts';
import { findStrangeCharacters } from './characters.ts';
import { checkCitedNames, isCitedYear } from './citations.ts';
import { citedClaims, claimsOf, coverOf, coverOfNumbers, createCitesWithin } from './cited.ts';
import { closeGaps } from './closed-text.ts';
import { isKnownName } from './declared-kinds.ts';
import { createDifferences } from './differences.ts';
import { citesInOrder, isShownDirection } from './directions.ts';
import type { DraftState, LineParts, RowPlace } from './draft-parts.ts';
import type { Finding } from './finding.ts';
import type { Placed } from './mentions.ts';
import { findSubjectClaims } from './named-subjects.ts';
import { wordsOf } from './names.ts';
import { allNames, createCover, isTurnedRound } from './naming.ts';
import { checkAttributions, checkObservations } from './observations.ts';
import { oddMessages } from './odd-messages.ts';
import { printedNames } from './printed-names.ts';
import type { Problem } from './problems.ts';
import { findQuantities } from './quantities.ts';
import { findQuotes, isIdea, type Quote } from './quotes.ts';
import { expandAll } from './ranges.ts';
import type { PaperReading } from './reading.ts';
import { isBeyondRecord, isRecorded } from './recorded-counts.ts';
import { areEqual, isLicensed, missing, resultWordsOf } from './result-words.ts';
import { misplaced } from './roles.ts';
import { checkRow } from './rows.ts';
import type { RuleId } from './rules.ts';
import { type Sentence, splitLine } from './sentences.ts';
import { checkTone } from './tone.ts';
import { isUnitWord, unitBehind } from './unit-table.ts';
import { checkValue } from './values.ts';
import { isPartOfName, movedWord, oddWordsOf } from './vocabulary.ts';
import { comparingWords } from './word-table.ts';

interface DraftCheck {
  readonly problems: Problem[];
  /** Claims with their values as printed, for the comparison of the readings. */
  readonly printed: readonly string[];
}

/** Findings told of one draft. */
const problemsMax = 1000;

/**
 * Checks both drafts against the sources of the paper. Where they print the same lines, as they should, what was
 * found in one is found in the other on the line of the same text.
 */
export function checkDrafts(
  markdown: PlainDraft,
  latex: PlainDraft,
  reading: PaperReading,
): { readonly left: DraftCheck; readonly right: DraftCheck } {
  const left = checkDraft('paper.md', markdown, reading);
  if (!haveSameLines(markdown, latex))
    return { left, right: checkDraft('paper.tex', latex, reading) };
  const lineOf = new Map(markdown.lines.map(({ line }, at) => [line, latex.lines[at]?.line ?? 0]));
  const found = left.problems
    .filter(({ rule }) => rule !== 'unreadable_line')
    .map((problem) => ({ ...problem, file: 'paper.tex', line: lineOf.get(problem.line) ?? 0 }));
  const problems = [...unreadable('paper.tex', latex), ...found];
  return { left, right: { problems, printed: left.printed } };
}

function haveSameLines(one: PlainDraft, other: PlainDraft): boolean {
  return (
    one.lines.length === other.lines.length &&
    one.lines.every((line, at) => {
      const next = other.lines[at];
      return (
        next !== undefined &&
        line.text === next.text &&
        line.isRow === next.isRow &&
        line.section === next.section &&
        line.cells.length === next.cells.length &&
        line.cells.every((cell, place) => cell === next.cells[place])
      );
    })
  );
}

const unreadable = (file: string, draft: PlainDraft): Problem[] =>
  draft.problems.map(({ line, message }) => ({ rule: 'unreadable_line', file, line, message }));

/** Checks one draft against the sources of the paper. */
export function checkDraft(file: string, draft: PlainDraft, reading: PaperReading): DraftCheck {
  const problems = unreadable(file, draft);
  const counted = { tables: 0, figures: 0, comparisonsLeft: 0 };
  const state: DraftState = {
    reading,
    counts: new Map(),
    printed: [],
    captionFiles: [],
    ...counted,
  };
  let head: readonly string[] = [];
  draft.lines.forEach((line, at) => {
    const before = draft.lines[at - 1];
    const isHead = line.isRow && before?.isRow !== true;
    if (!line.isRow) state.captionFiles = filesOfCaption(line.text, reading);
    if (isHead) head = line.cells;
    const findings = checkLine(line, state, at === 0, line.isRow ? { isHead, head } : null);
    for (const [rule, message] of findings) {
      if (problems.length < problemsMax) problems.push({ rule, file, line: line.line, message });
    }
  });
  for (const entry of reading.ledger.not_results) {
    const count = state.counts.get(entry.text) ?? 0;
    const add = (rule: RuleId, message: string): void => {
      problems.push({ rule, file, line: 0, message: `“${entry.text}” ${message}` });
    };
    if (count !== entry.count)
      add('declared_count', `is declared ${entry.count} times and found ${count} times`);
    const wrong =
      entry.kind === 'document_count' && entry.source === 'tables'
        ? tablesProblem(entry.text, state.tables)
        : reading.declaredProblem(entry);
    if (wrong !== undefined) add('declared_kind', wrong);
  }
  return { problems, printed: state.printed };
}

/** Paths of evidence in the caption of a table. */
function filesOfCaption(text: string, { claimFiles }: PaperReading): string[] {
  if (!/^Table \d+\. /.test(text)) return [];
  return claimFiles.filter((path) => text.includes(path));
}

function tablesProblem(text: string, tables: number): string | undefined {
  return Number(/^\d+/.exec(text)?.[0]) === tables ? undefined : `there are ${tables} tables`;
}

const inIdea = 1;
const inRecord = 2;
/** Numbers of one line times claims cited for them; beyond it a number is held to be none of theirs. */
const comparisonsMax = 20_000;
function checkLine(
  line: PlainLine,
  state: DraftState,
  isFirst: boolean,
  row: RowPlace | null,
): Finding[] {
  const { reading } = state;
  const taken = takeCitations(line.text);
  const cites = expandAll(taken.cites);
  const { rest, found } = reading.masker(taken.rest);
  const quotes = findQuotes(taken.rest, reading.quotes);
  const quoted = new Uint8Array(taken.rest.length);
  for (const { start, end, source } of quotes)
    if (source !== null) quoted.fill(source === 'idea' ? inIdea : inRecord, start + 1, end - 1);
  const parts = { line, bare: taken.rest, rest, quotes, quoted, isTitle: isFirst, reading };
  state.comparisonsLeft = comparisonsMax;
  const findings: Finding[] = findStrangeCharacters(line.text).map((message) => [
    'strange_character',
    message,
  ]);
  for (const id of cites.flatMap((cite) => cite.ids)) {
    if (!reading.claims.has(id))
      findings.push(['number_without_claim', `[${id}] is not in the ledger`]);
  }
  findings.push(...checkDeclared(found, parts, state));
  // Whole and word for word, so that nothing can be put into it.
  if (row === null && reading.limitations.has(line.text)) return findings;
  findings.push(...checkAttributions(parts));
  if (row !== null) return [...findings, ...checkRow(parts, cites, row, state)];
  const isCaption = /^(?:Table|Figure) \d+\. /.test(line.text);
  // A project may be called “Negative result: …” itself.
  if (!isFirst || !isIdea(taken.rest, reading.quotes.idea))
    findings.push(...checkTone(withoutQuotes(taken.rest, quotes), reading.ledger));
  const isWholeTitle = isFirst && isTitleLine(taken.rest, reading);
  for (const sentence of splitLine(taken.rest, cites)) {
    findings.push(...checkNumbers(parts, sentence, state, isWholeTitle, isCaption));
    if (!isWholeTitle) findings.push(...checkWords(parts, sentence, isCaption));
    findings.push(...checkObservations(parts, sentence));
  }
  return findings;
}

const withoutQuotes = (line: string, quotes: readonly Quote[]): string =>
  quotes.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), line);

/** What the outcome puts in front of a title. */
const titlePrefix = /^(?:Mixed|Inconclusive|Negative) result: /;
/** The title of a paper whose project has no name that can be printed. */
const plainTitle = 'An automated experiment';

function isTitleLine(title: string, { quotes }: PaperReading): boolean {
  const name = title.replace(titlePrefix, '');
  return name === plainTitle || isIdea(name, quotes.idea) || isIdea(title, quotes.idea);
}

/** Counts the declared texts and looks at the places where their kind matters. */
function checkDeclared(
  found: readonly { readonly index: number; readonly text: string }[],
  { line, bare, quoted, isTitle: isFirst, reading }: LineParts,
  state: DraftState,
): Finding[] {
  const findings: Finding[] = [];
  for (const { index, text } of found) {
    state.counts.set(text, (state.counts.get(text) ?? 0) + 1);
    const kind = kindsOf(reading).get(text);
    const end = index + text.length;
    const [, thing, number] = /^(Table|Figure) ([1-9]\d*)$/.exec(text) ?? [];
    const isCaption = index === 0 && bare.startsWith('. ', end) && !line.isRow && !isFirst;
    // Words of the record or the idea speak of tables of their own.
    const isOwn = (quoted[index] ?? 0) === 0 && kind?.endsWith('_number') === true;
    if (thing !== undefined && (isCaption || isOwn)) {
      const name = thing === 'Table' ? 'tables' : 'figures';
      if (isCaption) state[name] += 1;
      if (isCaption ? Number(number) !== state[name] : Number(number) > state[name])
        findings.push([
          'declared_kind',
          `“${text}” is out of order: ${state[name]} ${name} so far`,
        ]);
      continue;
    }
    if (kind === 'quoted' && !isFirst) {
      const isQuoted = quoted[index] === inIdea && quoted[end - 1] === inIdea;
      if (!isQuoted && !isKnownName(text, reading.names))
        findings.push(['declared_kind', `“${text}” must stand in quotation marks`]);
    }
    if (kind === 'name' && !line.isRow && isMeasureBehind(bare.slice(end, end + 24), reading))
      findings.push(['declared_kind', `“${text}” stands before a unit, as only a value may`]);
  }
  return findings;
}

/** True where a unit, a factor or a percent sign follows a name, which then reads as a number. */
export function isMeasureBehind(rest: string, { units }: Pick<PaperReading, 'units'>): boolean {
  const unit = unitBehind(rest, units);
  return unit !== undefined && unit.length > 0 && isUnitWord(unit.unit);
}

const kinds = new WeakMap<PaperReading, ReadonlyMap<string, string | undefined>>();

function kindsOf(reading: PaperReading): ReadonlyMap<string, string | undefined> {
  const known =
    kinds.get(reading) ?? new Map(reading.ledger.not_results.map(({ text, kind }) => [text, kind]));
  kinds.set(reading, known);
  return known;
}

function checkNumbers(
  { rest, bare, quoted, reading }: LineParts,
  sentence: Sentence,
  state: DraftState,
  isWholeTitle: boolean,
  isCaption: boolean,
): Finding[] {
  const text = rest.slice(sentence.start, sentence.end);
  const claims = claimsOf(sentence, reading);
  const words = new Set(wordsOf(bare.slice(sentence.start, sentence.end)));
  const isOfClaims = coverOf(text, claims, reading);
  const isOfFiles = coverOfNumbers(text, isCaption || text.startsWith('Varied: '), reading);
  const isCovered = (index: number): boolean => isOfClaims(index) || isOfFiles(index);
  const findings: Finding[] = [];
  const placed: Placed[] = [];
  let place = 0;
  const isDifference = createDifferences(text, () => citedClaims(sentence.cites, reading));
  const quantities = findQuantities(text, reading.units);
  for (const [order, quantity] of quantities.entries()) {
    const at = sentence.start + quantity.token.index;
    if (
      quantity.inWords &&
      (isWholeTitle || quoted[at] === inIdea || isCovered(quantity.token.index))
    )
      continue;
    const isYear = quantity.unit === undefined && !quantity.inWords;
    if (isYear && isCitedYear(quantity.token.value, claims, reading.references)) continue;
    while (place < sentence.cites.length && (sentence.cites[place]?.index ?? 0) <= at) place += 1;
    const ids = sentence.cites[place]?.ids ?? [];
    // "Two clients sent 3 [C1] requests": what is cited is of the number behind it.
    const next = sentence.start + (quantities[order + 1]?.token.index ?? Number.POSITIVE_INFINITY);
    const isUncited = (sentence.cites[place]?.index ?? 0) > next || ids.length === 0;
    if (isUncited && isRecorded(quantity, text, reading.counts)) continue;
    if (isDifference(quantity)) continue;
    const { findings: found, claim } = checkValue(quantity, ids, words, claims, state, 'sentence');
    findings.push(...found);
    const { index, text: printed } = quantity.token;
    const end = Math.max(quantity.end, index + printed.length);
    if (claim !== undefined) placed.push({ index, end, text: printed, claim });
  }
  for (const token of findDefiniteCounts(text)) {
    const isFree =
      isWholeTitle ||
      (quoted[sentence.start + token.index] ?? 0) !== 0 ||
      claims.some(({ id }) => reading.values.get(id) === token.value);
    if (!isFree && !isCovered(token.index) && isBeyondRecord(token, text, reading.counts))
      findings.push(['number_without_claim', `“${token.text}” is more than the files record`]);
  }
  const own = bare.slice(sentence.start, sentence.end);
  findings.push(
    ...checkCitedNames(own, claims, reading.references),
    ...misplaced(own, placed, claims, reading),
  );
  for (const claim of claims) {
    if (isTurnedRound(claim, own))
      findings.push(['name', `[${claim.id}] compares the other way round`]);
  }
  return findings;
}

function checkWords(
  { rest, quoted, reading }: LineParts,
  sentence: Sentence,
  isCaption: boolean,
): Finding[] {
  const text = rest.slice(sentence.start, sentence.end);
  const closed = closeGaps(text, sentence.start, sentence.cites);
  const words = resultWordsOf(closed.text).map((word) => ({
    ...word,
    index: closed.placeOf(word.index),
  }));
  const odd = oddWordsOf(closed.text).map((word) => movedWord(word, closed.placeOf));
  const isQuoted = (index: number): boolean => (quoted[sentence.start + index] ?? 0) !== 0;
  const cited = citedClaims(sentence.cites, reading);
  // What is cited shows a value, a word of result or a quotation; of a sentence without any it shows nothing.
  const isShown =
    words.some((word) => !isAttribute(text, word)) ||
    odd.some((word) => isShownDirection(text, word, cited)) ||
    quoted.subarray(sentence.start, sentence.end).some((source) => source !== 0) ||
    findQuantities(text, reading.units).length > 0;
  const isFree = isCaption || (sentence.cites.length > 0 && isShown);
  const idle = isFree ? [] : claimsOfSubjects(text, reading, isQuoted);
  if (words.length === 0 && odd.length === 0) return idle;
  const ofClaims = coverOf(text, claimsOf(sentence, reading), reading);
  const ofFiles = isCaption ? createCover(text, allNames(reading.names)) : () => false;
  const isName = (index: number): boolean => isQuoted(index) || ofClaims(index) || ofFiles(index);
  const within = createCitesWithin(sentence, closed.placeOf);
  const licensed = new Map<string, boolean>();
  const unlicensed = words.flatMap((word): Finding[] => {
    if (isName(word.index)) return [];
    const near = word.ofAll === null ? [] : within(word.ofAll);
    const where = near.length === 0 ? word.ofAll?.ofTwo : word.ofAll?.from;
    const cites = near.length === 0 ? citesInOrder(text, word, sentence) : near;
    const key = `${word.licence} ${word.negated} ${where} ${cites[0]?.index}`;
    const isFine = licensed.get(key) ?? isLicensed(word, citedClaims(cites, reading));
    licensed.set(key, isFine);
    if (isFine) return [];
    return [['word_without_claim', `“${word.text}” ${missing(word.licence, cited.length > 0)}`]];
  });
  const named = odd.length === 0 ? () => false : printedNames(text, sentence, isCaption, reading);
  // "Is the same for routed as for baseline" is what such a comparison says.
  const isEqual =
    cited.some(({ claim }) => claim.comparison?.direction === 'equal') || areEqual(cited);
  const called = isCalledSo(text, cited, reading);
  // "Uses less" is held against the comparison that is cited for it.
  const amounts = words.flatMap(({ text: word, index }) =>
    /^(?:less|more)$/.test(word) ? [index] : [],
  );
  const told = oddMessages(
    odd.filter(
      (word) =>
        !isPartOfName(word, isName) &&
        !named(word) &&
        !called(word) &&
        !isShownDirection(text, word, cited) &&
        !amounts.includes(word.index) &&
        !(isEqual && word.isAlike === true),
    ),
    cited.length > 0,
  );
  return [...unlicensed, ...told.map((message): Finding => ['plain_words', message]), ...idle];
}

/** "The shorter wait": named, and not said. */
const isAttribute = (
  text: string,
  { text: word, index }: { text: string; index: number },
): boolean =>
  comparingWords.has(word) &&
  /\b(?:its|the|their|this|these) $/i.test(text.slice(Math.max(0, index - 8), index)) &&
  /^\p{L}+ \p{L}/u.test(text.slice(index, index + 40));

/** What a sentence that cites nothing says of a case or a quantity, or of anything in a verb that tells no setup. */
const claimsOfSubjects = (
  text: string,
  { names, isOfSetting }: PaperReading,
  isQuoted: (index: number) => boolean,
): Finding[] =>
  findSubjectClaims(text, (word) => names.byWord.has(word) && !isOfSetting(word))
    .filter(({ index }) => !isQuoted(index))
    .map(({ text: subject, isNamed }) => [
      'plain_words',
      isNamed
        ? `says what “${subject}” does, and cites no claim that shows it; say what was done, or print the value`
        : `the clause of “${subject}” has no verb that tells a setup or what was done, and cites no claim; say what was done, or print the value`,
    ]);
