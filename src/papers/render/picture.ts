/** Draws a plot with LaTeX's own `picture` environment, which needs no package. */
import { escapeLatex } from './latex-text.ts';
import {
  type PlotData,
  type PlotPoint,
  placePlot,
  plotHeight,
  plotWidth,
  thresholdName,
} from './plot.ts';

/** Marks of the series, in order: filled circle, ring, square, cross. */
const marks = [
  '\\circle*{1.6}',
  '\\circle{1.8}',
  '\\makebox(0,0){\\rule{1.4mm}{1.4mm}}',
  '\\makebox(0,0){$\\times$}',
  '\\makebox(0,0){$\\diamond$}',
  '\\makebox(0,0){$+$}',
];
const lineHeight = 4;
/** Told, since TeX cannot work out how many a line without length needs. */
const barDots = '[200]';

/** The environment as lines; equal data give equal text. */
export function renderPicture(data: PlotData): string {
  const plot = placePlot(data);
  const nameLines = Math.max(0, ...plot.columns.map(({ lines }) => lines.length - 1));
  const below = (data.xLabel === '' ? 6 : 12) + lineHeight * nameLines + 5 * plot.legend.length;
  const put = (x: number, y: number, what: string): string => `\\put(${x},${y}){${what}}`;
  const label = (x: number, y: number, at: string, text: string): string =>
    put(x, y, `\\makebox(0,0)${at}{${escapeLatex(text)}}`);
  const lines = [
    '\\setlength{\\unitlength}{1mm}',
    `\\begin{picture}(${plotWidth + 30},${plotHeight + 8 + below})(-24,${-below})`,
    '\\small\\thinlines',
    `\\put(0,0){\\line(1,0){${plotWidth}}}`,
    `\\put(0,0){\\line(0,1){${plotHeight}}}`,
    label(-4, plotHeight + 4, '[l]', data.yLabel),
  ];
  for (const { at, text } of plot.yTicks)
    lines.push(put(-1.5, at, '\\line(1,0){1.5}'), label(-2.5, at, '[r]', text));
  for (const { at, text } of plot.xTicks)
    lines.push(put(at, -1.5, '\\line(0,1){1.5}'), label(at, -2.5, '[t]', text));
  for (const { at, lines: names } of plot.columns)
    names.forEach((text, row) => {
      lines.push(label(at, -3.5 - row * lineHeight, '', text));
    });
  if (data.xLabel !== '')
    lines.push(label(plotWidth / 2, -8 - nameLines * lineHeight, '', data.xLabel));
  if (plot.threshold !== null)
    lines.push(
      `\\multiput(0,${plot.threshold})(4,0){${plotWidth / 4}}{\\line(1,0){2}}`,
      label(plotWidth, round(plot.threshold + 2), '[r]', thresholdName),
    );
  plot.series.forEach(({ points, bar }, index) => {
    const mark = marks[index % marks.length] ?? '';
    lines.push('\\thicklines');
    if (data.kind === 'line')
      points.forEach((point, at) => {
        const next = points[at + 1];
        if (next !== undefined) lines.push(segment(point, next));
      });
    if (bar !== null)
      lines.push(
        segment({ x: bar.x, y: bar.low }, { x: bar.x, y: bar.high }, barDots),
        segment(
          { x: round(bar.x - 2), y: bar.median },
          { x: round(bar.x + 2), y: bar.median },
          barDots,
        ),
      );
    lines.push('\\thinlines');
    for (const { x, y } of points) lines.push(put(x, y, mark));
  });
  plot.legend.forEach((name, index) => {
    const y = -13 - lineHeight * nameLines - 5 * index;
    lines.push(put(2, y, marks[index % marks.length] ?? ''), label(6, y, '[l]', name));
  });
  lines.push('\\end{picture}');
  return lines.join('\n');
}

/** A straight line of any slope: a quadratic curve whose control point is its middle. */
function segment(from: PlotPoint, to: PlotPoint, dots = ''): string {
  const middle = { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2) };
  return `\\qbezier${dots}(${from.x},${from.y})(${middle.x},${middle.y})(${to.x},${to.y})`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
