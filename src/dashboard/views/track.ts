/** What a run's machine does: spark lines of CPU and GPU, and how far the quiet window has filled. */
import { ageOf, type Child, drawing, el } from '../dom.ts';
import { joinMsMax, type Point, type Quiet, type Track, trackMs } from '../tracks.ts';
import { clockText, gateWord } from '../words.ts';

const width = 120;
const height = 20;

/** The parts of one run's line; none before its first sample. */
export function trackParts(track: Track | null, name: string): Child[] {
  if (track === null) return [];
  const shown = track.quiet;
  const last = track.points.at(-1) ?? null;
  return [
    shown && quietWindow(shown, name),
    meter('CPU', track.points, (point) => point.cpu),
    track.hasGpu
      ? meter('GPU', track.points, (point) => point.gpu)
      : el('span', { class: 'meter' }, el('span', {}, 'no GPU')),
    track.problem === null
      ? el('span', { class: 'taken' }, ageOf(last?.atMs ?? null, 'ago'))
      : el('span', { class: 'taken problem' }, `no reading: ${track.problem}`),
  ];
}

function meter(
  name: string,
  points: readonly Point[],
  read: (point: Point) => number | null,
): HTMLElement {
  const last = points.at(-1);
  const now = last === undefined ? null : read(last);
  const known = points.map(read).filter((value) => value !== null);
  const range =
    known.length < 2
      ? ''
      : `${name} within the last ${trackMs / 60_000} min: ${percent(Math.min(...known))} to ${percent(Math.max(...known))}`;
  return el(
    'span',
    { class: 'meter', title: range },
    el('span', { class: 'meter-name' }, name),
    drawing({
      class: 'spark',
      width,
      height,
      paths: [
        { class: 'spark-floor', d: `M0 ${height - 0.5}H${width}` },
        { class: 'spark-line', d: sparkPath(points, read) },
      ],
    }),
    now === null
      ? el('span', { class: 'unknown' }, 'unknown')
      : el('span', { class: 'figure' }, percent(now)),
  );
}

/** One line for each stretch without a hole; a reading by itself becomes a dot. */
export function sparkPath(points: readonly Point[], read: (point: Point) => number | null): string {
  const endMs = points.at(-1)?.atMs ?? 0;
  let path = '';
  let beforeMs = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const value = read(point);
    if (value === null) {
      beforeMs = Number.NEGATIVE_INFINITY;
      continue;
    }
    const x = (width * (1 - (endMs - point.atMs) / trackMs)).toFixed(1);
    const y = (height - 2 - (Math.min(100, value) / 100) * (height - 4)).toFixed(1);
    path += point.atMs - beforeMs <= joinMsMax ? `L${x} ${y}` : `M${x} ${y}h.01`;
    beforeMs = point.atMs;
  }
  return path;
}

function percent(value: number): string {
  return `${value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)} %`;
}

/** How far the quiet window has filled: a run is done only when it is full. */
function quietWindow({ state, progressMs, sustainMs }: Quiet, name: string): HTMLElement {
  const label = el('span', { class: 'quiet-state' }, gateWord(state));
  if (progressMs === null || sustainMs === null || sustainMs <= 0) {
    const words = el('span', { class: 'unknown' }, 'quiet window unknown');
    return el('div', { class: 'quiet' }, label, words);
  }
  const text = `${clockText(progressMs)} / ${clockText(sustainMs)}`;
  const bar = el('progress', {
    max: String(sustainMs),
    value: String(Math.min(progressMs, sustainMs)),
    'aria-label': `Quiet window of ${name}`,
  });
  return el('div', { class: 'quiet' }, label, bar, el('span', { class: 'figure' }, text));
}
