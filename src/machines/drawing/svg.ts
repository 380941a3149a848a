/** Draws a statechart as SVG from the running definition. Colours follow the reader's theme. */
import { extractStatechart } from './extract.ts';
import { type Layout, labelEnd, layOut, type PlacedState, sizes } from './layout.ts';
import type { Drawable } from './table.ts';

export interface DrawingOptions {
  /** State to point out, for example the one an actor is in. */
  readonly current?: string;
  /** False leaves out the style element, for pages whose content policy forbids it. */
  readonly standalone?: boolean;
}

const font = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
const style =
  '<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>';

/** The drawing of a machine; everything it shows is read from the definition. */
export function toStatechartSvg(spec: Drawable, options: DrawingOptions = {}): string {
  const layout = layOut(extractStatechart(spec.machine));
  const caption = captionLines(layout);
  const height = layout.height + caption.length * sizes.lineHeight + (caption.length > 0 ? 8 : 0);
  const colours = coloursOf(layout);
  const byName = new Map(layout.states.map((state) => [state.name, state]));
  const parts = [
    options.standalone === false ? '' : style,
    `<title>${escapeXml(spec.kind)}: states and transitions</title>`,
    ...layout.tracks.map((track) =>
      drawTrack(track, byName.get(track.to)!, colours.get(track.to)!),
    ),
    ...layout.arrows.map((arrow) => {
      const track = layout.tracks.find((candidate) => candidate.to === arrow.to)!;
      return drawArrow(arrow, byName.get(arrow.from)!, track.x, colours.get(arrow.to)!);
    }),
    ...layout.states.map((state) =>
      drawState(state, colours.get(state.name) ?? 'currentColor', state.name === options.current),
    ),
    ...caption.map((line, index) =>
      text(sizes.margin, layout.height + index * sizes.lineHeight, line, {
        size: 11,
        opacity: 0.75,
      }),
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${layout.width}" height="${height}"`,
    ` viewBox="0 0 ${layout.width} ${height}" font-family="${font}" fill="none">`,
    `${parts.filter(Boolean).join('\n')}\n</svg>\n`,
  ].join('');
}

/** Evenly spread hues, neighbours in the list far apart; yellows and greens darker, to be read on white. */
function coloursOf(layout: Layout): Map<string, string> {
  const targets = layout.states.filter(({ name }) => layout.tracks.some(({ to }) => to === name));
  const step = targets.length % 5 === 0 ? 3 : 5;
  return new Map(
    targets.map(({ name }, index) => {
      const hue = Math.round((((index * step) % targets.length) * 360) / targets.length);
      const lightness = hue > 35 && hue < 200 ? 38 : 52;
      return [name, `hsl(${hue} 64% ${lightness}%)`];
    }),
  );
}

function drawState(state: PlacedState, colour: string, isCurrent: boolean): string {
  const { x, y, width, height } = state;
  const box = (inset: number, extra: string): string =>
    `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${8 - inset / 2}" stroke="${colour}" ${extra}/>`;
  const fill = `fill="${colour}" fill-opacity="${isCurrent ? 0.35 : 0.1}" stroke-width="${isCurrent ? 3 : 1.5}"`;
  const lines = [
    box(0, fill),
    state.isTerminal ? box(4, 'stroke-width="1"') : '',
    text(x + sizes.boxPadding, y + 18, state.name, { size: 13.5, weight: 600 }),
    ...state.notes.map((note, index) =>
      text(x + sizes.boxPadding, y + sizes.titleHeight + 10 + index * sizes.smallLineHeight, note, {
        size: 10,
        opacity: 0.7,
      }),
    ),
  ];
  if (state.isInitial) {
    const startY = state.entryY;
    lines.push(
      `<circle cx="${x - 15}" cy="${startY}" r="4.5" fill="currentColor"/>`,
      `<path d="M${x - 10} ${startY}H${x - 1}" stroke="currentColor" stroke-width="1.5"/>`,
    );
  }
  return `<g data-state="${escapeXml(state.name)}">${lines.filter(Boolean).join('')}</g>`;
}

function drawArrow(
  arrow: Layout['arrows'][number],
  from: PlacedState,
  trackX: number,
  colour: string,
): string {
  const start = from.x + from.width;
  const line = `stroke="${colour}" stroke-width="1.5"`;
  return [
    `<path d="M${start} ${arrow.y}H${start + 12}M${round(labelEnd(from, arrow))} ${arrow.y}H${round(trackX)}" ${line}/>`,
    `<circle cx="${round(trackX)}" cy="${arrow.y}" r="2.6" fill="${colour}"/>`,
    `<text x="${start + 16}" y="${arrow.y + 4}" font-size="11" fill="currentColor">${escapeXml(arrow.label)}`,
    `<tspan fill="${colour}"> → ${escapeXml(arrow.to)}</tspan></text>`,
  ].join('');
}

/** The vertical line of a target and its way into the target, with the arrow's head. */
function drawTrack(track: Layout['tracks'][number], target: PlacedState, colour: string): string {
  const edge = target.x + target.width;
  const { entryY } = target;
  return [
    `<path d="M${round(track.x)} ${track.top}V${track.bottom}M${round(track.x)} ${entryY}H${edge + 8}" stroke="${colour}" stroke-width="1.5"/>`,
    `<path d="M${edge + 1} ${entryY}l9 -4.5v9z" fill="${colour}"/>`,
  ].join('');
}

function captionLines(layout: Layout): string[] {
  const stays = layout.everywhere;
  if (stays.length === 0) return [];
  const chars = Math.max(40, Math.floor((layout.width - 2 * sizes.margin) / sizes.charWidth));
  const lines: string[] = [];
  let line = 'In every state also:';
  for (const [index, name] of stays.entries()) {
    const piece = ` ${name}${index === stays.length - 1 ? '' : ','}`;
    if (line.length + piece.length > chars) {
      lines.push(line);
      line = ' ';
    }
    line += piece;
  }
  return [...lines, line];
}

function text(
  x: number,
  y: number,
  content: string,
  look: { size: number; weight?: number; opacity?: number },
): string {
  const weight = look.weight === undefined ? '' : ` font-weight="${look.weight}"`;
  const opacity = look.opacity === undefined ? '' : ` opacity="${look.opacity}"`;
  return `<text x="${x}" y="${y}" font-size="${look.size}"${weight}${opacity} fill="currentColor" xml:space="preserve">${escapeXml(content)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escapeXml = (content: string): string =>
  content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
