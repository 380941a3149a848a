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

/** What stands behind the last space of a line, as a number, so that no text is cut out of the content; 0 for more than three characters. */
function operatorOf(content: string, from: number, end: number): number {
  let operator = 1;
  for (let at = end - 1; at >= from; at -= 1) {
    const code = content.charCodeAt(at);
    if (code === 0x20) break;
    if (end - at > 3) return 0;
    operator = operator * 256 + code;
  }
  return operator;
}
const operatorsIn = (list: string): number[] =>
  list.split(' ').map((name) => operatorOf(name, 0, name.length));

/** What draws lines and areas, sets colours, and marks what a text is: none of it writes. */
const silent = new Set(
  operatorsIn(
    'ET EMC BMC cs scn CS SCN g G rg RG k K w J j M d ri i gs m l c v y h re r S s f F B b n W sh',
  ),
);
const [opening, showList, showText, save, restore, move, begin, setMatrix, setFont, setMode] =
  operatorsIn('<< TJ Tj q Q cm BT Tm Tf Tr');

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
        lines.begin(left + shift * scale, y, size);
        const isPlain = mark === 0x28;
        at = isPlain ? read(content, at, to, own, lines) : readHex(content, at, to, own, lines);
        const wide = (lines.thousandths / 1000) * size;
        lines.end(wide * scale);
        shift += wide;
      } else if (isBetween(mark)) at += 1;
      else {
        distance.lastIndex = at;
        if (!distance.test(content)) refuse();
        shift -= (Number(content.slice(at, distance.lastIndex)) / 1000) * size;
        at = distance.lastIndex;
      }
    }
    line = multiply([1, 0, 0, 1, shift, 0], line);
  };
  for (let from = 0, end = 0; from <= content.length; from = end + 1) {
    const next = content.indexOf('\n', from);
    end = next < 0 ? content.length : next;
    const operator = operatorOf(content, from, end);
    if (isMarked || operator === opening) {
      const given = content.slice(from, end);
      if (isMarked && /^ *\/MCID \d+$/.test(given)) continue;
      // A text of its own for what is marked, or a layer that may not be seen.
      const names = withoutStrings(given).replace(/<<$/, '');
      if (/<|\/(?:ActualText|OC)\b/.test(names)) refuse();
      isMarked = !given.startsWith('>>');
      if (!isMarked && given !== '>> BDC') refuse();
    } else if (operator === showList || operator === showText) show(from, end - 3);
    else if (holdsString(content, from, end)) refuse();
    else if (operator === save) saved.push(place);
    else if (operator === restore) place = saved.pop() ?? refuse();
    else if (operator === move) place = multiply(matrixOf(content.slice(from, end)), place);
    else if (operator === begin) line = identity;
    else if (operator === setMatrix) {
      // Most texts are set as the one before.
      const given = content.slice(from, end);
      if (given !== set.given) set = { given, matrix: matrixOf(given) };
      line = set.matrix;
    } else if (operator === setFont) {
      const given = content.slice(from, end);
      const [, name = '', points] = /^\/(\w+) (\d+(?:\.\d+)?) Tf$/.exec(given) ?? refuse();
      font = fonts.get(name) ?? refuse();
      size = Number(points);
    } else if (operator === setMode) {
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

/** By the code of the letter behind a backslash. */
const escapes = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([letter, byte]) => [
    letter.charCodeAt(0),
    byte,
  ]),
);

/** Writes the string in round brackets that begins at `open` and ends before `to`, of codes of two bytes; gives where it ends. */
function read(content: string, open: number, to: number, font: Font, lines: Lines): number {
  let depth = 1;
  /** The first byte of a code; -1 between two of them. */
  let high = -1;
  for (let at = open + 1; at < to; at += 1) {
    let byte = content.charCodeAt(at);
    if (byte === 0x5c) {
      const length = octalLength(content, at + 1);
      byte = length === 0 ? content.charCodeAt(at + 1) : 0;
      if (length === 0) byte = escapes.get(byte) ?? byte;
      for (let place = 1; place <= length; place += 1)
        byte = byte * 8 + content.charCodeAt(at + place) - 0x30;
      at += Math.max(1, length);
    } else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return high < 0 ? at + 1 : refuse();
    }
    if (high < 0) {
      high = byte;
      continue;
    }
    lines.write(high * 256 + byte, font);
    high = -1;
  }
  return refuse();
}

/** The same for one in hexadecimal digits. */
function readHex(content: string, open: number, to: number, font: Font, lines: Lines): number {
  const end = content.indexOf('>', open) + 1;
  if (end <= open || end > to) refuse();
  const bytes = Buffer.from(content.slice(open + 1, end - 1), 'hex');
  if (bytes.length % 2 > 0) refuse();
  for (let at = 0; at < bytes.length; at += 2) lines.write(bytes.readUInt16BE(at), font);
  return end;
}

const isOctal = (code: number): boolean => code >= 0x30 && code <= 0x37;

/** Up to three octal digits from a place on. */
function octalLength(literal: string, from: number): number {
  let length = 0;
  while (length < 3 && isOctal(literal.charCodeAt(from + length))) length += 1;
  return length;
}

/** Text as it is set: a step down or back begins a line, a gap is a space. */
class Lines {
  // Single units: a text that grows by one character at a time is many small ones.
  #units = new Uint16Array(0x4000);
  #length = 0;
  /** Where the last piece begins and ends, in points. */
  #x = 0;
  #y = 0;
  #size = 0;
  #end = 0;
  #isTop = true;
  /** How wide the piece is that is written, in thousandths of its size. */
  thousandths = 0;

  get text(): string {
    let text = '';
    for (let from = 0; from < this.#length; from += joinedMax)
      text += String.fromCharCode(
        ...this.#units.subarray(from, Math.min(this.#length, from + joinedMax)),
      );
    return text;
  }

  begin(x: number, y: number, size: number): void {
    if (!this.#isTop) {
      const gap = x - this.#end;
      const isNewLine = Math.abs(y - this.#y) > 0.2 * this.#size || gap < -this.#size;
      if (isNewLine) this.#put(0x0a);
      else if (gap > 0.12 * this.#size && this.#units[this.#length - 1] !== 0x20) this.#put(0x20);
    }
    this.#isTop = false;
    this.#x = x;
    this.#y = y;
    this.#size = size;
    this.thousandths = 0;
  }

  write(code: number, { characters, widths }: Font): void {
    const text = characters[code] ?? '\uFFFD';
    for (let at = 0; at < text.length; at += 1) this.#put(text.charCodeAt(at));
    this.thousandths += widths[code] ?? 0;
  }

  end(width: number): void {
    this.#end = this.#x + width;
    if (this.#length > textCharsMax) refuse();
  }

  endPage(): void {
    this.#put(0x0a);
    this.#put(0x0c);
    this.#isTop = true;
  }

  #put(unit: number): void {
    if (this.#length === this.#units.length) {
      const more = new Uint16Array(2 * this.#length);
      more.set(this.#units);
      this.#units = more;
    }
    this.#units[this.#length] = unit;
    this.#length += 1;
  }
}

/** Units made a text at once. */
const joinedMax = 0x2000;
