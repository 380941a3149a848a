/**
 * Text from the service as a terminal may safely show it: one line, no control characters (a title
 * could hold escape sequences), and measured in terminal cells instead of characters.
 */

/** Controls, line and paragraph separators, and marks that turn the direction of writing. */
const unsafePattern = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const asciiPattern = /^[ -~]*$/;
const widePattern =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u;
const zeroPattern = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Made for the first text that needs it: that takes as long as the rest of a start. */
let graphemes: Intl.Segmenter | null = null;
function segmentsOf(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes.segment(text);
}

/** `text` on one line without anything that moves the cursor or changes colours. */
export function toPlainLine(text: string): string {
  return text.replace(unsafePattern, ' ').trim();
}

/** Number of terminal cells that a plain line takes. */
export function cellsOf(text: string): number {
  if (asciiPattern.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of segmentsOf(text)) cells += cellsOfGrapheme(segment);
  return cells;
}

function cellsOfGrapheme(segment: string): number {
  if (zeroPattern.test(segment)) return 0;
  return widePattern.test(segment) ? 2 : 1;
}

/** `text` in at most `cellsMax` cells; where it is cut it ends with an ellipsis. */
export function truncate(text: string, cellsMax: number): string {
  if (cellsOf(text) <= cellsMax) return text;
  if (cellsMax < 1) return '';
  let kept = '';
  let cells = 0;
  for (const { segment } of segmentsOf(text)) {
    const next = cells + cellsOfGrapheme(segment);
    if (next > cellsMax - 1) break;
    kept += segment;
    cells = next;
  }
  return `${kept.trimEnd()}…`;
}

/** `text` filled with spaces to `cells`, at the end or (numbers) at the beginning. */
export function pad(text: string, cells: number, align: 'left' | 'right' = 'left'): string {
  const fill = ' '.repeat(Math.max(0, cells - cellsOf(text)));
  return align === 'left' ? `${text}${fill}` : `${fill}${text}`;
}
