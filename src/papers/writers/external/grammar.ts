/**
 * The small language in which a model answers: headings that name places of the paper, a sentence a line,
 * an empty line between paragraphs, references in braces. Read once from the beginning to the end; what is
 * not of it is a finding, and its line is left out. docs/external-writer.md has the whole of it.
 */
import { limits } from '../../../domain/limits.ts';
import { isCleanWording } from '../../lint/wording.ts';
import { findNumberWords } from '../../text/number-words.ts';
import { hasDigit } from '../../text/numbers.ts';
import { splitLine } from '../../verify/sentences.ts';
import { comparingWords } from '../../verify/word-table.ts';

/** Where a model may say something, in the order of the paper. */
export const places = [
  'abstract',
  'introduction',
  'method',
  'results',
  'limitations',
  'conclusion',
] as const;
/** One of them. */
export type Place = (typeof places)[number];

/** What a reference asks for of a claim; `references.ts` says which claim has what. */
export const claimFields = [
  'value',
  'name',
  'case',
  'baseline',
  'direction',
  'verdict',
  'words',
] as const;
/** One of them. */
export type ClaimField = (typeof claimFields)[number];

/** Words as the model typed them, or what the renderer puts in their place. */
export type Piece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'claim'; readonly id: string; readonly field: ClaimField }
  | { readonly kind: 'cite'; readonly ids: readonly string[] };

/** A sentence whose form is right. Nothing is said yet of what it says. */
export interface ReadSentence {
  /** Line of the answer, from 1. */
  readonly line: number;
  readonly place: Place;
  /** Counts up within the answer; sentences of one paragraph have the same. */
  readonly paragraph: number;
  readonly source: string;
  readonly pieces: readonly Piece[];
}

/** Why a line cannot stand; `rule` is a word for programs and holds nothing of the answer. */
export interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

/** An answer as far as its form goes. */
export interface ReadAnswer {
  readonly sentences: readonly ReadSentence[];
  readonly findings: readonly Finding[];
}

/** Reads an answer; `isCut` when its end is missing, so that its last line is no sentence. */
export function readAnswer(answer: string, isCut = false): ReadAnswer {
  const kept = answer.slice(0, limits.writerAnswerCharsMax);
  const cut = isCut || kept.length < answer.length;
  const lines = kept.normalize('NFC').split(/\r\n|[\n\r]/);
  const sentences: ReadSentence[] = [];
  const findings: Finding[] = [];
  const counts = new Map<Place, number>();
  let place: Place | undefined;
  let paragraph = 0;
  lines.forEach((untrimmed, at) => {
    const source = untrimmed.trim();
    const line = at + 1;
    const add = (rule: string, message: string): void =>
      void findings.push({ rule, line, message });
    if (source === '') {
      paragraph += 1;
      return;
    }
    if (cut && line === lines.length) {
      add('cut', 'the answer ended in the middle of this line; say less');
      return;
    }
    if (source.startsWith('#')) {
      paragraph += 1;
      place = places.find((name) => source === `# ${name}`);
      if (place === undefined)
        add('place', `a heading is # and one of ${places.join(', ')}; what follows is left out`);
      return;
    }
    if (place === undefined) {
      add('place', 'stands below no heading that there is');
      return;
    }
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    if (count > limits.writerPlaceSentencesMax) {
      add('too_many', `a place has at most ${limits.writerPlaceSentencesMax} sentences`);
      return;
    }
    const read = readSentence(source);
    if ('rule' in read) add(read.rule, read.message);
    else sentences.push({ line, place, paragraph, source, pieces: read.pieces });
  });
  return { sentences, findings };
}

type Fault = Pick<Finding, 'rule' | 'message'>;

function readSentence(source: string): { readonly pieces: readonly Piece[] } | Fault {
  if (source.length > limits.writerSentenceCharsMax)
    return fault('too_long', `a sentence has at most ${limits.writerSentenceCharsMax} characters`);
  const pieces = readPieces(source);
  if (!Array.isArray(pieces)) return pieces;
  const references = pieces.filter(({ kind }) => kind !== 'words').length;
  if (references > limits.writerSentenceReferencesMax)
    return fault(
      'too_many',
      `a sentence has at most ${limits.writerSentenceReferencesMax} references`,
    );
  // What a reference will be is no word yet, and ends none.
  const typed = pieces.map((piece) => (piece.kind === 'words' ? piece.text : '¤')).join('');
  return findFault(source, typed) ?? findComparison(pieces) ?? besideValue(pieces) ?? { pieces };
}

/** Longest reference: several claims at once. */
const referenceCharsMax = 120;
const reference = new RegExp(
  `^(?:claim:(C[1-9]\\d{0,5})\\.(${claimFields.join('|')})|cite:(C[1-9]\\d{0,5}(?:,C[1-9]\\d{0,5}){0,9}))$`,
);

function readPieces(source: string): Piece[] | Fault {
  const pieces: Piece[] = [];
  let from = 0;
  for (let open = source.indexOf('{'); open >= 0; open = source.indexOf('{', from)) {
    const close = source.slice(open, open + referenceCharsMax).indexOf('}');
    const inner = close < 0 ? undefined : source.slice(open + 1, open + close);
    const [, id, field, ids] = reference.exec(inner ?? '') ?? [];
    if (inner === undefined || (id === undefined && ids === undefined))
      return fault('reference', `${excerpt(source, open)} is no {claim:C1.value} and no {cite:C1}`);
    const end = open + inner.length + 2;
    const beside = `${source.charAt(open - 1)}…${source.charAt(end)}`;
    if (!/^[ (]?…[ ,.;:?!)]?$/.test(beside))
      return fault(
        'reference',
        `${excerpt(source, open)} touches something: before a reference stands a space, behind it a space or a mark`,
      );
    if (open > from) pieces.push({ kind: 'words', text: source.slice(from, open) });
    pieces.push(
      ids === undefined
        ? { kind: 'claim', id: id ?? '', field: field as ClaimField }
        : { kind: 'cite', ids: [...new Set(ids.split(','))] },
    );
    from = end;
  }
  if (from < source.length) pieces.push({ kind: 'words', text: source.slice(from) });
  return pieces;
}

/** All that may be typed: Latin letters, spaces and the marks of running text. */
const typedCharacters = /^[\p{Script=Latin} ,.;:?!'’()–—¤-]*$/u;

function findFault(source: string, typed: string): Fault | undefined {
  // The sign that stands for a reference is none that may be typed.
  if (source.includes('¤')) return fault('character', '¤ is not of the language');
  if (hasDigit(typed))
    return fault('digit', 'holds a digit; let a reference print it, as {claim:C1.value} does');
  const strange = typedCharacters.test(typed)
    ? undefined
    : Array.from(typed).find((character) => !typedCharacters.test(character));
  if (strange !== undefined) {
    const code = (strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return fault('character', `U+${code} is not of the language: plain English without markup`);
  }
  const number = findNumberWords(typed)[0];
  if (number !== undefined)
    return fault('number_word', `“${number.text}” is a number; let a reference print it`);
  if (!/^\p{Lu}/u.test(typed) || !/[.?!]$/.test(typed))
    return fault(
      'form',
      'is no sentence: it begins with a capital letter and ends with a full stop',
    );
  if (splitLine(typed, []).length > 1)
    return fault('form', 'holds more than one sentence; each stands on a line of its own');
  if (!hasPairs(typed)) return fault('form', 'has a bracket without its counterpart');
  if (!isCleanWording(typed.replaceAll('¤', 'it')))
    return fault('wording', 'reads as a placeholder, or as if people had written or reviewed it');
  return undefined;
}

/** Before "than" these make no comparison of values. */
const notComparing: ReadonlySet<string> = new Set(['other', 'rather']);

/**
 * A comparison that was typed: a word of the verifier's table that compares, wherever it stands, or a "than" for which
 * no reference to a direction stands before it.
 */
function findComparison(pieces: readonly Piece[]): Fault | undefined {
  let directions = 0;
  let before = '';
  for (const piece of pieces) {
    if (piece.kind !== 'words') {
      if (piece.kind === 'claim' && piece.field === 'direction') directions += 1;
      continue;
    }
    for (const word of piece.text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []) {
      const isThan = word === 'than' && !notComparing.has(before);
      if (isThan) directions -= 1;
      if (comparingWords.has(word) || directions < 0)
        return fault(
          'comparison',
          `“${word}” compares; let a reference do it, as {claim:C1.direction} does`,
        );
      before = word;
    }
  }
  return undefined;
}

/** Words that would make another number of a value: a scale, a part, a sign. */
function besideValue(pieces: readonly Piece[]): Fault | undefined {
  const isValue = (piece: Piece | undefined): boolean =>
    piece?.kind === 'claim' && piece.field === 'value';
  // As the verifier would read it, were the value a word.
  const read = pieces
    .map((piece) => (piece.kind === 'words' ? piece.text : isValue(piece) ? 'two' : '¤'))
    .join('');
  const wider = findNumberWords(read).find((number) => number.text !== 'two');
  const isSigned = pieces.some(
    (piece, at) =>
      piece.kind === 'words' &&
      isValue(pieces[at + 1]) &&
      /\b(?:minus|plus|negative)[ (]+$/i.test(piece.text),
  );
  if (wider === undefined && !isSigned) return undefined;
  return fault('beside_value', 'a word beside a value makes another number of it');
}

function hasPairs(typed: string): boolean {
  let depth = 0;
  for (const character of typed) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || depth > 1) return false;
  }
  return depth === 0;
}

const fault = (rule: string, message: string): Fault => ({ rule, message });
const excerpt = (source: string, at: number): string => source.slice(at, at + 24).toWellFormed();
