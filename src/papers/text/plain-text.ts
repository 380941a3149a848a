/** Reads the two drafts back into the lines of text they print, without using the document model. */
import type { FigureRecord } from '../claims/schema.ts';
import { latexPreamble } from '../render/latex-preamble.ts';
import { readUntargeted, untargetLatex } from '../render/latex-text.ts';
import { foreignInUnlinked, readUnlinked, unlinkMarkdown } from '../render/markdown.ts';
import { collapseSpaces } from './text.ts';

/** A line as a reader sees it, without markup. `line` counts from 1; `isRow`: a row of a table. */
export interface PlainLine {
  readonly line: number;
  readonly text: string;
  readonly isRow: boolean;
  /** The cells of a row, in order; empty for other lines. */
  readonly cells: readonly string[];
  /** Heading of the section it stands in; empty before the first. */
  readonly section: string;
}
/** A draft as the verifier reads it, from the text of the file alone. */
export interface PlainDraft {
  readonly lines: readonly PlainLine[];
  /** Lines that are not of the form the renderer writes, so that their numbers cannot be checked. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Claims that citations can lead to, in the order of their lines. */
  readonly targets: readonly string[];
}

/** Characters of a line that is read: what is longer would take minutes, and no paper has it. */
const lineCharsMax = 1_000_000;
const tooLong = `more than ${lineCharsMax.toLocaleString('en')} characters, which no line of a paper has`;

/** Lines of `paper.md`; lines that show a figure of the ledger are passed over. */
export function readMarkdownDraft(markdown: string, figures: readonly FigureRecord[]): PlainDraft {
  const images = new Set(figures.map((figure) => `![Plot](${figure.file})`));
  const problems: { line: number; message: string }[] = [];
  const lines: PlainLine[] = [];
  const targets: string[] = [];
  let section = '';
  markdown.split('\n').forEach((source, index) => {
    if (images.has(source)) return;
    if (source.length > lineCharsMax) {
      problems.push({ line: index + 1, message: tooLong });
      return;
    }
    if (source.startsWith('## ')) section = source.slice(3);
    const { rest, targets: own } = unlinkMarkdown(source);
    const text = readUnlinked(rest, cellEnd);
    if (text === undefined) return;
    targets.push(...own);
    const foreign = foreignInUnlinked(rest);
    if (foreign !== undefined)
      problems.push({ line: index + 1, message: `${foreign}, which the renderer does not write` });
    const isRow = source.startsWith('|');
    addLine(lines, { line: index + 1, text: isRow ? inner(text) : text, isRow, section });
  });
  return { lines, problems, targets };
}

/** Stands between cells while a row is read; no line holds it. */
const cellEnd = '\n';

/** Without the bars at either end of a row. */
const inner = (row: string): string => row.replace(/^\n/, '').replace(/\n$/, '');

function addLine(lines: PlainLine[], read: Omit<PlainLine, 'cells'>): void {
  const cells = read.text.split(cellEnd).map(collapseSpaces);
  const text = collapseSpaces(cells.join(' '));
  if (text !== '') lines.push({ ...read, text, cells: read.isRow ? cells : [] });
}

const structure =
  /^(?:\\(?:begin|end)\{(?:itemize|center|document)\}|\\begin\{longtable\}\{[LMPQRSTVW]+\}|\\end\{longtable\}|\\(?:toprule|bottomrule)|\\midrule\\endhead|\\begingroup\\(?:small|footnotesize)|\\endgroup)$/;

/** Lines of `paper.tex`; `pictures` are the drawings it must hold, each exactly once. */
export function readLatexDraft(latex: string, pictures: readonly string[]): PlainDraft {
  const problems: { line: number; message: string }[] = [];
  let body = latex;
  if (latex.startsWith(latexPreamble)) {
    body = '\n'.repeat(latexPreamble.split('\n').length - 1) + latex.slice(latexPreamble.length);
  } else {
    problems.push({ line: 1, message: 'the preamble is not the one the renderer writes' });
  }
  for (const picture of pictures) {
    const at = body.indexOf(picture);
    if (at < 0)
      problems.push({ line: 1, message: 'a figure does not plot the values of its claims' });
    else
      body =
        body.slice(0, at) +
        '\n'.repeat(picture.split('\n').length - 1) +
        body.slice(at + picture.length);
  }
  const lines: PlainLine[] = [];
  const targets: string[] = [];
  let section = '';
  body.split('\n').forEach((source, index) => {
    if (source.length > lineCharsMax) {
      problems.push({ line: index + 1, message: tooLong });
      return;
    }
    if (source.trim() === '' || structure.test(source)) return;
    section = /^\\section\*\{([^}]*)\}/.exec(source)?.[1] ?? section;
    const { rest, targets: own } = untargetLatex(source);
    targets.push(...own);
    const text = readUntargeted(rest, '', cellEnd);
    if (text === undefined) {
      problems.push({
        line: index + 1,
        message: `a command the renderer does not write: ${source.slice(0, 80)}`,
      });
      return;
    }
    addLine(lines, { line: index + 1, text, isRow: source.endsWith('\\\\'), section });
  });
  return { lines, problems, targets };
}
