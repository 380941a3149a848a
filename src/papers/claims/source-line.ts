/** What the appendix of a paper says of where a claim comes from: formula, file, place and hash. */
import { isCleanName } from '../lint/wording.ts';
import { remember } from '../remember.ts';
import { toCodeLine } from '../text/text.ts';
import { findStrangeCharacters } from '../verify/characters.ts';
import type { Claim, NotResultKind } from './schema.ts';

/** A piece of that line; `kind` says what a text with digits is. */
export interface SourcePart {
  readonly text: string;
  readonly kind: NotResultKind | null;
}

/** Hex digits shown of a hash. */
const hashCharsShown = 12;
/** Files named of one claim. */
const filesMax = 2;
/** A place or formula that is longer is not printed whole. */
const placeCharsMax = 240;
/** Stands for a place or formula that cannot be printed as it is. */
const unprintablePlace = 'a place that only the ledger can name';

/** The pieces in order; joined they are the last cell of the claim's line. */
export function sourceParts(claim: Claim): SourcePart[] {
  const { derived, evidence_refs: refs } = claim;
  const plain = (text: string): SourcePart => ({ text, kind: null });
  const code = (text: string, kind: NotResultKind): SourcePart =>
    isPrintable(text) ? { text: toCodeLine(text), kind } : plain(unprintablePlace);
  const files = [...new Map(refs.map((ref) => [ref.path, ref])).values()].slice(0, filesMax);
  const where = files.flatMap(({ path, pointer, sha256 }, at) => [
    ...(at === 0 ? [] : [plain(', ')]),
    code(path, 'path'),
    ...(derived !== undefined || pointer === '' ? [] : [plain(' at '), code(pointer, 'pointer')]),
    plain(', '),
    code(`sha256:${sha256.slice(0, hashCharsShown)}…`, 'identifier'),
  ]);
  return derived === undefined
    ? where
    : [code(shownFormula(claim), 'formula'), plain(' of '), ...where];
}

/** The formula of a claim as a line shows it: of one file alone, that file is named once, behind the formula. */
export function shownFormula({ derived, evidence_refs: refs }: Claim): string {
  const [only, second] = new Set(refs.map(({ path }) => path));
  const formula = derived?.formula ?? '';
  return only === undefined || second !== undefined
    ? formula
    : formula.replaceAll(`"${only}#`, '"').replaceAll('","', '", "');
}

const isPrintable = remember((text: string): boolean => {
  const line = toCodeLine(text);
  return (
    line.length <= placeCharsMax &&
    !/[“”]/.test(line) &&
    isCleanName(line) &&
    findStrangeCharacters(text).length === 0
  );
});

/** That cell as a reader sees it. */
export function sourceLine(claim: Claim): string {
  return sourceParts(claim)
    .map(({ text }) => text)
    .join('');
}
