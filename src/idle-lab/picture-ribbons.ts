/** The gate's state over time in the replay picture: a ribbon for each profile, with its verdicts. */
import { element, textElement } from '../lib/chart/svg.ts';
import type { NamedReplay } from './compare.ts';
import { type PlaceTime, sizes, stateLooks } from './picture-style.ts';
import type { ReplayVerdict, StateSpan } from './replay.ts';
import type { Phase } from './trace.ts';

interface RibbonRow {
  readonly name: string;
  readonly spans: readonly StateSpan[];
  readonly verdicts: readonly ReplayVerdict[];
}

/** One row for each profile, or for each run under it where runs lie beside each other in time. */
export function ribbonRows(replays: readonly NamedReplay[]): readonly RibbonRow[] {
  return replays.flatMap(({ name, result }) => {
    const { spans, verdicts } = result;
    const runs = [...new Set(spans.map(({ run }) => run))];
    if (!overlap(spans)) return [{ name, spans, verdicts }];
    return runs.map((run) => ({
      name: `${run}, ${name}`,
      spans: spans.filter((each) => each.run === run),
      verdicts: verdicts.filter((each) => each.run === run),
    }));
  });
}

function overlap(spans: readonly StateSpan[]): boolean {
  return spans.some((span, index) =>
    spans
      .slice(index + 1)
      .some(
        (other) =>
          other.run !== span.run && other.startMs < span.endMs && span.startMs < other.endMs,
      ),
  );
}

/**
 * SVG elements: the ribbons from `top` downwards, and a mark for each verdict `idle` or
 * `timed_out`, with a line up to `panelsTop`. In px. Pure.
 */
export function drawRibbons(
  rows: readonly RibbonRow[],
  phases: readonly Phase[],
  placeTime: PlaceTime,
  { top, panelsTop }: { readonly top: number; readonly panelsTop: number },
): string[] {
  return rows.flatMap((row, index) => {
    const y = top + index * (sizes.ribbonHeight + sizes.ribbonGap);
    return [
      textElement('text', { class: 'end', x: sizes.left - 12, y: y + 15 }, row.name),
      ...row.spans.map((span) => drawSpan(span, placeTime, y)),
      ...row.verdicts
        .filter(({ state }) => state === 'idle' || state === 'timed_out')
        .map((verdict) => drawVerdict(verdict, phases, placeTime, { y, panelsTop })),
    ];
  });
}

function drawSpan({ state, startMs, endMs }: StateSpan, placeTime: PlaceTime, y: number): string {
  const x = placeTime(startMs);
  const height = sizes.ribbonHeight * stateLooks[state].share;
  const box = { x, y: y + sizes.ribbonHeight - height, width: placeTime(endMs) - x, height };
  const words = `${state} for ${Math.round((endMs - startMs) / 1000)} s`;
  return element('rect', { class: state, ...box }, [textElement('title', {}, words)]);
}

/** A verdict is wrong when its run was active; without known phases nothing is called wrong. */
function drawVerdict(
  { run, state, at }: ReplayVerdict,
  phases: readonly Phase[],
  placeTime: PlaceTime,
  { y, panelsTop }: { readonly y: number; readonly panelsTop: number },
): string {
  const atMs = Date.parse(at);
  const phase = phases.find(
    (each) => each.run === run && each.start * 1000 <= atMs && atMs < each.end * 1000,
  );
  const wrong = phase?.active === true ? ' wrong' : '';
  const x = placeTime(atMs);
  return element('g', {}, [
    textElement('title', {}, `${run}: ${state} at ${at}${wrong === '' ? '' : ', while active'}`),
    element('path', { class: `mark-line${wrong}`, d: `M${x.toFixed(1)} ${panelsTop}V${y}` }),
    drawMark(x, y + sizes.ribbonHeight / 2, wrong !== ''),
  ]);
}

/** A diamond, or a cross for a verdict that is known to be wrong. */
export function drawMark(x: number, middle: number, isWrong: boolean): string {
  const diamond = `M${(x - 8).toFixed(1)} ${middle}l8 -8 8 8 -8 8z`;
  const cross = `M${(x - 6).toFixed(1)} ${middle - 9}l6 6 6 -6 3 3 -6 6 6 6 -3 3 -6 -6 -6 6 -3 -3 6 -6 -6 -6z`;
  return element('path', {
    class: isWrong ? 'mark wrong' : 'mark',
    d: isWrong ? cross : diamond,
  });
}
