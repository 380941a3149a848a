/**
 * Prints the document model as LaTeX for `pdflatex` with the base and recommended packages; LuaLaTeX also
 * sets the letters of other scripts, by the fonts that it finds.
 */
import {
  type Block,
  type ClaimLine,
  claimHeads,
  formatIds,
  type Inline,
  type PaperDocument,
  sectionSlug,
  type TableRow,
  unitText,
} from '../document.ts';
import { latexPreamble } from './latex-preamble.ts';
import { escapeLatex, escapeLatexCode } from './latex-text.ts';
import { renderPicture } from './picture.ts';

/** A complete document; every run of text stands on a line of its own. */
export function renderLatex(document: PaperDocument): string {
  const lines = [
    `\\papertitle{${run(document.title)}}`,
    '',
    `\\notice{${run(document.notice)}}`,
    '',
  ];
  for (const section of document.sections) {
    lines.push(`\\section*{${section.title}}\\label{sec:${sectionSlug(section.title)}}`, '');
    for (const block of section.blocks) lines.push(...renderBlock(block), '');
  }
  return `${latexPreamble}${lines.join('\n')}\\end{document}\n`;
}

function renderBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [run(block.inlines)];
    case 'heading':
      return [`\\subsection*{${run(block.inlines)}}`];
    case 'list':
      return [
        '\\begin{itemize}',
        ...block.items.map((item) => `\\item ${run(item)}`),
        '\\end{itemize}',
      ];
    case 'table':
      return renderTable(block);
    case 'claims':
      return renderLines(block.lines);
    case 'figure':
      return [
        '\\begin{center}',
        renderPicture(block.data),
        '\\end{center}',
        `\\figurecaption{${run(block.caption)}}`,
      ];
  }
}

function renderTable(block: Extract<Block, { kind: 'table' }>): string[] {
  const numberCount = block.header.length - block.textColumnCount - 1;
  const numberType = numberCount <= 2 ? 'P' : numberCount <= 4 ? 'Q' : 'R';
  const textType =
    numberCount > 5 ? 'T' : numberCount <= 1 && block.textColumnCount === 1 ? 'M' : 'L';
  const spec = `${textType.repeat(block.textColumnCount) + numberType.repeat(numberCount)}S`;
  return [
    `\\tablecaption{${run(block.caption)}}`,
    '',
    '\\begingroup\\small',
    `\\begin{longtable}{${spec}}`,
    '\\toprule',
    renderRow({ cells: block.header }),
    '\\midrule\\endhead',
    ...block.rows.map(block.isTarget ? renderTarget : renderRow),
    '\\bottomrule',
    '\\end{longtable}',
    '\\endgroup',
  ];
}

function renderLines(lines: readonly ClaimLine[]): string[] {
  return [
    '\\begingroup\\footnotesize',
    '\\begin{longtable}{RVSW}',
    '\\toprule',
    `${claimHeads.join(' & ')} \\\\`,
    '\\midrule\\endhead',
    ...lines.map(
      ({ id, what, value, source }) =>
        `${targets([id])} & ${renderRow({ cells: [what, value, source] })}`,
    ),
    '\\bottomrule',
    '\\end{longtable}',
    '\\endgroup',
  ];
}

function renderRow(row: TableRow): string {
  return guardRow(`${row.cells.map(run).join(' & ')} \\\\`);
}

function run(inlines: readonly Inline[]): string {
  return inlines.map(renderInline).join('');
}

function renderInline(inline: Inline): string {
  switch (inline.kind) {
    case 'value': {
      const shown = escapeLatex(`${inline.printed}${unitText(inline.unit)}`).replace(
        /^-\{\}/,
        '\\textminus{}',
      );
      return inline.cited ? `${shown} {[}${linked(inline.claimId)}{]}` : shown;
    }
    case 'cite':
      return bracketed(formatIds(inline.ids, linked, escapeLatex('–')));
    case 'text':
    case 'declared':
      return styled(inline.text, inline.style);
  }
}

/** A rule would take a bracket at the beginning of the row behind it for an argument of its own. */
const guardRow = (row: string): string => (row.startsWith('(') ? `\\allowbreak{}${row}` : row);

/** A row whose last cell is what the citations of its claims lead to. */
function renderTarget({ cells }: TableRow): string {
  const ids = (cells.at(-1) ?? []).flatMap((inline) => (inline.kind === 'cite' ? inline.ids : []));
  if (ids.length === 0) return renderRow({ cells });
  return guardRow(`${cells.slice(0, -1).map(run).join(' & ')} & ${targets(ids)} \\\\`);
}

const targets = (ids: readonly string[]): string =>
  `${ids.map((id) => `\\claimtarget{${id}}`).join('')}${bracketed(formatIds(ids, undefined, escapeLatex('–')))}`;

const bracketed = (list: string): string => `{[}${list.replaceAll(', ', ',{} ')}{]}`;

/** Words that hold a slash may be as long as a path. */
const longWord = 14;

/** Text whose long words may be broken where those of code may. */
function breakable(text: string): string {
  return text
    .split(' ')
    .map((word) =>
      word.length > longWord && word.includes('/') ? escapeLatexCode(word) : escapeLatex(word),
    )
    .join(' ');
}

/** An id as a link to its line in the appendix. */
const linked = (id: string): string => `\\claimref{${id}}`;

function styled(text: string, style: 'plain' | 'emphasis' | 'strong' | 'code'): string {
  switch (style) {
    case 'plain':
      return breakable(text);
    case 'emphasis':
      return `\\emph{${escapeLatex(text)}}`;
    case 'strong':
      return `\\textbf{${escapeLatex(text)}}`;
    case 'code':
      return `\\texttt{${escapeLatexCode(text)}}`;
  }
}
