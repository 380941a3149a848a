/**
 * Reads the text of a PDF as Typst writes them, in this process: plain objects, one content a page, fonts that say which
 * characters their glyphs are. It refuses whatever could show something else than it reads (updates, forms, encryption,
 * other operators, hidden writing), and such a file is left to `pdftotext`.
 */
import { type Objects, pagesOf, readObjects, refIn, refuse, unpack } from './pdf-objects.ts';

/** Text taken from one file. */
const textCharsMax = 16 * 1024 * 1024;

/** The text in the order in which it was set, line by line; undefined for a PDF of another shape. */
export function readPlainPdf(bytes: Buffer): string | undefined {
  try {
    const { objects, root } = readObjects(bytes);
    const fonts = new Map<string, Font>();
    const lines = new Lines();
    for (const page of pagesOf(objects, refIn(objects.get(root)?.head ?? refuse(), 'Pages'))) {
      const own = fontsOf(page.head, objects, fonts);
      setText(unpack(objects.get(refIn(page.head, 'Contents'))), own, lines);
    }
    // Such writing is set from the other end, and is put in order by the other reader.
    return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(lines.text) ? undefined : lines.text;
  } catch {
    // A broken file is told by whoever reads it next.
    return undefined;
  }
}

/** What the glyphs of a font are, by code of two bytes, and how wide in thousandths. */
interface Font {
  readonly characters: ReadonlyMap<number, string>;
  readonly widths: ReadonlyMap<number, number>;
}

function fontsOf(page: string, objects: Objects, known: Map<string, Font>): Map<string, Font> {
  if (page.split('/Font').length > 2) refuse();
  const list = /\/Font <<([^<>]*)>>/.exec(page)?.[1] ?? '';
  return new Map(
    [...list.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
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
  const widths = new Map<number, number>();
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [first = 0, last = 0, width = 0] = numbers.slice(at, at + 3);
    if (!(last >= first && last - first <= 0xffff)) refuse();
    for (let code = first; code <= last; code += 1) widths.set(code, width);
  }
  return { widths, characters: readCharacters(unpack(objects.get(refIn(head, 'ToUnicode')))) };
}

const toText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function readCharacters(map: string): Map<number, string> {
  if (/beginbfrange|usecmap/.test(map)) refuse();
  return new Map(
    [...map.matchAll(/<([0-9A-F]{4})> <((?:[0-9A-F]{4})+)>\n/g)].map(([, code = '', hex = '']) => [
      Number.parseInt(code, 16),
      toText(hex),
    ]),
  );
}

type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];
const multiply = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
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
  const show = (given: string): void => {
    const own = font ?? refuse();
    const [scale, , , , left, y] = multiply(line, place);
    let shift = 0;
    for (const item of itemsOf(given)) {
      if (typeof item === 'number') shift -= (item / 1000) * size;
      else {
        const { text, width } = read(item, own);
        const wide = (width / 1000) * size;
        lines.add(text, { x: left + shift * scale, y, width: wide * scale, size });
        shift += wide;
      }
    }
    line = multiply([1, 0, 0, 1, shift, 0], line);
  };
  for (const given of content.split('\n')) {
    const operator = given.slice(given.lastIndexOf(' ') + 1);
    if (isMarked || operator === '<<') {
      // A text of its own for what is marked, or a layer that may not be seen.
      const names = withoutStrings(given).replace(/<<$/, '');
      if (/<|\/(?:ActualText|OC)\b/.test(names)) refuse();
      isMarked = !given.startsWith('>>');
      if (!isMarked && given !== '>> BDC') refuse();
    } else if (operator === 'TJ' || operator === 'Tj') show(given.slice(0, -3));
    else if (/[(<>]/.test(given)) refuse();
    else if (operator === 'q') saved.push(place);
    else if (operator === 'Q') place = saved.pop() ?? refuse();
    else if (operator === 'cm') place = multiply(matrixOf(given), place);
    else if (operator === 'BT') line = identity;
    else if (operator === 'Tm') line = matrixOf(given);
    else if (operator === 'Tf') {
      const [, name = '', points] = /^\/(\w+) (\d+(?:\.\d+)?) Tf$/.exec(given) ?? refuse();
      font = fonts.get(name) ?? refuse();
      size = Number(points);
    } else if (operator === 'Tr' ? given !== '0 Tr' : given !== '' && !silent.has(operator))
      refuse();
  }
}

function matrixOf(given: string): Matrix {
  const numbers = given.split(' ').slice(0, -1).map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) refuse();
  return numbers as unknown as Matrix;
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

const distance = /[\s[\]]*([-+]?(?:\d+\.?\d*|\.\d+))?/y;

/** The strings and the distances between them, in order; none goes on in the next line. */
function* itemsOf(given: string): Generator<number | string> {
  for (let at = 0; at < given.length; ) {
    const mark = given[at];
    const end =
      mark === '(' ? closing(given, at) : mark === '<' ? given.indexOf('>', at) + 1 : undefined;
    if (end !== undefined) {
      if (end <= at) refuse();
      yield given.slice(at, end);
      at = end;
      continue;
    }
    distance.lastIndex = at;
    const [all = '', number] = distance.exec(given) ?? [];
    if (all === '') refuse();
    if (number !== undefined) yield Number(number);
    at += all.length;
  }
}

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

/** What a string of codes of two bytes says, and how wide it is in thousandths. */
function read(literal: string, { characters, widths }: Font): { text: string; width: number } {
  const bytes = literal.startsWith('<')
    ? Buffer.from(literal.slice(1, -1), 'hex')
    : toBytes(literal);
  if (bytes.length % 2 > 0) refuse();
  let [text, width] = ['', 0];
  for (let at = 0; at < bytes.length; at += 2) {
    const code = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    text += characters.get(code) ?? '\uFFFD';
    width += widths.get(code) ?? 0;
  }
  return { text, width };
}

/** The bytes of a string in round brackets. */
function toBytes(literal: string): number[] {
  const bytes: number[] = [];
  for (let at = 1; at < literal.length - 1; at += 1) {
    if (literal[at] !== '\\') bytes.push(literal.charCodeAt(at));
    else {
      const octal = /^[0-7]{1,3}/.exec(literal.slice(at + 1, at + 4))?.[0];
      const mark = literal[at + 1] ?? '';
      bytes.push(
        octal === undefined ? (escapes[mark] ?? mark.charCodeAt(0)) : Number.parseInt(octal, 8),
      );
      at += octal?.length ?? 1;
    }
  }
  return bytes;
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
  text = '';
  #end: Piece | undefined;

  add(text: string, piece: Piece): void {
    const before = this.#end;
    if (before !== undefined) {
      const gap = piece.x - (before.x + before.width);
      const isNewLine = Math.abs(piece.y - before.y) > 0.2 * before.size || gap < -before.size;
      if (isNewLine) this.text += '\n';
      else if (gap > 0.12 * before.size && !this.text.endsWith(' ')) this.text += ' ';
    }
    this.text += text;
    if (this.text.length > textCharsMax) refuse();
    this.#end = piece;
  }
}
