/**
 * A font for characters that no font of the machine has: each is drawn as a frame with its code point
 * in hexadecimal digits. A page then shows which character stands there, and the text of the PDF
 * holds the character itself. Tables as OpenType has them, as few as a reader of fonts asks for.
 */

/** The family under which it is found. */
export const codePointFamily = 'Orrery Code Points';

/** Characters that one font may hold, since glyphs have numbers of 16 bits. */
export const codePointsMax = 20_000;

/** Units of the em, of a digit and of the strokes it is made of. */
const em = 1000;
const digit = { width: 210, height: 330, gap: 60, stroke: 44 };
const frame = { left: 40, right: 960, bottom: -140, top: 840, stroke: 34 };

/** Strokes of a digit: top, upper right, lower right, bottom, lower left, upper left, middle. */
const segments = ['0', '1', '2', '3', '4', '5', '6'] as const;
const lit: Readonly<Record<string, string>> = {
  0: '012345',
  1: '12',
  2: '01346',
  3: '01236',
  4: '1256',
  5: '02356',
  6: '023456',
  7: '012',
  8: '0123456',
  9: '012356',
  A: '012456',
  B: '23456',
  C: '0345',
  D: '12346',
  E: '03456',
  F: '0456',
};

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The font for these code points; at most `codePointsMax`, the rest is left out. */
export function makeCodePointFont(codePoints: Iterable<number>): Buffer {
  const points = [...new Set(codePoints)].sort((a, b) => a - b).slice(0, codePointsMax);
  const glyphs = [missingGlyph, ...points.map(drawCodePoint)].map(encodeGlyph);
  return assemble({
    cmap: cmapTable(points),
    glyf: Buffer.concat(glyphs),
    head: headTable(),
    hhea: hheaTable(glyphs.length),
    hmtx: words(...glyphs.flatMap(() => [em, frame.left])),
    loca: locaTable(glyphs),
    maxp: maxpTable(glyphs.length),
    name: nameTable(),
    'OS/2': os2Table(),
    post: Buffer.concat([longs(0x00030000, 0), Buffer.alloc(24)]),
  });
}

/** The four strokes of the frame. */
const missingGlyph: readonly Box[] = [
  [frame.left, frame.top - frame.stroke, frame.right, frame.top],
  [frame.left, frame.bottom, frame.right, frame.bottom + frame.stroke],
  [frame.left, frame.bottom + frame.stroke, frame.left + frame.stroke, frame.top - frame.stroke],
  [frame.right - frame.stroke, frame.bottom + frame.stroke, frame.right, frame.top - frame.stroke],
];

/** Two rows of two digits, of three where four are not enough; what is a digit itself is drawn as that. */
function drawCodePoint(point: number): Box[] {
  const own = String.fromCodePoint(point);
  if (/^[0-9]$/.test(own)) return drawDigit(own, digit.width + frame.left, 0, 2);
  const perRow = point > 0xffff ? 3 : 2;
  const digits = point
    .toString(16)
    .toUpperCase()
    .padStart(perRow * 2, '0');
  const width = perRow * digit.width + (perRow - 1) * digit.gap;
  const left = (frame.left + frame.right - width) / 2;
  const middle = (frame.bottom + frame.top) / 2;
  const boxes = Array.from(digits).flatMap((value, at) => {
    const x = left + (at % perRow) * (digit.width + digit.gap);
    const y = at < perRow ? middle + digit.gap / 2 : middle - digit.gap / 2 - digit.height;
    return drawDigit(value, Math.round(x), Math.round(y));
  });
  return [...missingGlyph, ...boxes];
}

function drawDigit(value: string, x: number, y: number, scale = 1): Box[] {
  const { stroke } = digit;
  const [width, height] = [scale * digit.width, scale * digit.height];
  const half = height / 2;
  const places: readonly Box[] = [
    [0, height - stroke, width, height],
    [width - stroke, half, width, height],
    [width - stroke, 0, width, half],
    [0, 0, width, stroke],
    [0, 0, stroke, half],
    [0, half, stroke, height],
    [0, half - stroke / 2, width, half + stroke / 2],
  ];
  return segments
    .filter((segment) => lit[value]?.includes(segment) === true)
    .map((segment) => places[Number(segment)] ?? places[0])
    .filter((box) => box !== undefined)
    .map(([left, bottom, right, top]): Box => [x + left, y + bottom, x + right, y + top]);
}

/** A simple glyph, each box a contour of four points on the curve, clockwise. */
function encodeGlyph(boxes: readonly Box[]): Buffer {
  const corners = boxes.flatMap(([left, bottom, right, top]) => [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ]);
  const steps = (axis: 0 | 1): number[] =>
    corners.map((corner, at) => (corner[axis] ?? 0) - (corners[at - 1]?.[axis] ?? 0));
  const bytes = Buffer.concat([
    words(boxes.length, frame.left, frame.bottom, frame.right, frame.top),
    words(...boxes.map((_, at) => at * 4 + 3)),
    words(0),
    Buffer.alloc(corners.length, 1),
    words(...steps(0), ...steps(1)),
  ]);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** Signed and unsigned 16-bit numbers look the same. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2);
  return bytes;
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

/** Format 12: a group for each character. */
function cmapTable(points: readonly number[]): Buffer {
  const groups = points.flatMap((point, at) => [point, point, at + 1]);
  return Buffer.concat([
    words(0, 1, 3, 10),
    longs(12),
    words(12, 0),
    longs(16 + groups.length * 4, 0, points.length, ...groups),
  ]);
}

const headTable = (): Buffer =>
  Buffer.concat([
    longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    words(0, em),
    Buffer.alloc(16),
    words(frame.left, frame.bottom, frame.right, frame.top, 0, 8, 2, 1, 0),
  ]);

const hheaTable = (glyphCount: number): Buffer =>
  Buffer.concat([
    longs(0x00010000),
    words(frame.top, frame.bottom, 0, em, 0, 0, frame.right, 1, 0, 0, 0, 0, 0, 0, 0, glyphCount),
  ]);

function locaTable(glyphs: readonly Buffer[]): Buffer {
  let end = 0;
  return longs(0, ...glyphs.map((glyph) => (end += glyph.length)));
}

const maxpTable = (glyphCount: number): Buffer =>
  Buffer.concat([longs(0x00010000), words(glyphCount, 200, 50, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]);

function nameTable(): Buffer {
  const texts = [codePointFamily, 'Regular', codePointFamily, codePointFamily.replaceAll(' ', '')];
  const ids = [1, 2, 4, 6];
  const encoded = texts.map((text) => Buffer.from(text, 'utf16le').swap16());
  let offset = 0;
  const records = encoded.map((bytes, at) => {
    const record = words(3, 1, 0x409, ids[at] ?? 0, bytes.length, offset);
    offset += bytes.length;
    return record;
  });
  return Buffer.concat([words(0, ids.length, 6 + ids.length * 12), ...records, ...encoded]);
}

/** Version 4: weight 400, width 5, may be embedded, an upright face. */
function os2Table(): Buffer {
  const bytes = Buffer.alloc(96);
  bytes.writeUInt16BE(4, 0);
  bytes.writeInt16BE(em, 2);
  bytes.writeUInt16BE(400, 4);
  bytes.writeUInt16BE(5, 6);
  bytes.writeUInt16BE(0x40, 62);
  bytes.writeInt16BE(frame.top, 68);
  bytes.writeInt16BE(frame.bottom, 70);
  bytes.writeUInt16BE(frame.top, 74);
  bytes.writeUInt16BE(-frame.bottom, 76);
  bytes.writeInt16BE(500, 86);
  bytes.writeInt16BE(700, 88);
  return bytes;
}

/** The tables behind their directory, in the order of their tags. */
function assemble(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const range = 2 ** Math.floor(Math.log2(entries.length)) * 16;
  const head = Buffer.concat([
    longs(0x00010000),
    words(entries.length, range, Math.log2(range / 16), entries.length * 16 - range),
  ]);
  let offset = head.length + entries.length * 16;
  const directory: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of entries) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    directory.push(Buffer.from(tag, 'latin1'), longs(checksum(padded), offset, table.length));
    bodies.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat([head, ...directory, ...bodies]);
  const headAt = entries.findIndex(([tag]) => tag === 'head');
  const at = font.readUInt32BE(head.length + headAt * 16 + 8);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, at + 8);
  return font;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
