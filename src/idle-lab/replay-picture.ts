/**
 * Draws a replay as one SVG: the readings over time, the true phases as bands, the gate's state as
 * a ribbon for each profile, and its verdicts as marks. It holds no script and follows the
 * reader's colour scheme.
 */
import { heldWithin, linearScale } from '../lib/chart/scale.ts';
import { element, linePath, textElement } from '../lib/chart/svg.ts';
import { roundSpan } from '../lib/chart/ticks.ts';
import type { NamedReplay } from './compare.ts';
import { drawKey, wordOf } from './picture-key.ts';
import { type Panel, toPanels } from './picture-panels.ts';
import { drawRibbons, ribbonRows } from './picture-ribbons.ts';
import { deviceClasses, type PlaceTime, plotWidth, sizes, styleSheet } from './picture-style.ts';
import type { Phase, Trace } from './trace.ts';

/** A whole SVG document; equal input gives equal bytes. `title` says what was recorded. */
export function drawReplay(trace: Trace, replays: readonly NamedReplay[], title: string): string {
  const firstMs = trace.entries[0]!.wallMs;
  const lastMs = Math.max(firstMs + 1, trace.entries.at(-1)!.wallMs);
  const placeTime: PlaceTime = linearScale({ low: firstMs, high: lastMs }, [
    sizes.left,
    sizes.left + plotWidth,
  ]);
  const profiles = replays.flatMap(({ result }) => Object.values(result.profiles));
  const panels = toPanels(trace, profiles);
  const hasTruth = trace.phases.length > 0;
  const panelsTop = sizes.top + (hasTruth ? sizes.bandHeight + 10 : 0);
  const ribbonsTop = panelsTop + panels.length * (sizes.panelHeight + sizes.panelGap);
  const rows = ribbonRows(replays);
  const axisTop = ribbonsTop + rows.length * (sizes.ribbonHeight + sizes.ribbonGap);
  const keyTop = axisTop + 44;
  const key = drawKey({ phases: trace.phases, replays }, keyTop);
  const height = keyTop + key.lines * sizes.keyLine + sizes.margin;
  const parts = [
    textElement('title', {}, `Idle gate replay: ${title}`),
    textElement('desc', {}, describe(trace, replays)),
    textElement('style', {}, styleSheet),
    hatching,
    element('rect', { class: 'paper', width: sizes.width, height }),
    textElement('text', { class: 'title', x: sizes.margin, y: 32 }, `Idle gate on ${title}`),
    ...drawTruth(trace.phases, placeTime, { top: sizes.top, bottom: axisTop }),
    ...panels.flatMap((panel, index) =>
      drawPanel(panel, trace, placeTime, panelsTop + index * (sizes.panelHeight + sizes.panelGap)),
    ),
    ...drawRibbons(rows, trace.phases, placeTime, { top: ribbonsTop, panelsTop }),
    ...drawTimeAxis(firstMs, lastMs, placeTime, axisTop),
    ...key.parts,
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    width: sizes.width,
    height,
    viewBox: `0 0 ${sizes.width} ${Math.ceil(height)}`,
  };
  return `${element('svg', attributes, parts)}\n`;
}

const hatching = element('defs', {}, [
  element(
    'pattern',
    {
      id: 'hatch',
      width: 6,
      height: 6,
      patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)',
    },
    [element('path', { class: 'hatch', d: 'M0 0V6' })],
  ),
]);

/** All verdicts in words, for those who do not see the picture. */
function describe(trace: Trace, replays: readonly NamedReplay[]): string {
  const seconds = Math.round((trace.entries.at(-1)!.wallMs - trace.entries[0]!.wallMs) / 1000);
  const verdicts = replays.map(({ name, result }) => {
    const told = result.verdicts.map(({ run, state, at }) => `${run} ${state} at ${at}`);
    return `Profile ${name}: ${told.join(', ')}.`;
  });
  return [`${seconds} s of telemetry over time.`, ...verdicts].join(' ');
}

function drawTruth(
  phases: readonly Phase[],
  placeTime: PlaceTime,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): string[] {
  if (phases.length === 0) return [];
  const label = { class: 'end', x: sizes.left - 12, y: top + 13 };
  return [
    textElement('text', label, 'true phases'),
    ...phases.flatMap((phase, index) => {
      const x = placeTime(phase.start * 1000);
      const width = placeTime(phase.end * 1000) - x;
      const box = { x, y: top, width, height: sizes.bandHeight };
      const words = `${index + 1}: ${phase.run}, ${phase.phase} (${wordOf(phase)})`;
      return [
        phase.active
          ? element('rect', { class: 'band', x, y: top, width, height: bottom - top })
          : '',
        element('rect', { class: `truth ${phase.active ? 'on' : 'off'}`, ...box }, [
          textElement('title', {}, words),
        ]),
        textElement(
          'text',
          { class: 'mid small', x: x + width / 2, y: top + 13 },
          String(index + 1),
        ),
      ];
    }),
  ];
}

function drawPanel(panel: Panel, trace: Trace, placeTime: PlaceTime, top: number): string[] {
  const values = { low: 0, high: panel.top };
  const placeValue = heldWithin(linearScale(values, [top + sizes.panelHeight, top]), values);
  const right = sizes.left + plotWidth;
  const gridLines = [0, panel.top / 2, panel.top].flatMap((value) => [
    element('path', { class: 'grid', d: `M${sizes.left} ${placeValue(value)}H${right}` }),
    textElement(
      'text',
      { class: 'end small soft', x: sizes.left - 12, y: placeValue(value) + 4 },
      value === panel.top ? `${value} ${panel.unit}` : String(value),
    ),
  ]);
  const lines = panel.series.map(({ values, name }, index) => {
    const points = values.map((value, at) =>
      value === null ? null : ([placeTime(trace.entries[at]!.wallMs), placeValue(value)] as const),
    );
    const again = index >= deviceClasses ? ' again' : '';
    const attributes = { class: `line d${index % deviceClasses}${again}`, d: linePath(points) };
    return element('path', attributes, name === '' ? [] : [textElement('title', {}, name)]);
  });
  return [
    textElement(
      'text',
      { class: 'end', x: sizes.left - 12, y: top + sizes.panelHeight / 2 - 14 },
      panel.title,
    ),
    ...gridLines,
    ...drawLimits(panel, placeValue, right),
    ...lines,
    ...panel.series.map(({ name }, index) =>
      textElement('text', { class: 'small', x: right + 8, y: top + 12 + index * 13 }, name),
    ),
  ];
}

/** Names of limits that lie close to each other are moved apart. */
function drawLimits(panel: Panel, placeValue: (value: number) => number, right: number): string[] {
  let nameBottom = Infinity;
  return [...panel.limits]
    .sort((left, other) => left.value - other.value)
    .flatMap(({ name, value }) => {
      const y = placeValue(value);
      nameBottom = Math.min(y + 4, nameBottom - 13);
      return [
        element('path', { class: 'limit', d: `M${sizes.left} ${y.toFixed(1)}H${right}` }),
        textElement('text', { class: 'limit-name', x: right + 8, y: nameBottom }, name),
      ];
    });
}

/** Steps of time below the picture. */
const timesMax = 12;

function drawTimeAxis(
  firstMs: number,
  lastMs: number,
  placeTime: PlaceTime,
  top: number,
): string[] {
  const spanSec = (lastMs - firstMs) / 1000;
  const stepSec = roundSpan((lastMs - firstMs) / timesMax) / 1000;
  const ticks = Array.from({ length: Math.floor(spanSec / stepSec) + 1 }, (_, at) => at * stepSec);
  return [
    element('path', { class: 'axis', d: `M${sizes.left} ${top}h${plotWidth}` }),
    ...ticks.flatMap((sec) => {
      const x = placeTime(firstMs + sec * 1000);
      return [
        element('path', { class: 'axis', d: `M${x.toFixed(1)} ${top}v5` }),
        textElement('text', { class: 'mid small', x, y: top + 19 }, `${sec} s`),
      ];
    }),
    textElement(
      'text',
      { class: 'end small soft', x: sizes.left - 12, y: top + 19 },
      `from ${new Date(firstMs).toISOString().slice(11, 19)} UTC`,
    ),
  ];
}
