/**
 * Prints the document model as a Typst source: calls of the template with string literals, one run of
 * text a line. It imports nothing, reads no file and holds no markup that came from outside.
 */
import {
  type Block,
  type ClaimLine,
  claimAnchor,
  claimHeads,
  formatIds,
  type Inline,
  type PaperDocument,
  sectionSlug,
  type TableRow,
} from '../document.ts';
import { figureAlt } from './figure-alt.ts';
import { evidenceOf, type RunMarks, renderRun, targetsOf } from './marks.ts';
import type { PaperProperties } from './properties.ts';
import { renderSvg } from './svg.ts';
import { typstTemplate } from './typst-template.ts';
import { breakWords, typstString } from './typst-text.ts';

/** A complete source; equal documents give equal text. */
export function renderTypst(document: PaperDocument, about: PaperProperties): string {
  const marks = marksFor(evidenceOf(document));
  const run = (inlines: readonly Inline[]): string => `{${renderRun(inlines, marks)}}`;
  const lines = [
    `#set document(title: ${typstString(about.title)}, author: ${typstString(about.generator)}, date: ${dateOf(about.generatedAt)})`,
    `#title(${run(document.title)})`,
    `#notice(${run(document.notice)})`,
  ];
  for (const section of document.sections) {
    const label = typstString(sectionSlug(section.title));
    lines.push(`#[#heading(level: 1, text(${typstString(section.title)}))#label(${label})]`);
    for (const block of section.blocks) lines.push(...renderBlock(block, run));
  }
  return `${typstTemplate}${lines.join('\n')}\n`;
}

type Run = (inlines: readonly Inline[]) => string;

const marksFor = (evidence: ReadonlyMap<string, string>): RunMarks => ({
  plain: (text) => words('text', text),
  styled: (style, text) => (style === 'code' ? code(text) : words(styleCalls[style], text)),
  // The sign and the space of a number as print has them, so that it is not broken off its unit.
  value: (shown) => {
    const set = words('text', shown.replace(/^-/, '\u2212').replaceAll(' ', '\u00a0'));
    // By itself the compiler breaks `tokens/s` behind the slash.
    return shown.includes('/') ? `box({${set}});` : set;
  },
  claim: (id) =>
    evidence.has(id)
      ? `claim(${typstString(claimAnchor(id))},${typstString(id)});`
      : words('text', id),
});

const styleCalls = { emphasis: 'emph', strong: 'strong' } as const;

const words = (call: string, text: string): string =>
  breakWords(text)
    .map((piece) => `${call}(${typstString(piece)});`)
    .join('cut;');

/** Longer pieces of code are broken where the compiler likes, since they might not fit a line. */
const wholeCodeMax = 24;

/** Code in pieces that stay whole: by itself the compiler breaks a path behind its first slash. */
const code = (text: string): string =>
  (text.length > wholeCodeMax ? breakWords(text) : [text])
    .map((piece) => {
      const raw = `raw(${typstString(piece)})`;
      return piece.length > wholeCodeMax ? `${raw};` : `box(${raw});`;
    })
    .join('cut;');

/** Lines are not stretched around what is hardly ever broken. */
const hasLongCode = (inlines: readonly Inline[]): boolean =>
  inlines.some(
    (inline) =>
      (inline.kind === 'declared' || inline.kind === 'text') &&
      inline.style === 'code' &&
      inline.text.length > looseCodeMax,
  );
const looseCodeMax = 12;

function renderBlock(block: Block, run: Run): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [`#par(${hasLongCode(block.inlines) ? 'justify: false, ' : ''}${run(block.inlines)})`];
    case 'heading':
      return [`#heading(level: 2, ${run(block.inlines)})`];
    case 'list':
      return ['#list(', ...block.items.map((item) => `${run(item)},`), ')'];
    case 'table': {
      const { header, rows, textColumnCount, caption } = block;
      return [
        `#tabular(${textColumnCount}, ${columnsOf(header.length, textColumnCount)}, ${run(caption)},`,
        rowOf(header, run),
        ...rows.map((row) => (block.isTarget ? targetRow(row, run) : rowOf(row.cells, run))),
        ')',
      ];
    }
    case 'claims':
      return [
        '#claims(',
        rowOf(
          claimHeads.map((head) => [{ kind: 'text', text: head, style: 'plain' }]),
          run,
        ),
        ...block.lines.map((line) => claimRow(line, run)),
        ')',
      ];
    case 'figure': {
      const { data, caption } = block;
      const names = data.series.map(({ name }) => name);
      const alt = typstString(figureAlt(names, data.xLabel));
      return [`#drawing(${typstString(renderSvg(data))}, ${alt}, ${run(caption)})`];
    }
  }
}

const rowOf = (cells: readonly (readonly Inline[])[], run: Run): string =>
  `(${cells.map((cell) => `${run(cell)},`).join(' ')}),`;

const claimRow = ({ id, what, value, source }: ClaimLine, run: Run): string =>
  `(${target([id])}, ${[what, value, source].map((cell) => `${run(cell)},`).join(' ')}),`;

/** A row whose last cell is what the citations of its claims lead to. */
function targetRow(row: TableRow, run: Run): string {
  const ids = targetsOf(row);
  if (ids.length === 0) return rowOf(row.cells, run);
  const cells = row.cells.slice(0, -1).map((cell) => `${run(cell)},`);
  return `(${cells.join(' ')} ${target(ids)},),`;
}

const target = (ids: readonly string[]): string =>
  `target((${ids.map((id) => `${typstString(claimAnchor(id))},`).join(' ')}), ${typstString(`[${formatIds(ids)}]`)})`;

/** Columns of numbers from which on citations are broken, too: names would have no room beside them. */
const manyNumbers = 5;

/** Columns of text share what those of numbers and citations leave. */
function columnsOf(count: number, textCount: number): string {
  const isFull = textCount > 0 && count - textCount - 1 >= manyNumbers;
  const widths = Array.from({ length: count }, (_, at) => {
    if (at < textCount) return '1fr';
    return isFull && at === count - 1 ? '0.7fr' : 'auto';
  });
  return `(${widths.join(', ')},)`;
}

function dateOf(isoTime: string): string {
  const [year, month, day, hour, minute, second] = isoTime.match(/\d+/g) ?? [];
  return `datetime(year: ${Number(year)}, month: ${Number(month)}, day: ${Number(day)}, hour: ${Number(hour)}, minute: ${Number(minute)}, second: ${Number(second)})`;
}
