/** Draws a plot as an SVG file for the Markdown draft. */
import { escapeXml } from '../../lib/escape-xml.ts';
import { type PlotData, placePlot, plotHeight, plotWidth, thresholdName } from './plot.ts';

/** Pixels per plot unit. */
const scale = 5;
const lineHeight = 16;
const margin = { left: 80, right: 20, top: 34, bottom: 48 };
const colors = ['#1b6ca8', '#c8553d', '#3a7d44', '#7a4fa3', '#8a6d1f', '#4a4a4a'];
const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];
const ink = '#333333';

/** A complete SVG document; equal data give equal bytes. */
export function renderSvg(data: PlotData): string {
  const plot = placePlot(data);
  const nameLines = Math.max(0, ...plot.columns.map(({ lines }) => lines.length - 1));
  const width = margin.left + plotWidth * scale + margin.right;
  const bottom = margin.top + plotHeight * scale;
  const below = bottom + margin.bottom + lineHeight * nameLines;
  const height = below + lineHeight * plot.legend.length + (plot.legend.length > 0 ? 4 : 0);
  const px = (x: number): string => (margin.left + x * scale).toFixed(1);
  const py = (y: number): string => (margin.top + (plotHeight - y) * scale).toFixed(1);
  const label = (x: string, y: string | number, anchor: string, text: string): string =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
  ];
  for (const { at, text } of plot.yTicks) {
    parts.push(`<path d="M${px(0)} ${py(at)}H${px(plotWidth)}" stroke="#e3e3e3"/>`);
    parts.push(label(px(-1.6), (Number(py(at)) + 4).toFixed(1), 'end', text));
  }
  parts.push(
    `<path d="M${px(0)} ${py(plotHeight)}V${py(0)}H${px(plotWidth)}" fill="none" stroke="${ink}"/>`,
    label(px(-1.6), margin.top - 16, 'start', data.yLabel),
  );
  for (const { at, text } of plot.xTicks) {
    parts.push(`<path d="M${px(at)} ${py(0)}v5" stroke="${ink}"/>`);
    parts.push(label(px(at), bottom + 18, 'middle', text));
  }
  for (const { at, lines } of plot.columns)
    lines.forEach((text, row) => {
      parts.push(label(px(at), bottom + 18 + row * lineHeight, 'middle', text));
    });
  if (data.kind === 'line' || data.xLabel !== '')
    parts.push(
      label(px(plotWidth / 2), bottom + 36 + nameLines * lineHeight, 'middle', data.xLabel),
    );
  if (plot.threshold !== null) {
    const y = py(plot.threshold);
    parts.push(
      `<path d="M${px(0)} ${y}H${px(plotWidth)}" stroke="${ink}" stroke-dasharray="4 3"/>`,
    );
    parts.push(label(px(plotWidth), Number(y) - 4, 'end', thresholdName));
  }
  plot.series.forEach(({ points, bar }, index) => {
    const color = colors[index % colors.length];
    const dash = dashes[index % dashes.length];
    if (data.kind === 'line')
      parts.push(
        `<polyline points="${points.map(({ x, y }) => `${px(x)},${py(y)}`).join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      );
    const fill = data.kind === 'line' ? `fill="${color}"` : `fill="${color}" fill-opacity="0.55"`;
    for (const { x, y } of points)
      parts.push(`<circle cx="${px(x)}" cy="${py(y)}" r="3" ${fill}/>`);
    if (bar !== null) {
      parts.push(
        `<path d="M${px(bar.x)} ${py(bar.low)}V${py(bar.high)}" stroke="${color}" stroke-width="3"/>`,
        `<path d="M${px(bar.x - 2)} ${py(bar.median)}H${px(bar.x + 2)}" stroke="${color}" stroke-width="3"/>`,
      );
    }
  });
  plot.legend.forEach((name, index) => {
    const y = below + lineHeight * index + 4;
    const dash = dashes[index % dashes.length];
    parts.push(
      `<path d="M${margin.left} ${y - 4}h24" stroke="${colors[index % colors.length]}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
      label(String(margin.left + 32), y, 'start', name),
    );
  });
  return `${parts.join('\n')}\n</svg>\n`;
}
