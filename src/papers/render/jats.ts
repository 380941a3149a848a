/**
 * Prints the document model as a JATS 1.3 article: title, the program as contributor, the notice and the
 * abstract in front, the sections in the body, what follows the conclusion in the back. Every run of text
 * stands on a line of its own.
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
import { figurePath } from './markdown.ts';
import { cellsOf, evidenceOf, type Run, type RunMarks, renderRun } from './marks.ts';
import type { PaperProperties } from './properties.ts';

/** Everything before the title. */
export const jatsHead = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.3 20210610//EN" "JATS-archivearticle1-3.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" dtd-version="1.3" xml:lang="en">
<front>
<article-meta>
<title-group>
`;

/** Between the title and the notice: no person is named, as nobody claims to have written it. */
export const jatsContributor = ({ generator }: PaperProperties): string => `</title-group>
<contrib-group>
<contrib contrib-type="software"><collab>${escapeXml(generator)}</collab></contrib>
</contrib-group>
<author-notes>
`;

/** Between the notice and the abstract. */
export function jatsDate({ generatedAt }: PaperProperties): string {
  const [year = '', month = '', day = ''] = generatedAt.slice(0, 10).split('-').map(escapeXml);
  return `</author-notes>
<pub-date date-type="generated" iso-8601-date="${escapeXml(generatedAt)}"><day>${day}</day><month>${month}</month><year>${year}</year></pub-date>
`;
}

/** A drawing, as a file beside the article. */
export const jatsDrawing = (file: string, names: readonly string[], xLabel: string): string =>
  `<graphic xlink:href="${escapeXml(file)}" mimetype="image" mime-subtype="svg+xml"><alt-text>${escapeXml(figureAlt(names, xLabel))}</alt-text></graphic>`;

/** Every tag that the renderer writes beyond these. */
export const jatsTag =
  /^<(?:\/(?:article-title|fn|front|article-meta|abstract|body|back|app-group|app|article|sec|title|p|list|list-item|italic|bold|monospace|xref|fig|caption|table-wrap|table|thead|tbody|tr|th|td|named-content)|article-title|fn|abstract|body|back|app-group|app id="[a-z-]+"|sec|sec id="[a-z-]+"|title|p|list list-type="bullet"|list-item|italic|bold|monospace|xref ref-type="other" rid="c\d+"|fig id="[a-z0-9_-]+"|caption|table-wrap|table|thead|tbody|tr|th|td|td align="right"|named-content content-type="claim" id="c\d+")>$/;

/** A complete article. */
export function renderJats(document: PaperDocument, about: PaperProperties): string {
  const marks = marksFor(evidenceOf(document));
  const run: Run = (inlines) => renderRun(inlines, marks);
  const last = document.sections.findIndex(({ title }) => title === 'Conclusion');
  const end = last < 0 ? document.sections.length : last + 1;
  const [abstract, ...body] = document.sections.slice(0, end);
  const back = document.sections.slice(end);
  const lines = [
    `<article-title>${run(document.title)}</article-title>`,
    jatsContributor(about).trimEnd(),
    `<fn><p>${run(document.notice)}</p></fn>`,
    jatsDate(about).trimEnd(),
    ...(abstract === undefined ? [] : part('abstract', '', abstract, run)),
    '</article-meta>',
    '</front>',
    '<body>',
    ...body.flatMap((section) => part('sec', ` id="${sectionSlug(section.title)}"`, section, run)),
    '</body>',
    ...(back.length === 0
      ? []
      : [
          '<back>',
          '<app-group>',
          ...back.flatMap((section) =>
            part('app', ` id="${sectionSlug(section.title)}"`, section, run),
          ),
          '</app-group>',
          '</back>',
        ]),
    '</article>',
  ];
  return `${jatsHead}${lines.join('\n')}\n`;
}

const marksFor = (evidence: ReadonlyMap<string, string>): RunMarks => ({
  plain: escapeXml,
  styled: (style, text) => `<${styleTags[style]}>${escapeXml(text)}</${styleTags[style]}>`,
  value: escapeXml,
  claim: (id) =>
    evidence.has(id) ? `<xref ref-type="other" rid="${claimAnchor(id)}">${id}</xref>` : id,
});

const styleTags = { emphasis: 'italic', strong: 'bold', code: 'monospace' } as const;

/** A section; each heading in it begins a section of its own. */
function part(
  tag: string,
  attributes: string,
  { title, blocks }: PaperDocument['sections'][number],
  run: Run,
): string[] {
  const lines = [`<${tag}${attributes}>`, `<title>${escapeXml(title)}</title>`];
  let isOpen = false;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (isOpen) lines.push('</sec>');
      lines.push('<sec>', `<title>${run(block.inlines)}</title>`);
      isOpen = true;
    } else lines.push(...renderBlock(block, run));
  }
  if (isOpen) lines.push('</sec>');
  return [...lines, `</${tag}>`];
}

function renderBlock(block: Exclude<Block, { kind: 'heading' }>, run: Run): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [`<p>${run(block.inlines)}</p>`];
    case 'list':
      return [
        '<list list-type="bullet">',
        ...block.items.map((item) => `<list-item><p>${run(item)}</p></list-item>`),
        '</list>',
      ];
    case 'table': {
      const { header, rows, textColumnCount, caption } = block;
      const isNumber = (at: number): boolean => at >= textColumnCount && at < header.length - 1;
      const body = rows.map((row) =>
        rowOf(cellsOf(row, run, block.isTarget ? target : null), isNumber),
      );
      return tableOf([`<caption><p>${run(caption)}</p></caption>`], header.map(run), body);
    }
    case 'claims': {
      const body = block.lines.map(({ id, what, value, source }) =>
        rowOf([target([id]), run(what), run(value), run(source)], (at) => at === 2),
      );
      return tableOf([], claimHeads, body);
    }
    case 'figure': {
      const { id, data, caption } = block;
      const names = data.series.map(({ name }) => name);
      return [
        `<fig id="${id}">`,
        `<caption><p>${run(caption)}</p></caption>`,
        jatsDrawing(figurePath(id), names, data.xLabel),
        '</fig>',
      ];
    }
  }
}

const target = (ids: readonly string[]): string =>
  `${ids.map((id) => `<named-content content-type="claim" id="${claimAnchor(id)}"></named-content>`).join('')}[${formatIds(ids)}]`;

const rowOf = (cells: readonly string[], isNumber: (at: number) => boolean): string =>
  `<tr>${cells.map((cell, at) => `<td${isNumber(at) ? ' align="right"' : ''}>${cell}</td>`).join('')}</tr>`;

const tableOf = (
  caption: readonly string[],
  head: readonly string[],
  body: readonly string[],
): string[] => [
  '<table-wrap>',
  ...caption,
  '<table>',
  '<thead>',
  `<tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>`,
  '</thead>',
  '<tbody>',
  ...body,
  '</tbody>',
  '</table>',
  '</table-wrap>',
];
