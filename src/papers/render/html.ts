/**
 * Prints the document model as one HTML file without scripts: every number and every citation shows its
 * evidence under the pointer or the keyboard's focus, and leads to its line in the appendix. Every run of
 * text stands on a line of its own.
 */
import { escapeXml } from '../../lib/escape-xml.ts';
import {
  type Block,
  claimAnchor,
  claimHeads,
  formatIds,
  type PaperDocument,
  sectionSlug,
} from '../document.ts';
import { figureAlt } from './figure-alt.ts';
import { htmlStyle } from './html-style.ts';
import { cellsOf, evidenceOf, type Run, type RunMarks, renderRun } from './marks.ts';
import type { PaperProperties } from './properties.ts';
import { renderSvg } from './svg.ts';

/** Everything before the text. */
export const htmlHead = ({ title, generatedAt, generator }: PaperProperties): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${escapeXml(generator)}">
<meta name="dcterms.created" content="${escapeXml(generatedAt)}">
<title>${escapeXml(title)}</title>
<style>
${htmlStyle}</style>
</head>
<body>
<main>
`;

/** Everything behind it. */
export const htmlEnd = '</main>\n</body>\n</html>\n';

/** A drawing with what it is called. */
export const htmlDrawing = (svg: string, names: readonly string[], xLabel: string): string =>
  `<div class="drawing" role="img" aria-label="${escapeXml(figureAlt(names, xLabel))}">\n${svg}</div>`;

/** Every tag between head and end that the renderer writes, but for drawings. */
export const htmlTag =
  /^<(?:\/(?:section|h1|h2|h3|p|ul|li|em|strong|code|a|figure|figcaption|div|table|caption|thead|tbody|tr|th|td|span)|section id="[a-z-]+"|h1|h2|h3|p|p class="notice"|ul|li|em|strong|code|figure|figcaption|div class="wide" tabindex="0"|table|table class="claims"|caption|thead|tbody|tr|span id="c\d+"|th scope="col"|td|td class="n"|a class="(?:claim|value)" href="#c\d+" data-evidence="[^"<>]*")>$/;

/** A complete document. */
export function renderHtml(document: PaperDocument, about: PaperProperties): string {
  const marks = marksFor(evidenceOf(document));
  const run: Run = (inlines) => renderRun(inlines, marks);
  const lines = [
    `<h1>${run(document.title)}</h1>`,
    `<p class="notice">${run(document.notice)}</p>`,
    ...document.sections.flatMap(({ title, blocks }) => [
      `<section id="${sectionSlug(title)}">`,
      `<h2>${escapeXml(title)}</h2>`,
      ...blocks.flatMap((block) => renderBlock(block, run)),
      '</section>',
    ]),
  ];
  return `${htmlHead(about)}${lines.join('\n')}\n${htmlEnd}`;
}

function marksFor(evidence: ReadonlyMap<string, string>): RunMarks {
  const link = (kind: string, id: string, shown: string): string => {
    const said = evidence.get(id);
    return said === undefined
      ? escapeXml(shown)
      : `<a class="${kind}" href="#${claimAnchor(id)}" data-evidence="${escapeXml(said)}">${escapeXml(shown)}</a>`;
  };
  return {
    plain: escapeXml,
    styled: (style, text) => `<${styleTags[style]}>${escapeXml(text)}</${styleTags[style]}>`,
    value: (shown, id) => link('value', id, shown),
    claim: (id) => link('claim', id, id),
  };
}

const styleTags = { emphasis: 'em', strong: 'strong', code: 'code' } as const;

function renderBlock(block: Block, run: Run): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [`<p>${run(block.inlines)}</p>`];
    case 'heading':
      return [`<h3>${run(block.inlines)}</h3>`];
    case 'list':
      return ['<ul>', ...block.items.map((item) => `<li>${run(item)}</li>`), '</ul>'];
    case 'table': {
      const { header, rows, textColumnCount, caption } = block;
      const isNumber = (at: number): boolean => at >= textColumnCount && at < header.length - 1;
      return tableOf('<table>', run(caption), header.map(run), (row) =>
        rows.map((entry) => row(cellsOf(entry, run, block.isTarget ? target : null), isNumber)),
      );
    }
    case 'claims':
      return tableOf('<table class="claims">', null, claimHeads, (row) =>
        block.lines.map(({ id, what, value, source }) =>
          row([target([id]), run(what), run(value), run(source)], (at) => at === 2),
        ),
      );
    case 'figure': {
      const { data, caption } = block;
      const names = data.series.map(({ name }) => name);
      return [
        '<figure>',
        htmlDrawing(renderSvg(data), names, data.xLabel),
        `<figcaption>${run(caption)}</figcaption>`,
        '</figure>',
      ];
    }
  }
}

const target = (ids: readonly string[]): string =>
  `${ids.map((id) => `<span id="${claimAnchor(id)}"></span>`).join('')}[${formatIds(ids)}]`;

type MakeRow = (cells: readonly string[], isNumber: (at: number) => boolean) => string;

const makeRow: MakeRow = (cells, isNumber) =>
  `<tr>${cells.map((cell, at) => `<td${isNumber(at) ? ' class="n"' : ''}>${cell}</td>`).join('')}</tr>`;

function tableOf(
  tag: string,
  caption: string | null,
  head: readonly string[],
  body: (row: MakeRow) => readonly string[],
): string[] {
  return [
    // By the keyboard, too, it can be moved where it is wider than the page.
    '<div class="wide" tabindex="0">',
    tag,
    ...(caption === null ? [] : [`<caption>${caption}</caption>`]),
    '<thead>',
    `<tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr>`,
    '</thead>',
    '<tbody>',
    ...body(makeRow),
    '</tbody>',
    '</table>',
    '</div>',
  ];
}
