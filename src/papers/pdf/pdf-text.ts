/**
 * Reads the text of a PDF as Typst writes them, in this process: plain objects, one content a page, fonts that say which
 * characters their glyphs are. It refuses whatever could show something else than it reads (updates, forms, encryption,
 * other operators, hidden writing), and such a file is left to `pdftotext`.
 */

import { findAll } from '../text/scan.ts';
import { type Objects, pagesOf, readObjects, refIn, refuse, unpack } from './pdf-objects.ts';

/** Text taken from one file. */
const textCharsMax = 16 * 1024 * 1024;

/** The text in the order in which it was set, line by line, a form feed behind each page; undefined for a PDF of another shape. */
export function readPlainPdf(bytes: Buffer): string | undefined {
  try {
    const { objects, root } = readObjects(bytes);
    const fonts = new Map<string, Font>();
    const lines = new Lines();
    for (const page of pagesOf(objects, refIn(objects.get(root)?.head ?? refuse(), 'Pages'))) {
      const own = fontsOf(page.head, objects, fonts);
      setText(unpack(objects.get(refIn(page.head, 'Contents'))), own, lines);
      lines.endPage();
    }
    const { text } = lines;
    // Such writing is set from the other end, and is put in order by the other reader.
    return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(text) ? undefined : text;
  } catch {
    // A broken file is told by whoever reads it next.
    return undefined;
  }
}

/** What the glyphs of a font are, by code of two bytes, and how wide in thousandths. */
interface Font {
  readonly characters: readonly (string | undefined)[];
  readonly widths: readonly (number | undefined)[];
}

function fontsOf(page: string, objects: Objects, known: Map<string, Font>): Map<string, Font> {
  if (page.split('/Font').length > 2) refuse();
  const list = /\/Font <<([^<>]*)>>/.exec(page)?.[1] ?? '';
  return new Map(
    findAll(list, /\/(\w+) (\d+) 0 R/g).map(([, name = '', id = '']) => {
      const font = known.get(id) ?? readFont(objects.get(id)?.head ?? refuse(), objects);
      known.set(id, font);
      return [name, font];
    }),
  );
}

function readFont(head: string, objects: Objects): Font {
  if (!/\/Subtype \/Type0\s/.test(head) || !/\/Encoding \/Identity-H\s/.test(head)) refuse();
  const below = objects.get(refIn(head, 'DescendantFonts'))?.head ?? refuse();
  const numbers = (/\/W \[([^\]]*)\]/.exec(below)?.[1] ?? refuse()).trim().split(/\s+/).map(Number);
  const widths: number[] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [first = 0, last = 0, width = 0] = numbers.slice(at, at + 3);
    if (!(last >= first && last - first <= 0xffff)) refuse();
    for (let code = first; code <= last; code += 1) widths[code] = width;
  }
  const characters = readCharacters(unpack(objects.get(refIn(head, 'ToUnicode'))));
  return { widths, characters };
}

const toText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function readCharacters(map: string): string[] {
  if (/beginbfrange|usecmap/.test(map)) refuse();
  const characters: string[] = [];
  for (const [, code = '', hex = ''] of findAll(map, /<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>\n/g))
    characters[Number.parseInt(code, 16)] = toText(hex);
  return characters;
}

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
const multiply = (one: Matrix, by: Matrix): Matrix => [
  one[0] * by[0] + one[1] * by[2],
  one[0] * by[1] + one[1] * by[3],
  one[2] * by[0] + one[3] * by[2],
  one[2] * by[1] + one[3] * by[3],
  one[4] * by[0] + one[5] * by[2] + by[4],
  one[4] * by[1] + one[5] * by[3] + by[5],
];

/** What draws lines and areas, sets colours, and marks what a text is: none of it writes. */
const silent = new Set(
  'ET EMC BMC cs scn CS SCN g G rg RG k K w J j M d ri i gs m l c v y h re r S s f F B b n W sh'.split(
    ' ',
  ),
);

/** Follows the content of one page, which has one operator a line. */
function setText(content: string, fonts: ReadonlyMap<string, Font>, lines: Lines): void {
  const saved: Matrix[] = [];
  let place = identity;
  let line = identity;
  let font: Font | undefined;
  let size = 0;
  let isMarked = false;
  let set = { given: '', matrix: identity };
  const show = (from: number, to: number): void => {
    const own = font ?? refuse();
    const matrix = multiply(line, place);
    const [scale, left, y] = [matrix[0], matrix[4], matrix[5]];
    let shift = 0;
    for (let at = from; at < to; ) {
      const mark = content.charCodeAt(at);
      if (mark === 0x28 || mark === 0x3c) {
        const { text, width, end } =
          mark === 0x28 ? read(content, at, to, own) : readHex(content, at, to, own);
        const wide = (width / 1000) * size;
        lines.add(text, { x: left + shift * scale, y, width: wide * scale, size });
        shift += wide;
        at = end;
      } else if (isBetween(mark)) at += 1;
      else {
        distance.lastIndex = at;
        const [number] = distance.exec(content) ?? refuse();
        shift -= (Number(number) / 1000) * size;
        at += number.length;
      }
    }
    line = multiply([1, 0, 0, 1, shift, 0], line);
  };
  for (let from = 0, end = 0; from <= content.length; from = end + 1) {
    const next = content.indexOf('\n', from);
    end = next < 0 ? content.length : next;
    const operator = content.slice(Math.max(from, content.lastIndexOf(' ', end - 1) + 1), end);
    if (isMarked || operator === '<<') {
      const given = content.slice(from, end);
      if (isMarked && /^ *\/MCID \d+$/.test(given)) continue;
      // A text of its own for what is marked, or a layer that may not be seen.
      const names = withoutStrings(given).replace(/<<$/, '');
      if (/<|\/(?:ActualText|OC)\b/.test(names)) refuse();
      isMarked = !given.startsWith('>>');
      if (!isMarked && given !== '>> BDC') refuse();
    } else if (operator === 'TJ' || operator === 'Tj') show(from, end - 3);
    else if (holdsString(content, from, end)) refuse();
    else if (operator === 'q') saved.push(place);
    else if (operator === 'Q') place = saved.pop() ?? refuse();
    else if (operator === 'cm') place = multiply(matrixOf(content.slice(from, end)), place);
    else if (operator === 'BT') line = identity;
    else if (operator === 'Tm') {
      // Most texts are set as the one before.
      const given = content.slice(from, end);
      if (given !== set.given) set = { given, matrix: matrixOf(given) };
      line = set.matrix;
    } else if (operator === 'Tf') {
      const given = content.slice(from, end);
      const [, name = '', points] = /^\/(\w+) (\d+(?:\.\d+)?) Tf$/.exec(given) ?? refuse();
      font = fonts.get(name) ?? refuse();
      size = Number(points);
    } else if (operator === 'Tr') {
      if (content.slice(from, end) !== '0 Tr') refuse();
    } else if (end > from && !silent.has(operator)) refuse();
  }
}

/** Whether a string begins or ends in a line. */
function holdsString(content: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const code = content.charCodeAt(at);
    if (code === 0x28 || code === 0x3c || code === 0x3e) return true;
  }
  return false;
}

function matrixOf(given: string): Matrix {
  const parts = given.split(' ');
  if (parts.length !== 7) refuse();
  const matrix = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];
  for (let at = 0; at < 6; at += 1) {
    const number = Number(parts[at]);
    if (!Number.isFinite(number)) refuse();
    matrix[at] = number;
  }
  return matrix;
}

/** None goes on in the next line. */
function withoutStrings(given: string): string {
  let rest = '';
  let at = 0;
  for (let open = given.indexOf('('); open >= 0; open = given.indexOf('(', at)) {
    rest += given.slice(at, open);
    at = closing(given, open);
  }
  return rest + given.slice(at);
}

const distance = /[-+]?(?:\d+\.?\d*|\.\d+)/y;
/** What may stand between strings and distances: white space and square brackets. */
const isBetween = (code: number): boolean =>
  code === 0x20 ||
  code === 0x5b ||
  code === 0x5d ||
  (code >= 0x09 && code <= 0x0d) ||
  code === 0xa0;

/** Behind the bracket that closes the one at `open`; within a string, pairs of them need no backslash. */
function closing(content: string, open: number): number {
  let depth = 0;
  for (let at = open; at < content.length; at += 1) {
    const mark = content[at];
    if (mark === '\\') at += 1;
    else if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return refuse();
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** What a string says, how wide it is in thousandths, and where it ends. */
interface Shown {
  readonly text: string;
  readonly width: number;
  readonly end: number;
}

/** The string in round brackets that begins at `open` and ends before `to`, of codes of two bytes. */
function read(content: string, open: number, to: number, { characters, widths }: Font): Shown {
  let [text, width, depth] = ['', 0, 1];
  /** The first byte of a code; -1 between two of them. */
  let high = -1;
  for (let at = open + 1; at < to; at += 1) {
    let byte = content.charCodeAt(at);
    if (byte === 0x5c) {
      const length = octalLength(content, at + 1);
      const mark = content.charAt(at + 1);
      byte =
        length === 0
          ? (escapes[mark] ?? mark.charCodeAt(0))
          : Number.parseInt(content.slice(at + 1, at + 1 + length), 8);
      at += Math.max(1, length);
    } else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return high < 0 ? { text, width, end: at + 1 } : refuse();
    }
    if (high < 0) {
      high = byte;
      continue;
    }
    const code = high * 256 + byte;
    text += characters[code] ?? '\uFFFD';
    width += widths[code] ?? 0;
    high = -1;
  }
  return refuse();
}

/** The same for one in hexadecimal digits. */
function readHex(content: string, open: number, to: number, font: Font): Shown {
  const end = content.indexOf('>', open) + 1;
  if (end <= open || end > to) refuse();
  const bytes = Buffer.from(content.slice(open + 1, end - 1), 'hex');
  if (bytes.length % 2 > 0) refuse();
  let [text, width] = ['', 0];
  for (let at = 0; at < bytes.length; at += 2) {
    const code = bytes.readUInt16BE(at);
    text += font.characters[code] ?? '\uFFFD';
    width += font.widths[code] ?? 0;
  }
  return { text, width, end };
}

const isOctal = (code: number): boolean => code >= 0x30 && code <= 0x37;

/** Up to three octal digits from a place on. */
function octalLength(literal: string, from: number): number {
  let length = 0;
  while (length < 3 && isOctal(literal.charCodeAt(from + length))) length += 1;
  return length;
}

/** Where a piece of a line stands, in points. */
interface Piece {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Text as it is set: a step down or back begins a line, a gap is a space. */
class Lines {
  // Joined once: a text that is looked at while it grows is copied each time.
  readonly #parts: string[] = [];
  #length = 0;
  #endsInSpace = false;
  #end: Piece | undefined;

  get text(): string {
    return this.#parts.join('');
  }

  add(text: string, piece: Piece): void {
    const before = this.#end;
    if (before !== undefined) {
      const gap = piece.x - (before.x + before.width);
      const isNewLine = Math.abs(piece.y - before.y) > 0.2 * before.size || gap < -before.size;
      if (isNewLine) this.#put('\n');
      else if (gap > 0.12 * before.size && !this.#endsInSpace) this.#put(' ');
    }
    this.#put(text);
    if (this.#length > textCharsMax) refuse();
    this.#end = piece;
  }

  endPage(): void {
    this.#put('\n\f');
    this.#end = undefined;
  }

  #put(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#length += text.length;
    this.#endsInSpace = text.endsWith(' ');
  }
}
