/** Draws a plot as an SVG file for the Markdown draft. */
import { escapeXml } from '../../lib/escape-xml.ts';
import { type PlotData, placePlot, plotHeight, plotWidth } from './plot.ts';

/** Pixels per plot unit. */
const scale = 5;
const margin = { left: 80, right: 20, top: 16, bottom: 44 };
const colors = ['#1b6ca8', '#c8553d', '#3a7d44', '#7a4fa3', '#8a6d1f', '#4a4a4a'];
const dashes = ['', '6 3', '2 3', '8 3 2 3', '1 2', '10 4'];

/** A complete SVG document; equal data give equal bytes. */
export function renderSvg(data: PlotData): string {
  const plot = placePlot(data);
  const width = margin.left + plotWidth * scale + margin.right;
  const legendHeight = 18 * plot.lines.length;
  const height = margin.top + plotHeight * scale + margin.bottom + legendHeight;
  const px = (x: number): string => (margin.left + x * scale).toFixed(1);
  const py = (y: number): string => (margin.top + (plotHeight - y) * scale).toFixed(1);
  const bottom = margin.top + plotHeight * scale;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<path d="M${px(0)} ${py(plotHeight)}V${py(0)}H${px(plotWidth)}" fill="none" stroke="#333333"/>`,
  ];
  for (const tick of plot.yTicks) {
    parts.push(
      `<text x="${margin.left - 8}" y="${py(tick.at)}" dy="4" text-anchor="end">${escapeXml(tick.text)}</text>`,
    );
    parts.push(`<path d="M${px(0)} ${py(tick.at)}h-5" stroke="#333333"/>`);
  }
  for (const tick of plot.xTicks) {
    parts.push(
      `<text x="${px(tick.at)}" y="${bottom + 18}" text-anchor="middle">${escapeXml(tick.text)}</text>`,
    );
    parts.push(`<path d="M${px(tick.at)} ${py(0)}v5" stroke="#333333"/>`);
  }
  parts.push(
    `<text x="${px(plotWidth / 2)}" y="${bottom + 36}" text-anchor="middle">${escapeXml(data.xLabel)}</text>`,
  );
  plot.lines.forEach((line, index) => {
    const color = colors[index % colors.length];
    const dash = dashes[index % dashes.length];
    const points = line.points.map((point) => `${px(point.x)},${py(point.y)}`).join(' ');
    parts.push(
      `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
    );
    for (const point of line.points) {
      parts.push(`<circle cx="${px(point.x)}" cy="${py(point.y)}" r="3" fill="${color}"/>`);
    }
    const y = bottom + margin.bottom + 18 * index + 6;
    parts.push(
      `<path d="M${margin.left} ${y - 4}h24" stroke="${color}" stroke-width="2"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`,
    );
    parts.push(`<text x="${margin.left + 32}" y="${y}">${escapeXml(line.name)}</text>`);
  });
  return `${parts.join('\n')}\n</svg>\n`;
}
