/**
 * Holds `paper.html`, `paper.xml` and `paper.myst.md` against `paper.md`: each is read on its own and must
 * print the same lines, hold the same drawings, and no mark that its renderer does not write.
 */

import type { FigureRecord } from '../claims/schema.ts';
import { htmlDrawing, htmlEnd, htmlHead, htmlTag } from '../render/html.ts';
import { jatsContributor, jatsDate, jatsDrawing, jatsHead, jatsTag } from '../render/jats.ts';
import { foreignInUnlinked, readUnlinked, unlinkMarkdown } from '../render/markdown.ts';
import { evidenceJoint } from '../render/marks.ts';
import { mystDrawing, mystHead, mystStructure, mystTable } from '../render/myst.ts';
import type { PaperProperties } from '../render/properties.ts';
import { findAll } from '../text/scan.ts';
import { collapseSpaces } from '../text/text.ts';
import { decodeXml, type ReadBack, readMarkup } from './markup.ts';
import type { Problem } from './problems.ts';
import { compareDrafts } from './readings.ts';

/** The other renderings, in the order in which they are looked at. */
export const renderingFiles = ['paper.html', 'paper.xml', 'paper.myst.md'] as const;
type RenderingFile = (typeof renderingFiles)[number];

/** What renderings are held against. */
export interface RenderingContext {
  readonly markdown: ReadBack;
  readonly about: PaperProperties;
  readonly figures: readonly FigureRecord[];
  /** The SVG of each figure, drawn again from the values of its claims. */
  readonly drawings: readonly string[];
}

/** What is wrong with one of them. */
export function checkRendering(
  file: RenderingFile,
  source: string,
  context: RenderingContext,
): Problem[] {
  const draft = readers[file](source, context);
  if (draft.problems.length === 0) return compareDrafts(context.markdown, draft, file);
  return draft.problems
    .slice(0, problemsMax)
    .map(({ line, message }) => ({ rule: 'unreadable_line', file, line, message }));
}

/** Told of one rendering. */
const problemsMax = 20;

const readers: Record<RenderingFile, (source: string, context: RenderingContext) => ReadBack> = {
  'paper.html': readHtml,
  'paper.xml': (source, { about, figures }) =>
    readMarkup(source, {
      parts: [
        jatsHead,
        jatsContributor(about),
        jatsDate(about),
        ...figures.map(({ file, ...figure }) => jatsDrawing(file, ...labelsOf(figure))),
      ],
      tag: jatsTag,
    }),
  'paper.myst.md': readMyst,
};

const labelsOf = ({
  series,
  x_label: xLabel,
}: Pick<FigureRecord, 'series' | 'x_label'>): [string[], string] => [
  series.map(({ name }) => name),
  xLabel,
];

const evidenceMark = /<a class="(?:claim|value)" href="#(c\d+)" data-evidence="([^"<>]*)">/g;
const target = /<span id="(c\d+)">/g;
const targetList = /^\[C\d[C\d–, ]*\] | \[C\d[C\d–, ]*\]$/;

/** What is shown at a number must be what the line of its claim says. */
function readHtml(source: string, { about, figures, drawings }: RenderingContext): ReadBack {
  const shown: { line: number; id: string; said: string }[] = [];
  const known = new Map<string, string>();
  const draft = readMarkup(source, {
    parts: [
      htmlHead(about),
      ...figures.map((figure, at) => htmlDrawing(drawings[at] ?? '', ...labelsOf(figure))),
      htmlEnd,
    ],
    tag: htmlTag,
    onLine: ({ line, raw, text }) => {
      for (const [, id = '', said = ''] of findAll(raw, evidenceMark))
        shown.push({ line, id, said });
      for (const [, id = ''] of findAll(raw, target)) known.set(id, text.replace(targetList, ''));
    },
  });
  const wrong = shown
    .filter(({ id, said }) => unjoined(known.get(id)) !== unjoined(decodeXml(said)))
    .map(({ line, id }) => ({
      line,
      message: `what is shown for ${id} is not what its line says`,
    }));
  return { ...draft, problems: [...draft.problems, ...wrong.slice(0, 1)] };
}

const unjoined = (said: string | undefined): string | undefined =>
  said === undefined ? undefined : collapseSpaces(said.replaceAll(evidenceJoint, ' '));

function readMyst(source: string, { about, figures }: RenderingContext): ReadBack {
  const problems: { line: number; message: string }[] = [];
  const parts = [
    mystHead(about),
    ...figures.map(({ file, ...figure }) => mystDrawing(file, ...labelsOf(figure))),
  ];
  let body = source;
  for (const part of parts) {
    if (!body.includes(part))
      problems.push({ line: 1, message: `does not hold what begins ${part.split('\n', 1)[0]}` });
    body = body.replace(part, () => '\n'.repeat(part.split('\n').length - 1));
  }
  const lines = body.split('\n').flatMap((raw, index) => {
    if (mystStructure.test(raw)) return [];
    const written = raw.startsWith(mystTable) ? raw.slice(mystTable.length) : raw;
    const { rest } = unlinkMarkdown(written);
    const text = collapseSpaces(readUnlinked(rest, ' ') ?? '');
    if (text === '') return [];
    const foreign = foreignInUnlinked(rest);
    if (foreign !== undefined)
      problems.push({ line: index + 1, message: `${foreign}, which the renderer does not write` });
    return [{ line: index + 1, text, isRow: false, cells: [], section: '' }];
  });
  return { lines, problems };
}
