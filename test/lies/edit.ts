/** Changes to a document: where its inlines stand, and the same document with some of them replaced. */
import type { Block, Inline, PaperDocument } from '../../src/papers/document.ts';

/** One inline and where it stands; `run` numbers the runs of text of the whole document. */
export interface Place {
  readonly at: number;
  readonly run: number;
  readonly inline: Inline;
  /** `title`, `notice`, or the title of a section. */
  readonly section: string;
  readonly kind: 'title' | 'notice' | Block['kind'] | 'caption' | 'header' | 'row';
  /** Within a row of a table: its first cell. */
  readonly isLabel: boolean;
}

type Change = (place: Place) => readonly Inline[];

/** The document with every inline replaced by what `change` gives for it, in reading order. */
export function changeInlines(document: PaperDocument, change: Change): PaperDocument {
  let at = 0;
  let run = 0;
  const convert = (
    inlines: readonly Inline[],
    section: string,
    kind: Place['kind'],
    isLabel = false,
  ): Inline[] => {
    run += 1;
    return inlines.flatMap((inline) => {
      at += 1;
      return change({ at, run, inline, section, kind, isLabel });
    });
  };
  const cells = (row: readonly (readonly Inline[])[], section: string, kind: Place['kind']) => {
    const own = run;
    const changed = row.map((cell, index) => {
      run = own;
      return convert(cell, section, kind, index === 0);
    });
    return changed;
  };
  const block = (given: Block, section: string): Block => {
    switch (given.kind) {
      case 'paragraph':
      case 'heading':
        return { ...given, inlines: convert(given.inlines, section, given.kind) };
      case 'list':
        return { ...given, items: given.items.map((item) => convert(item, section, 'list')) };
      case 'figure':
        return { ...given, caption: convert(given.caption, section, 'caption') };
      case 'table':
        return {
          ...given,
          caption: convert(given.caption, section, 'caption'),
          header: cells(given.header, section, 'header'),
          rows: given.rows.map((row) => ({ ...row, cells: cells(row.cells, section, 'row') })),
        };
      case 'claims':
        return {
          ...given,
          lines: given.lines.map((line) => {
            const [what, value, source] = cells(
              [line.what, line.value, line.source],
              section,
              'row',
            );
            return { ...line, what: what ?? [], value: value ?? [], source: source ?? [] };
          }),
        };
    }
  };
  return {
    title: convert(document.title, 'title', 'title'),
    notice: convert(document.notice, 'notice', 'notice'),
    sections: document.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((given) => block(given, section.title)),
    })),
  };
}

/** Every inline of a document in reading order. */
export function placesOf(document: PaperDocument): Place[] {
  const places: Place[] = [];
  changeInlines(document, (place) => {
    places.push(place);
    return [place.inline];
  });
  return places;
}

/** The document with other inlines at some places, by their number. */
export function replaceAt(
  document: PaperDocument,
  others: ReadonlyMap<number, readonly Inline[]>,
): PaperDocument {
  return changeInlines(document, ({ at, inline }) => others.get(at) ?? [inline]);
}

/** The document with a paragraph more at the end of a section. */
export function addParagraph(
  document: PaperDocument,
  section: string,
  inlines: readonly Inline[],
): PaperDocument {
  return {
    ...document,
    sections: document.sections.map((given) =>
      given.title === section
        ? { ...given, blocks: [...given.blocks, { kind: 'paragraph' as const, inlines }] }
        : given,
    ),
  };
}

/** Words without a claim and without digits. */
export const words = (text: string): Inline => ({ kind: 'text', text, style: 'plain' });
