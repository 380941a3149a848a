/** Draws a plot with LaTeX's own `picture` environment, which needs no package. */
import { escapeLatex } from './latex-text.ts';
import { type PlotData, type PlotPoint, placePlot, plotHeight, plotWidth } from './plot.ts';

/** Marks of the series, in order: filled circle, ring, square, cross. */
const marks = [
  '\\circle*{1.6}',
  '\\circle{1.8}',
  '\\makebox(0,0){\\rule{1.4mm}{1.4mm}}',
  '\\makebox(0,0){$\\times$}',
  '\\makebox(0,0){$\\diamond$}',
  '\\makebox(0,0){$+$}',
];

/** The environment as lines; equal data give equal text. */
export function renderPicture(data: PlotData): string {
  const plot = placePlot(data);
  const legendHeight = 5 * plot.lines.length;
  const lines = [
    '\\setlength{\\unitlength}{1mm}',
    `\\begin{picture}(${plotWidth + 30},${plotHeight + 14 + legendHeight})(-24,${-12 - legendHeight})`,
    '\\small\\thinlines',
    `\\put(0,0){\\line(1,0){${plotWidth}}}`,
    `\\put(0,0){\\line(0,1){${plotHeight}}}`,
  ];
  for (const tick of plot.yTicks) {
    lines.push(`\\put(-1.5,${tick.at}){\\line(1,0){1.5}}`);
    lines.push(`\\put(-2.5,${tick.at}){\\makebox(0,0)[r]{${escapeLatex(tick.text)}}}`);
  }
  for (const tick of plot.xTicks) {
    lines.push(`\\put(${tick.at},-1.5){\\line(0,1){1.5}}`);
    lines.push(`\\put(${tick.at},-2.5){\\makebox(0,0)[t]{${escapeLatex(tick.text)}}}`);
  }
  lines.push(`\\put(${plotWidth / 2},-8){\\makebox(0,0){${escapeLatex(data.xLabel)}}}`);
  plot.lines.forEach((line, index) => {
    const mark = marks[index % marks.length] ?? '';
    lines.push('\\thicklines');
    line.points.forEach((point, at) => {
      const next = line.points[at + 1];
      if (next !== undefined) lines.push(segment(point, next));
    });
    lines.push('\\thinlines');
    for (const point of line.points) lines.push(`\\put(${point.x},${point.y}){${mark}}`);
    const y = -13 - 5 * index;
    lines.push(
      `\\put(2,${y}){${mark}}`,
      `\\put(6,${y}){\\makebox(0,0)[l]{${escapeLatex(line.name)}}}`,
    );
  });
  lines.push('\\end{picture}');
  return lines.join('\n');
}

/** A straight line of any slope: a quadratic curve whose control point is its middle. */
function segment(from: PlotPoint, to: PlotPoint): string {
  const middle = { x: round((from.x + to.x) / 2), y: round((from.y + to.y) / 2) };
  return `\\qbezier(${from.x},${from.y})(${middle.x},${middle.y})(${to.x},${to.y})`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
