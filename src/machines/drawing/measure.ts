/**
 * How wide text will be, without a screen to ask. Names are set in a monospaced font; running text
 * is measured by the widest of the common sans-serif fonts, so that it fits in all of them.
 */

/** How a piece of text looks. `name` is a state's, `event` an event's, `jump` a state led to. */
export type Look = 'title' | 'name' | 'event' | 'guard' | 'about' | 'jump' | 'mark';

/** Font size in pixels of each look. */
export const fontSizes: Readonly<Record<Look, number>> = {
  title: 21,
  name: 13,
  event: 10.5,
  guard: 10.5,
  about: 10.5,
  jump: 10.5,
  mark: 10.5,
};
const monospaced: ReadonlySet<Look> = new Set(['title', 'name', 'event', 'jump']);

/** Shares of the font size: of every monospaced character, and of classes of other ones. */
const monoWidth = 0.605;
const sansWidths: readonly (readonly [RegExp, number])[] = [
  [/[ijl'|.,:;!()[\]]/, 0.36],
  [/[ftr\- ]/, 0.38],
  [/[mwMW@—→↑]/, 0.95],
  [/[\p{Lu}]/u, 0.72],
];
const otherWidth = 0.61;

/** Upper bound in pixels. */
export function measureText(text: string, look: Look): number {
  const size = fontSizes[look];
  if (monospaced.has(look)) return Array.from(text).length * monoWidth * size;
  const shares = Array.from(
    text,
    (letter) => sansWidths.find(([pattern]) => pattern.test(letter))?.[1] ?? otherWidth,
  );
  return shares.reduce((sum, share) => sum + share, 0) * size;
}

/** A piece of text of one look. */
export interface Run {
  readonly text: string;
  readonly look: Look;
}
/** Runs on one line of text, one behind the other. */
export type TextLine = readonly Run[];

/** Upper bound in pixels; what stands on the line is not broken. */
export function measureLine(line: TextLine): number {
  return line.reduce((sum, { text, look }) => sum + measureText(text, look), 0);
}

/** Breaks runs at spaces into lines of at most `width` pixels; a longer word keeps a line of its own. */
export function wrapRuns(runs: readonly Run[], width: number): TextLine[] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const { text, look } of runs) {
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
      const line = lines.at(-1)!;
      if (line.length > 0 && used + measureText(word.trimEnd(), look) > width) {
        lines.push([{ text: word.trimStart(), look }]);
        used = measureText(word.trimStart(), look);
        continue;
      }
      const last = line.at(-1);
      if (last?.look === look) line[line.length - 1] = { text: last.text + word, look };
      else line.push({ text: word, look });
      used += measureText(word, look);
    }
  }
  return lines.filter((line) => line.some(({ text }) => text.trim() !== '')).map(trimLine);
}

function trimLine(line: readonly Run[]): TextLine {
  const last = line.at(-1)!;
  return [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}
