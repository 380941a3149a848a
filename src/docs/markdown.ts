/** Small pieces of Markdown shared by the generated pages. */
import { tableRow } from '../machines/drawing/page.ts';

/** First line of every generated page. */
export const generatedNotice = '<!-- Generated from the code by `npm run docs`; do not edit. -->';

/** A table; cells may hold inline Markdown, pipes in them are escaped. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [tableRow(header), tableRow(header.map(() => '---')), ...rows.map(tableRow)].join('\n');
}

/** Inline code. A text that holds a back-quote itself is not escaped. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Joins blocks with one empty line between them and a line end after the last. */
export function renderPage(blocks: readonly string[]): string {
  return `${[generatedNotice, ...blocks].join('\n\n')}\n`;
}
