/** Draws a plot as an SVG file for the Markdown draft. */
import { element, levelPath, linePath, textElement, uprightPath } from '../../lib/chart/svg.ts';
import { figureAlt } from './figure-alt.ts';
import { type PlotData, placePlot, plotHeight, plotWidth, thresholdName } from './plot.ts';

/** Pixels per plot unit. */
const scale = 5;
const lineHeight = 16;
const margin = { left: 80, right: 20, top: 34, bottom: 30 };
/** Further below it where the axis has a name. */
const nameHeight = 18;
const colors = ['#1b6ca8', '#c8553d', '#3a7d44', '#7a4fa3', '#8a6d1f', '#4a4a4a'];
const dashes = [undefined, '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];
const ink = '#333333';
const grid = '#e3e3e3';

/** A complete SVG document; equal data give equal bytes. */
export function renderSvg(data: PlotData): string {
  const plot = placePlot(data);
  const nameLines = Math.max(0, ...plot.columns.map(({ lines }) => lines.length - 1));
  const [left, right] = [margin.left, margin.left + plotWidth * scale];
  const bottom = margin.top + plotHeight * scale;
  const hasName = data.xLabel !== '';
  const below = bottom + margin.bottom + lineHeight * nameLines + (hasName ? nameHeight : 0);
  const width = right + margin.right;
  const height = below + lineHeight * plot.legend.length + (plot.legend.length > 0 ? 4 : 0);
  const px = (x: number): number => left + x * scale;
  const py = (y: number): number => margin.top + (plotHeight - y) * scale;
  const label = (x: number, y: number, anchor: string, text: string): string =>
    textElement('text', { x, y, 'text-anchor': anchor }, text);
  const parts = [element('rect', { width, height, fill: '#ffffff' })];
  for (const { at, text } of plot.yTicks)
    parts.push(
      element('path', { d: levelPath([left, py(at)], right), stroke: grid }),
      label(left - 8, py(at) + 4, 'end', text),
    );
  const axes = uprightPath([left, margin.top], bottom) + levelPath([left, bottom], right);
  parts.push(
    element('path', { d: axes, fill: 'none', stroke: ink }),
    label(left - 8, margin.top - 16, 'start', data.yLabel),
  );
  for (const { at, text } of plot.xTicks)
    parts.push(
      element('path', { d: uprightPath([px(at), bottom], bottom + 5), stroke: ink }),
      label(px(at), bottom + 18, 'middle', text),
    );
  for (const { at, lines } of plot.columns)
    lines.forEach((text, row) => {
      parts.push(label(px(at), bottom + 18 + row * lineHeight, 'middle', text));
    });
  if (hasName)
    parts.push(
      label(px(plotWidth / 2), bottom + 36 + nameLines * lineHeight, 'middle', data.xLabel),
    );
  if (plot.threshold !== null) {
    const y = py(plot.threshold);
    const d = levelPath([left, y], right);
    parts.push(
      element('path', { d, stroke: ink, 'stroke-dasharray': '4 3' }),
      label(right, y - 4, 'end', thresholdName),
    );
  }
  plot.series.forEach(({ points, bar }, index) => {
    const stroke = colors[index % colors.length];
    const dash = dashes[index % dashes.length];
    if (data.kind === 'line') {
      const d = linePath(points.map(({ x, y }) => [px(x), py(y)]));
      parts.push(
        element('path', { d, fill: 'none', stroke, 'stroke-width': 2, 'stroke-dasharray': dash }),
      );
    }
    const opacity = data.kind === 'line' ? undefined : '0.55';
    for (const { x, y } of points)
      parts.push(
        element('circle', { cx: px(x), cy: py(y), r: 3, fill: stroke, 'fill-opacity': opacity }),
      );
    if (bar !== null)
      parts.push(
        element('path', {
          d: uprightPath([px(bar.x), py(bar.low)], py(bar.high)),
          stroke,
          'stroke-width': 3,
        }),
        element('path', {
          d: levelPath([px(bar.x - 2), py(bar.median)], px(bar.x + 2)),
          stroke,
          'stroke-width': 3,
        }),
      );
  });
  plot.legend.forEach((name, index) => {
    const y = below + lineHeight * index + 4;
    const stroke = colors[index % colors.length];
    const dash = dashes[index % dashes.length];
    parts.push(
      element('path', {
        d: levelPath([left, y - 4], left + 24),
        stroke,
        'stroke-width': 2,
        'stroke-dasharray': dash,
      }),
      label(left + 32, y, 'start', name),
    );
  });
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': 'sans-serif',
    'font-size': 12,
    role: 'img',
    'aria-label': figureAlt(
      data.series.map(({ name }) => name),
      data.xLabel,
    ),
  };
  return `${element('svg', attributes, [`\n${parts.join('\n')}\n`])}\n`;
}
