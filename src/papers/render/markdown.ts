/** Prints the document model as Markdown; every run of text stands on a line of its own. */
import { type Block, formatIds, type Inline, type PaperDocument, unitText } from '../document.ts';

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
        ...block.rows.map((entry) => row(entry.cells)),
      ];
    }
    case 'figure':
      return [`![Plot](${figurePath(block.id)})`, '', run(block.caption)];
  }
}

function row(cells: readonly (readonly Inline[])[]): string {
  return `| ${cells.map((cell) => cell.map(renderInline).join('')).join(' | ')} |`;
}

function run(inlines: readonly Inline[]): string {
  return guardStart(inlines.map(renderInline).join(''));
}

/** Keeps text from starting a list, heading or rule of its own. */
function guardStart(line: string): string {
  return line.replace(/^(\s*)([-+=])/, '$1\\$2').replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}

function renderInline(inline: Inline): string {
  switch (inline.kind) {
    case 'value': {
      const shown = escapeMarkdown(`${inline.printed}${unitText(inline.unit)}`);
      return inline.cited ? `${shown} [${inline.claimId}]` : shown;
    }
    case 'cite':
      return `[${formatIds(inline.ids)}]`;
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

/** The text a line of our Markdown prints; `undefined` for a line that prints none. */
export function readMarkdownLine(line: string): string | undefined {
  if (line.trim() === '' || /^\|[\s:|-]+\|$/.test(line)) return undefined;
  const body = line.replace(/^(?:#{1,6}|>|-) /, '');
  let result = '';
  for (let index = 0; index < body.length; index += 1) {
    const character = body[index] ?? '';
    if (character === '\\') {
      index += 1;
      result += body[index] ?? '';
    } else if (character === '`') {
      const end = body.indexOf('`', index + 1);
      if (end < 0) return body;
      result += body.slice(index + 1, end);
      index = end;
    } else if (character === '|') {
      result += ' ';
    } else if (character !== '*') {
      result += character;
    }
  }
  return result;
}
