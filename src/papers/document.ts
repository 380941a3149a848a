/**
 * The document model both renderers print. Digits can enter it in two ways only: as the value of a
 * claim, or as a text declared to be something else than a result, of a closed list of kinds. Plain
 * text with digits is refused by `undeclaredTexts` and again, on the produced files, by the verifier,
 * which holds each declared text against the source of its kind.
 */
import type { NotResultKind } from './claims/schema.ts';
import type { PlotData } from './render/plot.ts';
import { hasDigit, isBareNumber } from './text/numbers.ts';
import { toCodeLine, toPlainLine } from './text/text.ts';

type TextStyle = 'plain' | 'emphasis' | 'strong' | 'code';

/** A piece of running text: words without digits, a declared text, the value of a claim, or citations. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly style: TextStyle }
  | {
      readonly kind: 'declared';
      readonly text: string;
      readonly declaredAs: NotResultKind;
      /** Of a `document_count`: what is counted. */
      readonly source?: string;
      readonly style: TextStyle;
    }
  | {
      readonly kind: 'value';
      readonly claimId: string;
      readonly printed: string;
      readonly unit: string | undefined;
      /** False in table cells, whose row cites once at its end. */
      readonly cited: boolean;
    }
  | { readonly kind: 'cite'; readonly ids: readonly string[] };

/** Cells in the order of the header; the last one cites the claims of all the others. */
export interface TableRow {
  readonly cells: readonly (readonly Inline[])[];
}

/**
 * The line of the appendix that a citation leads to: what the claim is of, its value with its unit or its
 * words, and the file, place, formula and hash that it rests on.
 */
export interface ClaimLine {
  readonly id: string;
  readonly what: readonly Inline[];
  readonly value: readonly Inline[];
  readonly source: readonly Inline[];
}

/** A part of a section. Both renderers print every kind; a `heading` stands within a section. */
export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'heading'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly caption: readonly Inline[];
      /** Leading columns of text; the rest is numbers, the last one citations. */
      readonly textColumnCount: number;
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly TableRow[];
      /** True in the appendix, where a row is what the citations of its claims lead to. */
      readonly isTarget: boolean;
    }
  /** Lines of claims, each the target of the citations of its id. */
  | { readonly kind: 'claims'; readonly lines: readonly ClaimLine[] }
  | {
      readonly kind: 'figure';
      readonly id: string;
      readonly caption: readonly Inline[];
      readonly data: PlotData;
      /** Claims plotted, in the order of the points. */
      readonly xIds: readonly string[] | null;
      readonly seriesIds: readonly (readonly string[])[];
      /** Of each series its median and the ends of its interval; null where none is drawn. */
      readonly barIds: readonly (readonly [median: string, low: string, high: string] | null)[];
      readonly thresholdId: string | null;
    };

/** The sections of every paper, in order. Verifier and checklist know them by these words. */
export const sectionTitles = [
  'Abstract',
  'Introduction',
  'Method',
  'Results',
  'Limitations',
  'Reproducibility Checklist',
  'Conclusion',
  'Referenced Artifacts',
  'Appendix of Data',
  'Appendix of Claims',
] as const;
/** Sections that a paper has only where there is something to put into them. */
export const optionalSections: readonly SectionTitle[] = ['Appendix of Data'];
/** The section whose lines the citations lead to. */
export const claimSection: SectionTitle = 'Appendix of Claims';
/** The heads of its lines. */
export const claimHeads = ['Claim', 'What', 'Value', 'Read from'] as const;
type SectionTitle = (typeof sectionTitles)[number];

interface Section {
  readonly title: SectionTitle;
  readonly blocks: readonly Block[];
}
/**
 * A paper before it is rendered, as a writer makes it. `notice` stands under the title and says how
 * the text came about.
 */
export interface PaperDocument {
  readonly title: readonly Inline[];
  readonly notice: readonly Inline[];
  readonly sections: readonly Section[];
}

/** Text without digits. */
export function text(value: string, style: TextStyle = 'plain'): Inline {
  const line = style === 'code' ? toCodeLine(value) : toSpacedLine(value);
  return { kind: 'text', text: line, style };
}

/** Keeps one space at either end, where the text joins its neighbours. */
function toSpacedLine(value: string): string {
  const line = toPlainLine(value);
  if (line === '') return /\s/.test(value) ? ' ' : '';
  return `${/^\s/.test(value) ? ' ' : ''}${line}${/\s$/.test(value) ? ' ' : ''}`;
}

/**
 * A text with digits that is not a result but, by the closed list, a number of a table, a date, a
 * path, a name and so on. A bare number cannot be declared, since nobody could tell it from a result.
 */
export function declared(
  value: string,
  declaredAs: NotResultKind,
  style: TextStyle = 'plain',
  source?: string,
): Inline {
  const line = style === 'code' ? toCodeLine(value) : toPlainLine(value);
  if (!hasDigit(line)) return { kind: 'text', text: line, style };
  if (isBareNumber(line)) throw new TypeError(`a bare number cannot be declared: ${line}`);
  const what = { kind: 'declared', text: line, declaredAs, style } as const;
  return source === undefined ? what : { ...what, source };
}

/** A name from a result file, declared when it holds digits, introduced when it is only digits. */
export function nameInline(value: string, style: TextStyle = 'plain'): Inline {
  const line = toPlainLine(value);
  return declared(isBareNumber(line) ? `key ${line}` : line, 'name', style);
}

/** A text of the idea in quotation marks, word for word; its own marks become single ones. */
export function quotedInlines(value: string, style: TextStyle = 'plain'): Inline[] {
  const line = toPlainLine(value).replace(/[“”]/g, "'");
  const said = isBareNumber(line) ? `Project ${line}` : line;
  return [text('“'), declared(said, 'quoted', style), text('”')];
}

/** What the reader sees, citations included. */
export function inlineText(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'declared':
      return inline.text;
    case 'value':
      return `${inline.printed}${unitText(inline.unit)}${inline.cited ? ` [${inline.claimId}]` : ''}`;
    case 'cite':
      return `[${formatIds(inline.ids)}]`;
  }
}

/** ` ms` or `%`: how a unit follows its number. */
export function unitText(unit: string | undefined): string {
  if (unit === undefined) return '';
  return unit === '%' ? '%' : ` ${unit}`;
}

/**
 * `C4–C7, C9`: three or more in sequence become a range. `link` makes of an id what leads to its line
 * in the appendix.
 */
export function formatIds(
  ids: readonly string[],
  link: (id: string) => string = (id) => id,
  to = '–',
): string {
  const parts: string[] = [];
  for (let start = 0; start < ids.length; ) {
    let end = start;
    while (end + 1 < ids.length && idNumber(ids[end + 1]) === idNumber(ids[end]) + 1) end += 1;
    if (end - start >= 2) parts.push(`${link(ids[start] ?? '')}${to}${link(ids[end] ?? '')}`);
    else parts.push(...ids.slice(start, end + 1).map(link));
    start = end + 1;
  }
  return parts.join(', ');
}

/** The anchor of a claim's line in the appendix: `c12` for C12. */
export function claimAnchor(id: string): string {
  return id.toLowerCase();
}

function idNumber(id: string | undefined): number {
  return Number(id?.slice(1));
}

/** The anchor of a section in `paper.md`; `paper.tex` has it as `sec:<slug>`. */
export function sectionSlug(title: SectionTitle): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

/** Every run of inlines of a section, with the number of leading cells for table rows. */
export function* inlineRuns(blocks: readonly Block[]): Generator<readonly Inline[]> {
  for (const block of blocks) {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        yield block.inlines;
        break;
      case 'list':
        yield* block.items;
        break;
      case 'table':
        yield block.caption;
        yield joinCells(block.header);
        for (const row of block.rows) yield joinCells(row.cells);
        break;
      case 'claims':
        for (const { what, value, source } of block.lines) yield joinCells([what, value, source]);
        break;
      case 'figure':
        yield block.caption;
        break;
    }
  }
}

function joinCells(cells: readonly (readonly Inline[])[]): Inline[] {
  return cells.flatMap((cell, index) => (index === 0 ? [...cell] : [text(' '), ...cell]));
}

/** Texts that hold digits without being declared: a document with any is not printed. */
export function undeclaredTexts(document: PaperDocument): string[] {
  const runs = [
    document.title,
    document.notice,
    ...document.sections.flatMap((section) => [...inlineRuns(section.blocks)]),
  ];
  return runs
    .flat()
    .filter((inline) => inline.kind === 'text' && hasDigit(inline.text))
    .map(inlineText);
}
