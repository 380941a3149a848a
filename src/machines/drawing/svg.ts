/** Draws what was laid out as SVG: text stays text, and classes name what a thing is (`theme.ts`). */
import { escapeXml } from '../../lib/escape-xml.ts';
import { fontSizes, type Look, type TextLine, wrapRuns } from './measure.ts';
import type { Area, Placed, PlacedArrow, PlacedBox, Point } from './placed.ts';
import { type Sheet, sizes } from './sheet.ts';
import { hueCount, styleSheet } from './theme.ts';

const margin = 26;
const widthMin = 420;
const titleHeight = 34;
const cornerRadius = 7;

/** The number of the colour of the arrows into a state, by its id. */
type Hues = ReadonlyMap<string, number>;

/** Pixels of the whole drawing; `top` is the height of title and header above it. */
export function sizeOf(sheet: Sheet, placed: Placed) {
  const width = Math.max(placed.width, widthMin) + 2 * margin;
  const header = wrapHeader(sheet, width);
  const below = header.length > 0 ? 12 : 0;
  const top = Math.ceil(margin + titleHeight + header.length * sizes.lineHeight + below);
  return { width, height: top + placed.height + margin, top, header };
}

/** The drawing of a placed sheet. */
export function toSvg(sheet: Sheet, placed: Placed): string {
  const { width, height, top, header } = sizeOf(sheet, placed);
  const hues = huesOf(sheet);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title id="title">${escapeXml(sheet.title)}: states and transitions</title>`,
    `<desc id="description">${escapeXml(describe(sheet))}</desc>`,
    `<style>${styleSheet}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    drawText([[{ text: sheet.title, look: 'title' }]], { x: margin, y: margin + 17 }, hues),
    drawText(header, { x: margin, y: margin + titleHeight + 8 }, hues),
    `<g transform="translate(${Math.round((width - placed.width) / 2)} ${top})">`,
    ...placed.boxes.map((box) => drawBox(box, hues)),
    ...placed.arrows.map((arrow) => drawLine(arrow, hues)),
    ...placed.arrows.map((arrow) => drawLabel(arrow, placed.boxes, hues)),
    '</g>\n</svg>\n',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Lines of the header at the width of the drawing. */
function wrapHeader({ header }: Sheet, width: number): TextLine[] {
  return header.flatMap((runs) => wrapRuns(runs, width - 2 * margin));
}

/** The drawing in a sentence, for those who do not see it. */
function describe({ boxes, arrows }: Sheet): string {
  const names = boxes.filter(({ form }) => form !== 'start').map(({ id }) => id);
  const ways = arrows
    .filter(({ from }) => !from.endsWith('#start'))
    .map(({ from, to }) => `${from} to ${to}`);
  return `States from top to bottom: ${names.join(', ')}. Arrows: ${ways.join('; ') || 'none'}.`;
}

/** States take turns in the colours, in the order in which arrows lead to them. */
function huesOf({ arrows }: Sheet): Hues {
  const targets = [...new Set(arrows.filter(({ lines }) => lines.length > 0).map(({ to }) => to))];
  return new Map(targets.map((id, index) => [id, index % hueCount]));
}

const hueClass = (hue: number | undefined): string => (hue === undefined ? '' : ` hue${hue}`);

function drawBox({ box, area, text, depth }: PlacedBox, hues: Hues): string {
  const { x, y, width, height } = area;
  const hue = hueClass(hues.get(box.id));
  const open = `<g data-state="${escapeXml(box.id)}"${box.status === null ? '' : ` data-status="${escapeXml(box.status)}"`}>`;
  if (box.form === 'start') {
    return `<circle class="start" cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2 - 1}"/>`;
  }
  if (box.form === 'history') {
    const center = { x: x + width / 2, y: y + height / 2 };
    const circle = `<circle class="box${hue}" cx="${center.x}" cy="${center.y}" r="${width / 2 - 1}"/>`;
    const mark = escapeXml(box.lines[0]![0]!.text);
    return `${open}${circle}<text class="name" x="${center.x}" y="${center.y + 4.5}" text-anchor="middle">${mark}</text></g>`;
  }
  const inner = box.children.length > 0 ? ` nest${depth % 2}` : '';
  const region = box.form === 'region' ? ' region' : '';
  const parts = [
    rectangle(area, 0, `box${inner}${region}${hue}`),
    box.isTerminal ? rectangle(area, 3.5, `ring${hue}`) : '',
    drawText(box.lines, { x: text.x + sizes.padding + 1, y: text.y + 19 }, hues),
  ];
  return `${open}${parts.join('')}</g>`;
}

function rectangle({ x, y, width, height }: Area, inset: number, className: string): string {
  return `<rect class="${className}" x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${8 - inset * 0.7}"/>`;
}

/** One text element a line; the first line of a box is its name and stands a little apart. */
function drawText(lines: readonly TextLine[], from: Point, hues: Hues): string {
  return linesOf(lines, from)
    .map(({ x, y, runs }) => {
      const spans = runs.map(({ text, look }) => span(text, look, hues)).join('');
      return `<text class="about" x="${x}" y="${y}" xml:space="preserve">${spans}</text>`;
    })
    .join('');
}

/** The lines one below the other, from the baseline of the first. */
export function linesOf(lines: readonly TextLine[], { x, y }: Point) {
  let next = y;
  return lines.map((runs) => {
    const at = next;
    next += fontSizes[runs[0]!.look] > fontSizes.event ? sizes.nameHeight - 2 : sizes.lineHeight;
    return { x, y: at, runs };
  });
}

function span(text: string, look: Look, hues: Hues): string {
  if (look === 'about') return escapeXml(text);
  const hue = look === 'jump' ? hueClass(findHue(text, hues)) : '';
  return `<tspan class="${look}${hue}">${escapeXml(text)}</tspan>`;
}

/** The colour of a state by its short name, where only one state has that name. */
function findHue(name: string, hues: Hues): number | undefined {
  const found = [...hues].filter(([id]) => id === name || id.endsWith(`.${name}`));
  return found.length === 1 ? found[0]![1] : undefined;
}

/** The line below the label, with a paler one below it so that it passes over others. */
function drawLine(placed: PlacedArrow, hues: Hues): string {
  const { arrow } = placed;
  const hue = arrow.lines.length === 0 ? '' : hueClass(hues.get(arrow.to));
  const { line, tip } = pathsOf(placed);
  return `<path class="under" d="${line}"/><path class="line${hue}" d="${line}"/><path class="tip${hue}" d="${tip}"/>`;
}

/** The line up to its tip, and the tip. */
export function pathsOf({ points }: PlacedArrow): { readonly line: string; readonly tip: string } {
  const tip = points.at(-1)!;
  const before = points.at(-2)!;
  const end = {
    x: tip.x - 6 * Math.sign(tip.x - before.x),
    y: tip.y - 6 * Math.sign(tip.y - before.y),
  };
  return { line: roundedPath([...points.slice(0, -1), end]), tip: arrowHead(tip, before) };
}

function arrowHead(tip: Point, before: Point): string {
  const [dx, dy] = [Math.sign(tip.x - before.x), Math.sign(tip.y - before.y)];
  const back = { x: tip.x - 9 * dx, y: tip.y - 9 * dy };
  const side = { x: 4.2 * dy, y: 4.2 * dx };
  return `M${tip.x} ${tip.y}L${back.x + side.x} ${back.y + side.y}L${back.x - side.x} ${back.y - side.y}Z`;
}

/** Straight lines whose corners are rounded as far as their arms allow. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  const steps = rest.map((point, index) => {
    const after = rest[index + 1];
    if (after === undefined) return `L${point.x} ${point.y}`;
    const from = towards(point, index === 0 ? first : rest[index - 1]!);
    const to = towards(point, after);
    return `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
  });
  return `M${first.x} ${first.y}${steps.join('')}`;
}

function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(cornerRadius, length / 2) / length;
  const along = (from: number, to: number): number =>
    Math.round((from + (to - from) * share) * 10) / 10;
  return { x: along(corner.x, other.x), y: along(corner.y, other.y) };
}

/** The label on a plate of the ground it stands on, so that its line does not run through it. */
function drawLabel({ arrow, label }: PlacedArrow, boxes: readonly PlacedBox[], hues: Hues): string {
  if (label === null) return '';
  const under = boxes.findLast(({ box, area }) => box.children.length > 0 && holds(area, label));
  const ground = under === undefined ? '' : ` nest${under.depth % 2}`;
  const plate = `<rect class="plate${ground}" x="${label.x}" y="${label.y}" width="${label.width}" height="${label.height}" rx="3"/>`;
  const at = { x: label.x + label.width / 2, y: label.y + 11.5 };
  return `${plate}<g text-anchor="middle">${drawText(arrow.lines, at, hues)}</g>`;
}

function holds(outer: Area, inner: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
