/**
 * Text into LaTeX and back. Every character that LaTeX reads specially is replaced; what the fonts
 * cannot show is printed as its code point by `\codepoint`. The way back serves the verifier.
 */

import { remember } from '../remember.ts';
import { findAll } from '../text/scan.ts';
import { expandIds } from '../verify/ranges.ts';
import { latexCodes } from './latex-codes.ts';

/** Letters that T1 shows with `inputenc`, beyond ASCII. */
const t1Letters =
  /^[¡¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĐđĘęĚěĞğĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž]$/u;

/** Minus sign of a number; reads back as the hyphen it is in Markdown. */
const minus = '\\textminus{}';
const backward = new Map([...latexCodes].map(([character, code]) => [code, character]));
backward.set(minus, '-');
/** Longest first, so that no code is taken for the start of another. */
const codes = [...backward.keys()].sort((a, b) => b.length - a.length);

/** LaTeX that prints `text` as it is. White space of any kind becomes a space. */
export function escapeLatex(text: string): string {
  let result = '';
  for (const character of text) {
    const code = latexCodes.get(character);
    if (code !== undefined) result += code;
    else if (/^[\x20-\x7e]$/.test(character) || t1Letters.test(character)) result += character;
    else if (/^\s$/u.test(character)) result += ' ';
    else result += `\\codepoint{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  }
  return result;
}

/** Code with places where a line may break. */
export function escapeLatexCode(text: string): string {
  return escapeLatex(text).replace(/\/|\\_|\.(?=\S)/g, '$&\\allowbreak{}');
}

/** Characters that are never the start of anything but themselves. */
const ordinary = new RegExp(
  `[${Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .:;/()=+?!@')
    .filter((character) => !codes.some((code) => code.startsWith(character)))
    .join('')}]+`,
  'y',
);

/** Codes by their first character, longest first. */
const codesFrom = new Map<string, string[]>();
for (const code of codes) {
  const first = code.charAt(0);
  codesFrom.set(first, [...(codesFrom.get(first) ?? []), code]);
}

const styleCommands =
  /\\(?:emph|textbf|texttt|papertitle|tablecaption|figurecaption|notice|subsection\*|section\*|claimref)\{/y;
const dropped = /\\allowbreak\{\}|\\label\{[a-z:-]*\}|\\item\s?|\\\\$/y;
const codePoint = /\\codepoint\{([0-9A-F]{1,6})\}/y;

const claimTargets =
  /((?:\\claimtarget\{C\d+\})+)\{\[\}(C\d[C\d, {}]*(?:\\textendash\{\}[C\d, {}]*)*)\{\]\}/;

/**
 * A line without the targets of links to claims, and whose targets those were. A target of another claim
 * than the one printed stays, as a command that the renderer does not write.
 */
export function untargetLatex(line: string): { rest: string; targets: readonly string[] } {
  return line.includes('\\claimtarget{') ? withoutTargets(line) : { rest: line, targets: [] };
}

/** Of what lint has read the verifier reads again, and papers share many lines. */
const withoutTargets = remember((line: string): { rest: string; targets: readonly string[] } => {
  let targets: readonly string[] = [];
  const rest = line.replace(claimTargets, (found: string, commands: string, list: string) => {
    const ids = findAll(commands, /C\d+/g).map(([id]) => id);
    const printed = list.replaceAll('{}', '').replaceAll('\\textendash', '–');
    if (ids.join() !== expandIds(printed).join()) return found;
    targets = ids;
    return `{[}${list}{]}`;
  });
  return { rest, targets };
});

/**
 * The text a line of our LaTeX prints, or undefined where it holds a command that the renderer does
 * not write. Cells of a row are joined with `cellMark`; `codeMark` is put around code.
 */
export function readLatexLine(targeted: string, codeMark = '', cellMark = ' '): string | undefined {
  return readUntargeted(untargetLatex(targeted).rest, codeMark, cellMark);
}

/** The same for a line whose targets were taken out. */
export function readUntargeted(
  line: string,
  codeMark: string,
  cellMark: string,
): string | undefined {
  const read = readPieces(line);
  if (read === undefined) return undefined;
  let text = read.pieces[0] ?? '';
  for (let at = 0; at < read.marks.length; at += 1)
    text += (read.marks[at] === 'code' ? codeMark : cellMark) + (read.pieces[at + 1] ?? '');
  return text;
}

/** What a line prints, cut where code begins or ends and where a cell does: lint and verifier set other marks there. */
interface LinePieces {
  /** One more than there are marks. */
  readonly pieces: readonly string[];
  readonly marks: readonly ('code' | 'cell')[];
}

/** A row of the appendix is no longer. */
const keptCharsMax = 1_000;
const readPieces = remember(readAnew, keptCharsMax);

function readAnew(line: string): LinePieces | undefined {
  const pieces: string[] = [];
  const marks: ('code' | 'cell')[] = [];
  let result = '';
  const mark = (kind: 'code' | 'cell'): void => {
    pieces.push(result);
    marks.push(kind);
    result = '';
  };
  /** Of each command that is open, whether it sets code. */
  const open: boolean[] = [];
  const matchAt = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(line);
  };
  for (let at = 0; at < line.length; ) {
    const from = at;
    ordinary.lastIndex = from;
    if (ordinary.test(line)) {
      at = ordinary.lastIndex;
      result += line.slice(from, at);
      continue;
    }
    const character = line.charAt(at);
    const code = codesFrom.get(character)?.find((candidate) => line.startsWith(candidate, at));
    if (code !== undefined) {
      result += backward.get(code) ?? '';
      at += code.length;
      continue;
    }
    const isCommand = character === '\\';
    const style = isCommand
      ? (matchAt(styleCommands, at)?.[0] ?? matchAt(dropped, at)?.[0])
      : undefined;
    const point = isCommand ? matchAt(codePoint, at) : null;
    if (point !== null) {
      const value = Number.parseInt(point[1] ?? '0', 16);
      if (value > 0x10ffff) return undefined;
      result += String.fromCodePoint(value);
      at += point[0].length;
    } else if (style !== undefined) {
      if (style.endsWith('{')) {
        const isCode = style === '\\texttt{';
        open.push(isCode);
        if (isCode) mark('code');
      }
      at += style.length;
    } else if (character === '}' && open.length > 0) {
      if (open.pop() === true) mark('code');
      at += 1;
    } else if ('\\{}$#^_~%'.includes(character)) {
      return undefined;
    } else {
      if (character === '&') mark('cell');
      else result += character;
      at += 1;
    }
  }
  if (open.length > 0) return undefined;
  pieces.push(result);
  return { pieces, marks };
}
