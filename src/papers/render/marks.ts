/** Walks a run of text for the renderers that differ only in how they mark words, code and citations. */
import {
  formatIds,
  type Inline,
  inlineText,
  type PaperDocument,
  type TableRow,
  unitText,
} from '../document.ts';

/** What a format writes for each piece of a run. All of them are given text as it is, to be escaped. */
export interface RunMarks {
  plain(text: string): string;
  styled(style: 'emphasis' | 'strong' | 'code', text: string): string;
  /** The number of a claim with its unit. */
  value(shown: string, claimId: string): string;
  /** One claim id of a citation. */
  claim(id: string): string;
}

/** Writes a run of text in one format. */
export type Run = (inlines: readonly Inline[]) => string;

/** The run in the words of `marks`. */
export function renderRun(inlines: readonly Inline[], marks: RunMarks): string {
  return inlines.map((inline) => renderInline(inline, marks)).join('');
}

function renderInline(inline: Inline, marks: RunMarks): string {
  switch (inline.kind) {
    case 'value': {
      const { claimId, printed, unit } = inline;
      const shown = marks.value(`${printed}${unitText(unit)}`, claimId);
      return inline.cited ? `${shown}${marks.plain(' ')}${citation([claimId], marks)}` : shown;
    }
    case 'cite':
      return citation(inline.ids, marks);
    case 'text':
    case 'declared':
      return inline.style === 'plain' || inline.text.trim() === ''
        ? marks.plain(inline.text)
        : marks.styled(inline.style, inline.text);
  }
}

/** `[C4–C7, C9]`, each id that is named a mark of its own. */
function citation(ids: readonly string[], marks: RunMarks): string {
  return `[${formatIds(ids)}]`
    .split(/(C\d+)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('C') ? marks.claim(part) : marks.plain(part)))
    .join('');
}

/** The claims that a row of the appendix is the target of: those that its last cell cites. */
export const targetsOf = ({ cells }: TableRow): readonly string[] =>
  (cells.at(-1) ?? []).flatMap((inline) => (inline.kind === 'cite' ? inline.ids : []));

/** The cells of a row; with `target` the last one is what the citations of its claims lead to. */
export function cellsOf(
  row: TableRow,
  run: Run,
  target: ((ids: readonly string[]) => string) | null,
): string[] {
  const ids = target === null ? [] : targetsOf(row);
  if (target === null || ids.length === 0) return row.cells.map(run);
  return [...row.cells.slice(0, -1).map(run), target(ids)];
}

/**
 * By claim id what its line of the appendix says of it. An id that is not there has no line that a link
 * could lead to.
 */
export function evidenceOf(document: PaperDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const block of document.sections.flatMap((section) => [...section.blocks])) {
    if (block.kind === 'claims')
      for (const { id, what, value, source } of block.lines)
        found.set(id, evidenceText([what, value, source]));
    else if (block.kind === 'table' && block.isTarget)
      for (const row of block.rows)
        for (const id of targetsOf(row)) found.set(id, evidenceText(row.cells.slice(0, -1)));
  }
  return found;
}

/** Between the cells of a line that is shown as one text. */
export const evidenceJoint = ' · ';

const evidenceText = (cells: readonly (readonly Inline[])[]): string =>
  cells
    .map((cell) => cell.map(inlineText).join('').replace(/\s+/gu, ' ').trim())
    .filter((cell) => cell !== '')
    .join(evidenceJoint);
