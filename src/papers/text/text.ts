/** Text from outside made fit for one line of a paper: no control characters, no citation look-alikes. */

/** Longest text taken over as a label. */
export const labelCharsMax = 60;

/**
 * One line of well-formed text. Control, format and private-use characters go, white space becomes
 * one space, and square brackets become round ones so that no text can pass for a citation.
 */
export function toPlainLine(text: string): string {
  return plainAlready.test(text) ? text : toPlain(text);
}

/** White space of any kind as one space, none at either end. */
export function collapseSpaces(text: string): string {
  return oddSpace.test(text) ? text.replace(/\s+/gu, ' ').trim() : text;
}
const oddSpace = /[^\S ]|^ | {2}| $/;

/** In small letters, compatible forms of characters as the plain ones. */
export function foldText(text: string): string {
  return (printableAscii.test(text) ? text : text.normalize('NFKC')).toLowerCase();
}

/** All its own plain form; most texts are, and are told so much sooner than by asking for that form. */
const printableAscii = /^[ -~]*$/;

/** Printable ASCII without square brackets, its words parted by one space each. */
const plainAlready = /^(?:[!-Z\\^-~]+(?: [!-Z\\^-~]+)*)?$/;

function toPlain(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The same for text set as code: nothing in it ends the code, or a cell of a table. */
export function toCodeLine(text: string): string {
  return toPlainLine(text).replaceAll('`', "'").replaceAll('|', '¦');
}

/** Cuts a line at `charsMax` code points and says so with an ellipsis. */
export function shorten(text: string, charsMax: number): string {
  const points = Array.from(text);
  return points.length <= charsMax
    ? text
    : `${points
        .slice(0, charsMax - 1)
        .join('')
        .trimEnd()}…`;
}

/** Spoken of where a name holds characters that a reader cannot see or tell from others. */
export const unprintableName = 'a name that cannot be printed';

/** What stands in place of a sentence of the bundle that cannot be repeated. */
export const leftOutLine =
  'A file of the run was left out; the evidence bundle says which and why.';

/** How a sentence of the bundle on what was left out is printed, full stop included. */
export function limitationLine(limitation: string): string {
  return `${shorten(toPlainLine(limitation), 300)}.`;
}

/** Letters and digits that a title has at least, and characters that it has at most. */
const titleBounds = { lettersMin: 2, charsMax: 220 };

/** Why a text is no title that a paper can be found by, in words that follow its name; undefined for one that is. */
export function titleFault(title: string): string | undefined {
  const { lettersMin, charsMax } = titleBounds;
  const letters = title.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < lettersMin)
    return letters === 0 ? 'has no letter and no digit' : 'is a single letter or digit';
  // Characters as a reader counts them: one of an emoji may be two units.
  const chars = Array.from(title).length;
  return chars > charsMax ? `has ${chars} characters, at most ${charsMax} fit` : undefined;
}
