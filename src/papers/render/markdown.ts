/** Prints the document model as Markdown; every run of text stands on a line of its own. */

import {
  type Block,
  type ClaimLine,
  claimAnchor,
  claimHeads,
  formatIds,
  type Inline,
  type PaperDocument,
  unitText,
} from '../document.ts';
import { findAll } from '../text/scan.ts';
import { expandIds } from '../verify/ranges.ts';

/** A complete document. Figures are SVG files beside it. */
export function renderMarkdown(document: PaperDocument): string {
  const lines = [`# ${run(document.title)}`, '', `> ${run(document.notice)}`, ''];
  for (const section of document.sections) {
    lines.push(`## ${section.title}`, '');
    for (const block of section.blocks) lines.push(...renderBlock(block), '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Where the drawing of a figure is, relative to the paper folder. */
export function figurePath(id: string): string {
  return `figures/${id}.svg`;
}

function renderBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [run(block.inlines)];
    case 'heading':
      return [`### ${run(block.inlines)}`];
    case 'list':
      return block.items.map((item) => `- ${run(item)}`);
    case 'table': {
      const alignment = block.header.map((_, index) =>
        index >= block.textColumnCount && index < block.header.length - 1 ? '---:' : '---',
      );
      return [
        run(block.caption),
        '',
        row(block.header),
        `| ${alignment.join(' | ')} |`,
        ...block.rows.map(({ cells }) => (block.isTarget ? targetRow(cells) : row(cells))),
      ];
    }
    case 'claims':
      return [
        `| ${claimHeads.join(' | ')} |`,
        '| --- | --- | ---: | --- |',
        ...block.lines.map(claimRow),
      ];
    case 'figure':
      return [`![Plot](${figurePath(block.id)})`, '', run(block.caption)];
  }
}

function claimRow({ id, what, value, source }: ClaimLine): string {
  return `| ${targets([id])} ${row([what, value, source])}`;
}

/** A row whose last cell is what the citations of its claims lead to. */
function targetRow(cells: readonly (readonly Inline[])[]): string {
  const ids = (cells.at(-1) ?? []).flatMap((inline) => (inline.kind === 'cite' ? inline.ids : []));
  if (ids.length === 0) return row(cells);
  return `${row(cells.slice(0, -1))} ${targets(ids)} |`;
}

const targets = (ids: readonly string[]): string =>
  `${ids.map((id) => `<a id="${claimAnchor(id)}"></a>`).join('')}[${formatIds(ids)}]`;

/** An id as a link to its line in the appendix. */
const linked = (id: string): string => `[${id}](#${claimAnchor(id)})`;

function row(cells: readonly (readonly Inline[])[]): string {
  return `| ${cells.map((cell) => cell.map(renderInline).join('')).join(' | ')} |`;
}

function run(inlines: readonly Inline[]): string {
  return guardStart(inlines.map(renderInline).join(''));
}

/** Keeps text from starting a list, heading or rule of its own. */
export function guardStart(line: string): string {
  return line.replace(/^(\s*)([-+=])/, '$1\\$2').replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}

function renderInline(inline: Inline): string {
  switch (inline.kind) {
    case 'value': {
      const shown = escapeMarkdown(`${inline.printed}${unitText(inline.unit)}`);
      return inline.cited ? `${shown} [${linked(inline.claimId)}]` : shown;
    }
    case 'cite':
      return `[${formatIds(inline.ids, linked)}]`;
    case 'text':
    case 'declared':
      return styled(inline.text, inline.style);
  }
}

function styled(text: string, style: 'plain' | 'emphasis' | 'strong' | 'code'): string {
  if (text.trim() === '') return text;
  switch (style) {
    case 'plain':
      return escapeMarkdown(text);
    case 'emphasis':
      return `*${escapeMarkdown(text)}*`;
    case 'strong':
      return `**${escapeMarkdown(text)}**`;
    case 'code':
      return `\`${text}\``;
  }
}

/** Backslash before every ASCII character that Markdown or HTML could read specially. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~$&!]/g, '\\$&');
}

const claimLink = /\[C(\d+)\]\(#c(\d+)\)/g;
const claimTarget = /(?<=\| )((?:<a id="c\d+"><\/a>)+)\[(C\d[C\d–, ]*)\](?= \|)/;

/**
 * A line without the links of its citations and without the targets of such links, and whose targets those
 * were. A link or target of another claim than the one printed stays, as markup that the renderer does not
 * write.
 */
export function unlinkMarkdown(line: string): { rest: string; targets: readonly string[] } {
  // Most lines have neither, which is quickly seen.
  if (!line.includes('](#c') && !line.includes('<a id="c')) return { rest: line, targets: [] };
  let targets: readonly string[] = [];
  const rest = line
    .replace(claimLink, (link: string, id: string, to: string) => (id === to ? `C${id}` : link))
    .replace(claimTarget, (found: string, anchors: string, list: string) => {
      const ids = findAll(anchors, /c\d+/g).map(([anchor]) => anchor.toUpperCase());
      if (ids.join() !== expandIds(list).join()) return found;
      targets = ids;
      return `[${list}]`;
    });
  return { rest, targets };
}

/** The text a line of our Markdown prints, `bar` between cells; `undefined` for a line that prints none. */
export function readMarkdownLine(linked: string, bar = ' '): string | undefined {
  return readUnlinked(unlinkMarkdown(linked).rest, bar);
}

/** The same for a line without links and targets. */
export function readUnlinked(line: string, bar: string): string | undefined {
  if (line.trim() === '' || /^\|[\s:|-]+\|$/.test(line)) return undefined;
  const body = line.replace(/^(?:#{1,6}|>|-) /, '');
  let result = '';
  for (let index = 0; index < body.length; index += 1) {
    const end = runEnd(shown, body, index);
    result += body.slice(index, end);
    index = end;
    const character = body.charAt(index);
    if (character === '\\') {
      index += 1;
      result += body.charAt(index);
    } else if (character === '`') {
      const close = body.indexOf('`', index + 1);
      if (close < 0) return body;
      result += body.slice(index + 1, close);
      index = close;
    } else if (character === '|') {
      result += bar;
    }
  }
  return result;
}

/** What prints as it is, and what the renderer writes as it is. */
const shown = /[^\\`|*]+/y;
const plain = /[^\\`[\]_{}<>#|~$&!]+/y;

/** The end of the characters of the sticky `pattern` that begin at `from`. */
function runEnd(pattern: RegExp, line: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(line) ? pattern.lastIndex : from;
}

/** What `escapeMarkdown` would have escaped; `*` is how styles are written. */
const raw = new Set('_{}[]<>#|~$&!');
const citation = /\[C\d+(?:–C\d+)?(?:, C\d+(?:–C\d+)?)*\]/y;

/**
 * Markup of a line that the renderer does not write: links, images, HTML, code that does not end, a
 * list or a heading of another form. Undefined for a line of ours.
 */
export function foreignMarkup(linked: string): string | undefined {
  return foreignInUnlinked(unlinkMarkdown(linked).rest);
}

/** The same for a line without links and targets. */
export function foreignInUnlinked(line: string): string | undefined {
  const prefix = /^(?:#{1,6}|>|-) /.exec(line)?.[0] ?? '';
  const isRow = line.startsWith('|');
  if (/^(?: {4}|\t)/.test(line)) return 'an indented block';
  if (/^\s*(?:[-+=]|\d+[.)](?=\s|$))/.test(line.slice(prefix.length))) return 'a list or a rule';
  for (let at = prefix.length; at < line.length; at += 1) {
    at = runEnd(plain, line, at);
    const character = line.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '`') {
      at = line.indexOf('`', at + 1);
      if (at < 0) return 'code that does not end';
    } else if (character === '[') {
      citation.lastIndex = at;
      const length = citation.exec(line)?.[0].length;
      if (length === undefined || line[at + length] === '(') return 'a link or a reference';
      at += length - 1;
    } else if (raw.has(character) && !(isRow && character === '|')) return `a raw ${character}`;
  }
  return undefined;
}
