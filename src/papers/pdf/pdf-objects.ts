/**
 * The objects of a PDF that is written plainly: one behind the other, one table of references that leads to just them, and
 * nothing by which a viewer could show something else than the content of the pages says. Anything else is refused.
 */

import { inflateSync } from 'node:zlib';
import { findAll } from '../text/scan.ts';

/** Of one stream, unpacked. */
const contentBytesMax = 64 * 1024 * 1024;

/** Of another shape than is read here. */
class OtherShape extends Error {}
/** Ends the reading. */
export const refuse = (): never => {
  throw new OtherShape();
};

/** An object: its dictionary as it is written, and the bytes of its stream. */
export interface PdfObject {
  readonly head: string;
  readonly start: number;
  readonly stream?: Buffer;
}
/** Objects by their number. */
export type Objects = ReadonlyMap<string, PdfObject>;

const objectStart = /^(\d{1,9}) 0 obj\n/;

/** Every object, one behind the other from the head of the file to its only table of references. */
export function readObjects(bytes: Buffer): { objects: Objects; root: string } {
  // Most of it are streams, which are never read as text: fonts, pictures.
  const textOf = (from: number, to?: number): string => bytes.toString('latin1', from, to);
  const objects = new Map<string, PdfObject>();
  let at = bytes.indexOf('1 0 obj\n');
  if (at < 0 || at > 64 || textOf(0, 7) !== '%PDF-1.') refuse();
  for (;;) {
    while (bytes[at] === 0x0a) at += 1;
    const [begin, id] = objectStart.exec(textOf(at, at + 20)) ?? [];
    if (begin === undefined || id === undefined) break;
    const start = at + begin.length;
    const end = bytes.indexOf('\nendobj', start);
    if (end < 0 || objects.has(id)) refuse();
    const stream = start + bytes.subarray(start, end).indexOf('\nstream\n');
    if (stream < start) {
      objects.set(id, { head: textOf(start, end), start: at });
      at = end + '\nendobj'.length;
      continue;
    }
    const head = textOf(start, stream);
    const from = stream + '\nstream\n'.length;
    const to = from + Number(/\/Length (\d{1,9})(?=\s)/.exec(head)?.[1] ?? refuse());
    const tail = /^\s{0,2}endstream\nendobj/.exec(textOf(to, to + 24))?.[0] ?? refuse();
    objects.set(id, { head, start: at, stream: bytes.subarray(from, to) });
    at = to + tail.length;
  }
  const rest = textOf(at);
  const [, table = refuse(), trailer = '', from = ''] = ending.exec(rest) ?? [];
  const heads = [...objects.values()].map(({ head }) => head).join('\n');
  if (shownOtherwise.test(heads) || (heads.includes('#') && escapedName.test(heads))) refuse();
  if (/\/(?:Prev|Encrypt|XRefStm)\b/.test(trailer)) refuse();
  if (Number(from) !== at) refuse();
  // What the table leads to is what stands here.
  const rows = table.trim().split(/\s*\r?\n/);
  const places = rows.slice(2).map((row) => Number(row.slice(0, 10)));
  if (places.length !== objects.size || !rows[0]?.startsWith('0 ')) refuse();
  for (const [id, { start }] of objects) if (places[Number(id) - 1] !== start) refuse();
  return { objects, root: /\/Root (\d+) 0 R/.exec(trailer)?.[1] ?? refuse() };
}

/** The one table of references and the one trailer, with nothing behind them. */
const ending =
  /^xref\n([\dnf \r\n]*)trailer\n<<([^>]*(?:>(?!>)[^>]*)*)>>\nstartxref\n(\d+)\n%%EOF\s*$/;
/** Entries by which something else could be shown than the content of the pages says. */
const shownOtherwise = /\/(?:ObjStm|AP|Type3|XObject|OCProperties|AcroForm|Encrypt)\b/;
/** A name that could be one of them, written otherwise. */
const escapedName = /\/[^\s/<>[\]()#]*#/;

/** The object that a dictionary has by this name, once and alone. */
export function refIn(head: string, name: string): string {
  const [found, second] = head.split(`/${name} `).slice(1);
  if (found === undefined || second !== undefined || head.includes('%')) refuse();
  const [, id = refuse()] = /^(?:\[(?=\d+ 0 R\]))?(\d+) 0 R/.exec(found ?? '') ?? [];
  return id;
}

/** The pages in their order. */
export function* pagesOf(objects: Objects, id: string, depth = 0): Generator<PdfObject> {
  const node = objects.get(id) ?? refuse();
  if (depth > 32) refuse();
  if (/\/Type \/Page\s/.test(node.head)) yield node;
  else {
    const kids = /\/Type \/Pages\s/.test(node.head) ? /\/Kids \[([\d R]*)\]/.exec(node.head) : null;
    for (const [, kid = ''] of findAll(kids?.[1] ?? refuse(), /(\d+) 0 R/g))
      yield* pagesOf(objects, kid, depth + 1);
  }
}

/** The stream of an object as text, a byte a character. */
export function unpack(object: PdfObject | undefined): string {
  if (object?.stream === undefined) return refuse();
  const filter = /\/Filter (\/\w+)/.exec(object.head)?.[1];
  if (filter === undefined) return object.stream.toString('latin1');
  if (filter !== '/FlateDecode' || object.head.includes('/DecodeParms')) refuse();
  return inflateSync(object.stream, { maxOutputLength: contentBytesMax }).toString('latin1');
}
