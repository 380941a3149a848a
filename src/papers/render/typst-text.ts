/** Text into Typst: string literals, and the places where a long word may be broken. */

/** Characters that are written by their code, since nobody sees them in a source. */
const unseen = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u;
/** Characters that mean nothing between strangers; an archive takes no text with any. */
const meaningless = /[\p{Co}\0\uFEFF\uFFFE\uFFFF]/gu;

/** A string literal that holds `text` as it is; nothing in it can be taken for markup or code. */
export function typstString(text: string): string {
  let literal = '"';
  for (const character of text.toWellFormed().replace(meaningless, '\uFFFD')) {
    if (character === '"' || character === '\\') literal += `\\${character}`;
    else if (unseen.test(character))
      literal += `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
    else literal += character;
  }
  return `${literal}"`;
}

/** Characters of a word after which it may be broken at such a sign, and anywhere. */
const pieceMin = 8;
const pieceMax = 16;
const joint = /[_/.:=]/;
/** Letters that do not join, so that a word may be cut between any two of them. */
const loose = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_/.:=~#@&-]$/u;

/**
 * Cuts long words where a line may break, which the compiler by itself only does at spaces and hyphens.
 * Neither side of a cut is a digit: a part of a name must not read as a number of its own.
 */
export function breakWords(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let run = 0;
  let previous = ' ';
  for (const character of text) {
    const isFree = loose.test(previous) && loose.test(character);
    const isJoint = joint.test(previous) && !joint.test(character);
    if (isFree && (run >= pieceMax || (run >= pieceMin && isJoint))) {
      pieces.push(piece);
      piece = '';
      run = 0;
    }
    piece += character;
    run = /[\s-]/.test(character) ? 0 : run + 1;
    previous = character;
  }
  return [...pieces, piece];
}
