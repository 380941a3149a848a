/**
 * Turns sentences from outside into inlines. Each number must be found among the claims by value,
 * unit and name; a sentence with a number that no claim states is left out, never quoted.
 */

import type { LedgerDraft } from '../claims/ledger.ts';
import { type Claim, claimValue } from '../claims/schema.ts';
import { declared, type Inline, text } from '../document.ts';
import { parsePointer } from '../json-pointer.ts';
import { isCleanWording } from '../lint/wording.ts';
import { hasDigit, isBareNumber } from '../text/numbers.ts';
import { findAll } from '../text/scan.ts';
import { toPlainLine } from '../text/text.ts';
import { createCaseOf } from '../verify/cases.ts';
import { findStrangeCharacters } from '../verify/characters.ts';
import { isKnownName } from '../verify/declared-kinds.ts';
import { isMeasureBehind } from '../verify/drafts.ts';
import {
  type ClaimNames,
  claimNames,
  collectNames,
  type KnownNames,
  wordsOf,
} from '../verify/names.ts';
import { misnamed } from '../verify/naming.ts';
import { findQuantities, mismatch, type Quantity } from '../verify/quantities.ts';
import type { PaperReading } from '../verify/reading.ts';
import { misplaced } from '../verify/roles.ts';
import { splitLine } from '../verify/sentences.ts';
import { seriesOf } from '../verify/series.ts';
import { knownUnits } from '../verify/unit-table.ts';

/** Longest sentence taken over. */
const sentenceCharsMax = 700;

/** Where the numbers and names of a sentence are looked up. */
export interface ClaimIndex {
  readonly entries: readonly { readonly claim: Claim; readonly value: number }[];
  readonly names: KnownNames;
  readonly units: ReadonlySet<string>;
  namesOf(claim: Claim): readonly ClaimNames[];
  /** As the verifier has them, so that nothing is written that it would blame. */
  readonly caseOf: PaperReading['caseOf'];
  readonly seriesOf: PaperReading['seriesOf'];
}

/** Kinds whose number was read where it stands; that of a statistic was computed of such numbers. */
const readKinds: readonly Claim['kind'][] = ['measurement', 'setting'];

/** Prepares what was measured and its statistics for look-up by value, unit and the names on the way to them. */
export function indexClaims({
  claims,
  results,
}: Pick<LedgerDraft, 'claims' | 'results'>): ClaimIndex {
  const entries = claims.flatMap((claim) => {
    const value = claimValue(claim);
    const isOfRun = readKinds.includes(claim.kind) || claim.kind === 'statistic';
    return value === undefined || !isOfRun ? [] : [{ claim, value }];
  });
  const roots = new Map<string, Container>();
  for (const { claim } of entries) {
    const ref = claim.evidence_refs[0];
    if (ref === undefined || !readKinds.includes(claim.kind)) continue;
    const root = roots.get(ref.path) ?? new Map();
    roots.set(ref.path, root);
    putValue(root, parsePointer(ref.pointer) ?? [], ref.recomputed_value);
  }
  const files = new Map([...roots].map(([path, root]) => [path, toJson(root)]));
  const labels = results.flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.map((row) => row.label)),
  );
  const namesOf = (claim: Claim): readonly ClaimNames[] =>
    claim.evidence_refs.map((ref) => claimNames(claim, ref, files.get(ref.path)));
  return {
    entries,
    names: collectNames([...files.values(), ...labels]),
    units: knownUnits(claims.map((claim) => claim.unit)),
    namesOf,
    caseOf: createCaseOf(claims, namesOf),
    seriesOf: (claim) => seriesOf(claim, files.get(claim.evidence_refs[0]?.path ?? '')),
  };
}

/** The numbers of a result file as far as claims were made of them. */
type Container = Map<string, unknown>;

function putValue(root: Container, parts: readonly string[], value: unknown): void {
  let at = root;
  for (const part of parts.slice(0, -1)) {
    const next = at.get(part);
    const into: Container = next instanceof Map ? next : new Map();
    at.set(part, into);
    at = into;
  }
  at.set(parts.at(-1) ?? '', value);
}

function toJson(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const members = [...(value as Container)].map(([name, item]) => [name, toJson(item)] as const);
  const isList = members.every(([name]) => /^\d+$/.test(name));
  if (!isList) return Object.fromEntries(members);
  const list: unknown[] = [];
  for (const [name, item] of members) list[Number(name)] = item;
  return list;
}

/** The sentence as inlines, or undefined when it cannot be said: unclaimed numbers, or lint. */
export function resolveSentence(source: string, index: ClaimIndex): Inline[] | undefined {
  // Double marks are kept for the quotation as a whole.
  const sentence = toPlainLine(source).replace(/[“”]/g, "'");
  const fits = sentence !== '' && sentence.length <= sentenceCharsMax && isCleanWording(sentence);
  if (!fits || findStrangeCharacters(sentence).length > 0) return undefined;
  if (splitLine(sentence, []).length > 1) return undefined;
  const names = findNames(sentence);
  if (names.some((name) => !isUsable(name, sentence, index))) return undefined;
  let masked = sentence;
  for (const { index: at, text: name } of names)
    masked = masked.slice(0, at) + ' '.repeat(name.length) + masked.slice(at + name.length);
  const values = resolveNumbers(masked, new Set(wordsOf(sentence)), index);
  if (values === undefined) return undefined;
  if (isMisplaced(sentence, values, index)) return undefined;
  // A bracket right behind a citation makes a link of it.
  if (values.some(({ end }) => sentence.charAt(end) === '(')) return undefined;
  const pieces = [
    ...names.map((name) => ({
      start: name.index,
      end: name.index + name.text.length,
      inline: declared(name.text, 'name'),
    })),
    ...values,
  ].sort((a, b) => a.start - b.start);
  const inlines: Inline[] = [];
  let at = 0;
  for (const { start, end, inline } of pieces) {
    inlines.push(text(sentence.slice(at, start)), inline);
    at = end;
  }
  inlines.push(text(sentence.slice(at)));
  const isPlain = inlines.every((inline) => inline.kind !== 'text' || !hasDigit(inline.text));
  return isPlain
    ? inlines.filter((inline) => inline.kind !== 'text' || inline.text !== '')
    : undefined;
}

function isUsable(
  name: { readonly index: number; readonly text: string },
  sentence: string,
  index: ClaimIndex,
): boolean {
  const rest = sentence.slice(name.index + name.text.length);
  return isKnownName(name.text, index.names) && !isMeasureBehind(rest.slice(0, 24), index);
}

/** Words that hold digits but start with a letter, versions, and widths such as `8-bit`. */
export function findNames(sentence: string): { index: number; text: string }[] {
  const pattern =
    /(?<![\p{L}\p{N}_.=:/+\u2212-])(?:v?\d{1,20}(?:\.\d{1,20}){2,8}|\d{1,20}-bit|[12345]D|\p{L}[\p{L}\p{N}_./+-]{0,80}\p{N}[\p{L}\p{N}_/+-]{0,80}(?:\.[\p{L}\p{N}_/+-]{1,80}){0,8})(?![\p{L}\p{N}_=:])/gu;
  return findAll(sentence, pattern)
    .map((match) => ({ index: match.index, text: match[0] }))
    .filter((name) => !/-\d*\.\d+$/.test(name.text) && !isBareNumber(name.text));
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly inline: Inline;
}
interface Value extends Piece {
  readonly claim: Claim;
}

/** True where the sentence, with room for its citations, gives a number to another case or quantity. */
function isMisplaced(sentence: string, values: readonly Value[], index: ClaimIndex): boolean {
  let text = '';
  let at = 0;
  const placed = values.map(({ start, end, claim }) => {
    text += sentence.slice(at, start);
    const place = { index: text.length, text: sentence.slice(start, end), claim };
    text += place.text;
    const placedEnd = text.length;
    text += ' '.repeat(` [${claim.id}]`.length);
    at = end;
    return { ...place, end: placedEnd };
  });
  const claims = values.map(({ claim }) => claim);
  return misplaced(`${text}${sentence.slice(at)}`, placed, claims, index).length > 0;
}

/** The numbers of a sentence as values of claims; undefined when one of them is none. */
function resolveNumbers(
  sentence: string,
  words: ReadonlySet<string>,
  index: ClaimIndex,
): Value[] | undefined {
  const pieces: Value[] = [];
  for (const quantity of findQuantities(sentence, index.units)) {
    const claim = findClaim(quantity, words, index);
    if (claim === undefined) return undefined;
    const { index: start, text: written } = quantity.token;
    const end = Math.max(quantity.end, start + written.length);
    const printed = sentence.slice(start, end).replaceAll('−', '-').replace(/^\+/, '');
    const inline: Inline = {
      kind: 'value',
      claimId: claim.id,
      printed,
      unit: undefined,
      cited: true,
    };
    pieces.push({ start, end, inline, claim });
  }
  return pieces;
}

/** The claim with that value and unit that the sentence names; the first of the ledger. */
function findClaim(
  quantity: Quantity,
  words: ReadonlySet<string>,
  index: ClaimIndex,
): Claim | undefined {
  return index.entries.find(
    ({ claim, value }) =>
      mismatch(quantity, value, claim.unit) === undefined &&
      index.namesOf(claim)[0]?.quantities.length !== 0 &&
      misnamed(claim, words, index, [], 'sentence') === undefined,
  )?.claim;
}

/** Sentences that can be said, joined by spaces, and those that cannot. */
export function resolveText(
  sentences: readonly string[],
  index: ClaimIndex,
): { inlines: Inline[]; leftOut: string[] } {
  const inlines: Inline[] = [];
  const leftOut: string[] = [];
  for (const sentence of sentences) {
    const resolved = resolveSentence(sentence, index);
    if (resolved === undefined) {
      leftOut.push(sentence);
      continue;
    }
    if (inlines.length > 0) inlines.push(text(' '));
    inlines.push(...resolved, ...endMark(sentence));
  }
  return { inlines, leftOut };
}

function endMark(sentence: string): Inline[] {
  return /[.!?:。！？]["')\]」』]?$/u.test(sentence.trim()) ? [] : [text('.')];
}
