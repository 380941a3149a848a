/** Reads HTML or XML of ours back into the lines of text it prints, without a parser that forgives. */
import type { PlainDraft, PlainLine } from '../text/plain-text.ts';
import { collapseSpaces } from '../text/text.ts';

/** The lines of a rendering, and what could not be read of it. */
export type ReadBack = Pick<PlainDraft, 'lines' | 'problems'>;

/** What a file may hold besides text. */
export interface MarkupForm {
  /** Parts that it must hold word for word, in this order; what they print is known already. */
  readonly parts: readonly string[];
  /** Every tag that may stand elsewhere, from `<` to `>`. */
  readonly tag: RegExp;
  /** Given every line with its tags and what it prints. */
  readonly onLine?: (read: { line: number; raw: string; text: string }) => void;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** Text of a line without entities; undefined where it holds one that is not of ours, or a bare mark. */
export function decodeXml(text: string): string | undefined {
  if (!/[&<>]/.test(text)) return text;
  let isOurs = true;
  const decoded = text.replace(/&[^&;]{0,10};|[&<>]/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) isOurs = false;
    return character ?? '';
  });
  return isOurs ? decoded : undefined;
}

/** The lines with the problems of whatever is not of the form. */
export function readMarkup(source: string, form: MarkupForm): ReadBack {
  const { body, problems } = takeParts(source, form.parts);
  if (problems.length > 0) return { lines: [], problems };
  const lines: PlainLine[] = [];
  body.split('\n').forEach((raw, index) => {
    if (raw === '') return;
    const line = index + 1;
    const text = readLine(raw, form.tag);
    if (typeof text !== 'string') problems.push({ line, message: text.problem });
    else {
      form.onLine?.({ line, raw, text });
      if (text !== '') lines.push({ line, text, isRow: false, cells: [], section: '' });
    }
  });
  return { lines, problems };
}

/** Blanks the known parts, so that lines keep their numbers. */
function takeParts(
  source: string,
  parts: readonly string[],
): { body: string; problems: { line: number; message: string }[] } {
  const problems: { line: number; message: string }[] = [];
  let body = '';
  let rest = source;
  for (const part of parts) {
    const at = rest.indexOf(part);
    if (at < 0) {
      const first = part.split('\n', 1)[0] ?? '';
      problems.push({ line: 1, message: `does not hold, where it belongs, what begins ${first}` });
      break;
    }
    body += rest.slice(0, at) + '\n'.repeat(part.split('\n').length - 1);
    rest = rest.slice(at + part.length);
  }
  return { body: body + rest, problems };
}

/** The text between the tags; cells are told apart by a space. */
function readLine(raw: string, tag: RegExp): string | { readonly problem: string } {
  let text = '';
  for (let at = 0; at < raw.length; ) {
    const open = raw.indexOf('<', at);
    const end = open < 0 ? raw.length : open;
    const decoded = decodeXml(raw.slice(at, end));
    if (decoded === undefined) return { problem: 'a mark that the renderer does not write' };
    text += decoded;
    if (open < 0) break;
    const close = raw.indexOf('>', open);
    const found = close < 0 ? raw.slice(open) : raw.slice(open, close + 1);
    if (!tag.test(found))
      return { problem: `${found.slice(0, 80)}, which the renderer does not write` };
    if (found === '</td>' || found === '</th>') text += ' ';
    at = open + found.length;
  }
  return collapseSpaces(text);
}
