/**
 * Reads the text of a PDF as Typst writes them, in this process: plain objects, one content a page, fonts that say which
 * characters their glyphs are. It refuses whatever could show something else than it reads (updates, forms, encryption,
 * other operators, hidden writing), and such a file is left to `pdftotext`.
 */
import { inflateSync } from 'node:zlib';

/** Text taken from one file, and content of one page unpacked. */
const textCharsMax = 16 * 1024 * 1024;
const contentBytesMax = 64 * 1024 * 1024;

/** Of another shape than is read here. */
class OtherShape extends Error {}
const refuse = (): never => {
  throw new OtherShape();
};

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

/** An object: its dictionary as it is written, and the bytes of its stream. */
interface PdfObject {
  readonly head: string;
  readonly start: number;
  readonly stream?: Buffer;
}
type Objects = ReadonlyMap<string, PdfObject>;

const objectStart = /(\d{1,9}) 0 obj\n/y;

/** Every object, one behind the other from the head of the file to its only table of references. */
function readObjects(bytes: Buffer): { objects: Objects; root: string } {
  const text = bytes.toString('latin1');
  const objects = new Map<string, PdfObject>();
  let at = text.indexOf('1 0 obj\n');
  if (at < 0 || at > 64 || !text.startsWith('%PDF-1.')) refuse();
  for (;;) {
    while (text[at] === '\n') at += 1;
    objectStart.lastIndex = at;
    const id = objectStart.exec(text)?.[1];
    if (id === undefined) break;
    const start = objectStart.lastIndex;
    const end = text.indexOf('\nendobj', start);
    if (end < 0 || objects.has(id)) refuse();
    const stream = start + text.slice(start, end).indexOf('\nstream\n');
    if (stream < start) {
      objects.set(id, { head: text.slice(start, end), start: at });
      at = end + '\nendobj'.length;
      continue;
    }
    const head = text.slice(start, stream);
    const from = stream + '\nstream\n'.length;
    const to = from + Number(/\/Length (\d{1,9})(?=\s)/.exec(head)?.[1] ?? refuse());
    const tail = /^\s{0,2}endstream\nendobj/.exec(text.slice(to, to + 24))?.[0] ?? refuse();
    objects.set(id, { head, start: at, stream: bytes.subarray(from, to) });
    at = to + tail.length;
  }
  const rest = text.slice(at);
  const [, table = refuse(), trailer = ''] = ending.exec(rest) ?? [];
  const heads = [...objects.values()].map(({ head }) => head).join('\n');
  if (shownOtherwise.test(heads) || /\/(?:Prev|Encrypt|XRefStm)\b/.test(trailer)) refuse();
  // What the table leads to is what stands here.
  const rows = table.trim().split(/\s*\r?\n/);
  const places = rows.slice(2).map((row) => Number(row.slice(0, 10)));
  if (places.length !== objects.size || !rows[0]?.startsWith('0 ')) refuse();
  for (const [id, { start }] of objects) if (places[Number(id) - 1] !== start) refuse();
  return { objects, root: /\/Root (\d+) 0 R/.exec(trailer)?.[1] ?? refuse() };
}

/** The one table of references and the one trailer, with nothing behind them. */
const ending =
  /^xref\n([\dnf \r\n]*)trailer\n<<([^>]*(?:>(?!>)[^>]*)*)>>\nstartxref\n\d+\n%%EOF\s*$/;
/** Entries by which something else could be shown than the content of the pages says. */
const shownOtherwise = /\/(?:ObjStm|AP|Type3|XObject|OCProperties|AcroForm|Encrypt)\b/;

const refIn = (head: string, name: string): string =>
  new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(head)?.[1] ?? refuse();

function* pagesOf(objects: Objects, id: string, depth = 0): Generator<PdfObject> {
  const node = objects.get(id) ?? refuse();
  if (depth > 32) refuse();
  if (/\/Type \/Page\s/.test(node.head)) yield node;
  else {
    const kids = /\/Type \/Pages\s/.test(node.head) ? /\/Kids \[([\d R]*)\]/.exec(node.head) : null;
    for (const [, kid = ''] of (kids?.[1] ?? refuse()).matchAll(/(\d+) 0 R/g))
      yield* pagesOf(objects, kid, depth + 1);
  }
}

function unpack(object: PdfObject | undefined): string {
  if (object?.stream === undefined) return refuse();
  const filter = /\/Filter (\/\w+)/.exec(object.head)?.[1];
  if (filter === undefined) return object.stream.toString('latin1');
  if (filter !== '/FlateDecode' || object.head.includes('/DecodeParms')) refuse();
  return inflateSync(object.stream, { maxOutputLength: contentBytesMax }).toString('latin1');
}

/** What the glyphs of a font are, by code of two bytes, and how wide in thousandths. */
interface Font {
  readonly characters: ReadonlyMap<number, string>;
  readonly widths: ReadonlyMap<number, number>;
}

function fontsOf(page: string, objects: Objects, known: Map<string, Font>): Map<string, Font> {
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

const part =
  /\s+|(\/[^\s/<>[\]()]*)|(<<|>>|[[\]])|([-+]?(?:\d+\.?\d*|\.\d+))|(<[0-9A-Fa-f]*>)|([A-Za-z][A-Za-z*]*)/y;
/** What draws lines and areas, sets colours, and marks what a text is: none of it writes. */
const silent = new Set(
  'cs scn CS SCN g G rg RG k K w J j M d ri i gs m l c v y h re r S s f F B b n W BMC MP DP EMC sh'.split(
    ' ',
  ),
);

/** Follows the content of one page. */
function setText(content: string, fonts: ReadonlyMap<string, Font>, lines: Lines): void {
  const saved: Matrix[] = [];
  let place = identity;
  let line = identity;
  let font: Font | undefined;
  let size = 0;
  let operands: (number | string)[] = [];
  const show = (given: readonly (number | string)[]): void => {
    const own = font ?? refuse();
    const [scale, , , , left, y] = multiply(line, place);
    let shift = 0;
    for (const item of given) {
      if (typeof item === 'number') shift -= (item / 1000) * size;
      else if (item !== '[' && item !== ']') {
        const { text, width } = read(item, own);
        const wide = (width / 1000) * size;
        lines.add(text, { x: left + shift * scale, y, width: wide * scale, size });
        shift += wide;
      }
    }
    line = multiply([1, 0, 0, 1, shift, 0], line);
  };
  for (part.lastIndex = 0; part.lastIndex < content.length; ) {
    const at = part.lastIndex;
    if (content[at] === '(') {
      const end = closing(content, at);
      operands.push(content.slice(at, end));
      part.lastIndex = end;
      continue;
    }
    const match = part.exec(content) ?? refuse();
    const [all, name, bracket, number, hex, operator] = match;
    if (number !== undefined) operands.push(Number(number));
    else if (operator === undefined) {
      const kept = name ?? hex ?? bracket;
      if (kept !== undefined) operands.push(all);
    } else {
      const last = operands.slice(-6).map(Number) as unknown as Matrix;
      if (operator === 'q') saved.push(place);
      else if (operator === 'Q') place = saved.pop() ?? refuse();
      else if (operator === 'cm') place = multiply(last, place);
      else if (operator === 'BT') line = identity;
      else if (operator === 'Tm') line = last;
      else if (operator === 'Tf') {
        font = fonts.get(String(operands[0]).slice(1)) ?? refuse();
        size = Number(operands[1]);
      } else if (operator === 'Tr') {
        if (operands[0] !== 0) refuse();
      } else if (operator === 'TJ' || operator === 'Tj') show(operands);
      else if (operator === 'BDC') {
        if (operands.includes('/ActualText') || operands.includes('/OC')) refuse();
      } else if (operator !== 'ET' && !silent.has(operator)) refuse();
      operands = [];
    }
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
