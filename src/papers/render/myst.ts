/**
 * Prints the document model as MyST Markdown: figures and tables as directives, sections and lines of
 * claims as targets. Every run of text stands on a line of its own.
 */
import {
  type Block,
  claimAnchor,
  claimHeads,
  type PaperDocument,
  sectionSlug,
} from '../document.ts';
import { figureAlt } from './figure-alt.ts';
import { escapeMarkdown, figurePath, guardStart } from './markdown.ts';
import { evidenceOf, type Run, type RunMarks, renderRun, targetsOf } from './marks.ts';
import type { PaperProperties } from './properties.ts';

/** What stands before the title. */
export const mystHead = ({ generatedAt, generator }: PaperProperties): string => `---
date: ${JSON.stringify(generatedAt.slice(0, 10))}
authors:
  - name: ${JSON.stringify(generator)}
    roles: [Software]
---

`;

/** The lines before the caption of a figure. */
export const mystDrawing = (file: string, names: readonly string[], xLabel: string): string =>
  `:::{figure} ${file}\n:alt: ${escapeMyst(figureAlt(names, xLabel))}\n`;

/** Begins a table, before its caption. */
export const mystTable = ':::{table} ';
/** Lines without text: targets, and the ends of directives. */
export const mystStructure = /^(?:\([a-z0-9-]+\)=|:::)$/;

/** A complete document. Figures are SVG files beside it. */
export function renderMyst(document: PaperDocument, about: PaperProperties): string {
  const marks = marksFor(evidenceOf(document));
  const run: Run = (inlines) => guardMyst(renderRun(inlines, marks));
  const lines = [`# ${run(document.title)}`, '', `> ${run(document.notice)}`, ''];
  for (const { title, blocks } of document.sections) {
    lines.push(`(${sectionSlug(title)})=`, `## ${title}`, '');
    for (const block of blocks) lines.push(...renderBlock(block, run), '');
  }
  return `${mystHead(about)}${lines.join('\n').trimEnd()}\n`;
}

/** As for Markdown, and what only MyST reads specially. */
const escapeMyst = (text: string): string => escapeMarkdown(text).replace(/[@%^]/g, '\\$&');

/** Keeps text from starting what MyST reads at the beginning of a line. */
const guardMyst = (line: string): string => guardStart(line).replace(/^(\s*)([:(])/, '$1\\$2');

const marksFor = (evidence: ReadonlyMap<string, string>): RunMarks => ({
  plain: escapeMyst,
  styled: (style, text) =>
    style === 'code'
      ? `\`${text}\``
      : `${styleMarks[style]}${escapeMyst(text)}${styleMarks[style]}`,
  value: escapeMyst,
  claim: (id) => (evidence.has(id) ? `[${id}](#${claimAnchor(id)})` : id),
});

const styleMarks = { emphasis: '*', strong: '**' } as const;

function renderBlock(block: Block, run: Run): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [run(block.inlines)];
    case 'heading':
      return [`### ${run(block.inlines)}`];
    case 'list':
      return block.items.map((item) => `- ${run(item)}`);
    case 'table': {
      const { header, rows, textColumnCount, caption } = block;
      const alignment = header.map((_, at) =>
        at >= textColumnCount && at < header.length - 1 ? '---:' : '---',
      );
      // A row cannot be a target, so the table is.
      const ids = block.isTarget ? rows.flatMap(targetsOf) : [];
      return [
        ...ids.map(targetLine),
        `${mystTable}${run(caption)}`,
        '',
        rowOf(header.map(run)),
        rowOf(alignment),
        ...rows.map(({ cells }) => rowOf(cells.map(run))),
        ':::',
      ];
    }
    case 'claims':
      return [
        `*${claimHeads.join(' ')}*`,
        ...block.lines.flatMap(({ id, what, value, source }) => [
          '',
          targetLine(id),
          `[${id}] ${[what, value, source].map(run).join(' ')}`,
        ]),
      ];
    case 'figure': {
      const { id, data, caption } = block;
      const names = data.series.map(({ name }) => name);
      return [mystDrawing(figurePath(id), names, data.xLabel), run(caption), ':::'];
    }
  }
}

const targetLine = (id: string): string => `(${claimAnchor(id)})=`;

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
