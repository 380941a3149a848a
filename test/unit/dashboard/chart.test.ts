/** The chart of a run: its lanes and what they say, its paths, its gaps and its axis. */
import { describe, expect, it } from 'vitest';
import { windowOf } from '../../../src/dashboard/places/places.ts';
import {
  type ChartView,
  latestWords,
  newestOf,
  visibleMoments,
} from '../../../src/dashboard/runs/chart-cursor.ts';
import { gpuName, lanesOf } from '../../../src/dashboard/runs/chart-lanes.ts';
import { marksOf, wordsNear } from '../../../src/dashboard/runs/chart-marks.ts';
import {
  plotPaths,
  roundUp,
  stateGaps,
  stateStretches,
  timeTicks,
  toY,
  unknownStretches,
} from '../../../src/dashboard/runs/chart-paths.ts';
import {
  moved,
  rangeOf,
  spanOf,
  spread,
  stepOfKey,
  stepped,
  zoomed,
} from '../../../src/dashboard/runs/chart-range.ts';
import { emptySeries, type Moment, type Series } from '../../../src/dashboard/runs/run-series.ts';
import type { Judgement } from '../../../src/dashboard/runs/verdict-model.ts';
import { roundSpan } from '../../../src/lib/chart/ticks.ts';

const range = { fromMs: 0, toMs: 100_000 };
const moment = (sec: number, cpu: number | null, more: Partial<Moment> = {}): Moment => ({
  fromMs: sec * 1000,
  toMs: sec * 1000,
  values: cpu === null ? {} : { cpu: { min: cpu, mean: cpu, max: cpu } },
  state: null,
  problem: null,
  ...more,
});
const of = (...moments: readonly Moment[]): Series => ({ ...emptySeries, moments, joinMs: 12_000 });
const cpuPaths = (series: Series) => plotPaths(series, { range, name: 'cpu', max: 100 });
const strokes = (path: string): number => path.split('M').length - 1;

describe('the paths of a lane', () => {
  it('are broken where a reading is unknown, and that is shaded', () => {
    const known = [0, 10, 20].map((sec) => moment(sec, 50));
    const { line, gaps } = cpuPaths(of(...known, moment(30, null), moment(40, 50), moment(50, 50)));
    expect(strokes(line)).toBe(2);
    expect(line).toContain('M0 50');
    expect(gaps).toBe('M200 0V100H400V0ZM500 0V100H1000V0Z');
  });

  it('draw a reading by itself as a dot and nothing where nothing is known', () => {
    expect(cpuPaths(of(moment(50, 0))).line).toBe('M500 96h.01');
    expect(cpuPaths(of(moment(50, null)))).toEqual({
      line: '',
      band: '',
      gaps: 'M0 0V100H1000V0Z',
    });
  });

  it('have the range of a stretch of time as a band around its mean', () => {
    const wide = { cpu: { min: 0, mean: 50, max: 100 } };
    const buckets = [0, 15].map((sec) =>
      moment(sec, null, { toMs: (sec + 15) * 1000, values: wide }),
    );
    const { line, band, gaps } = cpuPaths(of(...buckets));
    expect(line).toBe('M0 50L75 50L225 50L300 50');
    expect(band).toMatch(/^M0 4L.*L0 96Z$/);
    expect(gaps).toBe('M300 0V100H1000V0Z');
  });

  it('leave out what lies outside, and stay within the drawing', () => {
    expect(cpuPaths(of(moment(-50, 50), moment(200, 50))).line).toBe('');
    expect([toY(250, 100), toY(-5, 100), toY(5, 0)]).toEqual([4, 96, 96]);
  });

  it('do not shade the pause between two readings', () => {
    const piece = [moment(5, 1), moment(95, 1)];
    expect(unknownStretches([piece], 12_000, range)).toEqual([]);
    expect(unknownStretches([], 12_000, range)).toEqual([range]);
  });
});

describe('the states of the gate', () => {
  const at = (sec: number, state: string | null): Moment => moment(sec, null, { state });

  it('last until the next reading, but not over a hole', () => {
    const series = of(at(0, 'busy'), at(10, 'busy'), at(20, 'quiet_candidate'), at(60, 'busy'));
    expect(
      stateStretches(series, range).map(({ state, fromMs, toMs }) => [state, fromMs, toMs]),
    ).toEqual([
      ['busy', 0, 20_000],
      ['quiet_candidate', 20_000, 20_000],
      ['busy', 60_000, 60_000],
    ]);
    expect(stateGaps(series, range)).toContain('M200 0V100H600V0Z');
  });

  it('are not known where the worker did not tell one', () => {
    const series = of(at(0, 'busy'), at(10, null), at(20, 'busy'));
    expect(stateStretches(series, range).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
      [0, 10_000],
      [20_000, 20_000],
    ]);
  });
});

describe('the axis', () => {
  it('has round times, at most so many, all within', () => {
    const ticks = timeTicks({ fromMs: 61_000, toMs: 1_000_000 }, 6);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks[0]! % 60_000).toBe(0);
    expect(ticks[0]).toBeGreaterThanOrEqual(61_000);
    const long = timeTicks({ fromMs: 0, toMs: 40 * 86_400_000 }, 5);
    expect(long.length).toBeLessThanOrEqual(6);
  });

  it('and the lanes end at round numbers at or above what was read', () => {
    expect([0, 1, 101, 512, 81_559].map(roundUp)).toEqual([1, 1, 150, 750, 100_000]);
    expect([1, 1_001, 31_000, 90_000_000].map(roundSpan)).toEqual([
      1_000, 2_000, 60_000, 172_800_000,
    ]);
  });
});

describe('the lanes', () => {
  const gpu = (index: number | null, totalMib: number | null = null) => ({
    uuid: `GPU-${index ?? 'abcdef01-2345-6789-abcd'}`,
    index,
    name: null,
    totalMib,
  });
  const signal = (name: string, threshold: number) => ({
    name,
    applies: true,
    value: null,
    threshold,
    margin: null,
    holds: false,
  });
  const judgement: Judgement = {
    signals: [signal('cpu_mean_pct', 20), signal('gpu_mean_pct', 10), signal('gpu_peak_pct', 30)],
    evidence: null,
  };
  const lanes = (series: Series, judged: Judgement | null = judgement, allGpus = false) =>
    lanesOf(series, judged, { allGpus });

  it('are few for many GPUs unless all are wanted', () => {
    const series = { ...emptySeries, gpus: [0, 1, 2, 3].map((index) => gpu(index)) };
    expect(lanes(series)).toHaveLength(4 + 2 * 3);
    expect(lanes(series, judgement, true)).toHaveLength(4 + 4 * 3);
    expect([gpuName(gpu(3)), gpuName(gpu(null))]).toEqual(['GPU 3', 'GPU abcdef01']);
  });

  it('have the thresholds the worker told, and none where it told none', () => {
    const series = { ...emptySeries, gpus: [gpu(0, 81_920)] };
    const byId = new Map(lanes(series).map((lane) => [lane.id, lane]));
    expect(byId.get('cpu')).toMatchObject({ lines: [20], note: 'quiet below 20 %' });
    expect(byId.get('use/GPU-0')!.lines).toEqual([10, 30]);
    expect(byId.get('vram/GPU-0')).toMatchObject({ max: 81_920, note: 'of 80 GiB' });
    expect(lanes(series, null).flatMap(({ id, lines }) => (id === 'quiet' ? [] : lines))).toEqual(
      [],
    );
  });

  it('say what they read with its unit, and nothing of what is unknown', () => {
    const values = {
      quiet: { min: 100, mean: 100, max: 100 },
      required: { min: 300, mean: 300, max: 300 },
      alive: { min: 0, mean: 0.3, max: 1 },
      cpu: { min: 12, mean: 41.6, max: 88 },
    };
    const at = moment(0, null, { values, state: 'quiet_candidate' });
    const said = (each: Moment) =>
      Object.fromEntries(lanes(of(each)).map(({ id, text }) => [id, text(each)]));
    expect(said(at)).toEqual({
      state: 'quiet so far',
      quiet: '1:40 of 5:00',
      alive: '0 alive (0–1)',
      cpu: '42 % (12–88)',
    });
    expect(said(moment(0, null))).toEqual({ state: null, quiet: null, alive: null, cpu: null });
  });

  it('draw the quiet window as its share, which is unknown without its length', () => {
    const read = lanes(emptySeries).find(({ id }) => id === 'quiet')!.read!;
    const quiet = { min: 60, mean: 75, max: 90 };
    const required = { min: 300, mean: 300, max: 300 };
    expect(read(moment(0, null, { values: { quiet, required } }))).toEqual({
      min: 0.2,
      mean: 0.25,
      max: 0.3,
    });
    expect(read(moment(0, null, { values: { quiet } }))).toBeNull();
  });
});

describe('what happened, on the axis', () => {
  const happened = (sec: number, event_type: string, summary = '') => ({
    event_type,
    summary,
    created_at: new Date(sec * 1000).toISOString(),
  });

  it('is marked by the clock of the chart, without rounds and what lies outside', () => {
    const events = [
      happened(500, 'run.started'),
      happened(40, 'gate_run.idle_changed', 'quiet so far'),
      happened(20, 'run.contacted'),
      happened(10, 'run.started'),
    ];
    expect(marksOf(events, range, 1_000)).toEqual([
      { atMs: 11_000, words: 'run: started' },
      { atMs: 41_000, words: 'quiet so far' },
    ]);
  });

  it('is read out near the cursor alone', () => {
    const marks = [{ atMs: 41_000, words: 'quiet so far' }];
    expect(wordsNear(marks, 41_500, range, 0)).toMatch(/quiet so far$/);
    expect(wordsNear(marks, 43_000, range, 0)).toBeNull();
    expect(wordsNear(marks, null, range, 0)).toBeNull();
  });
});

describe('a stretch that the reader chooses', () => {
  const hour = { fromMs: 1_700_000_000_000, toMs: 1_700_003_600_000 };
  const lengthOf = ({ fromMs, toMs }: typeof hour) => toMs - fromMs;

  it('grows and shrinks around a moment that stays where it is, and never to nothing', () => {
    const at = hour.fromMs + 900_000;
    const nearer = stepped(hour, 'nearer', at);
    expect(lengthOf(nearer)).toBe(1_800_000);
    expect((at - nearer.fromMs) / lengthOf(nearer)).toBeCloseTo(0.25);
    expect(stepped(nearer, 'wider', at)).toEqual(hour);
    let least = hour;
    for (let count = 0; count < 20; count += 1) least = stepped(least, 'nearer', at);
    expect(lengthOf(least)).toBe(60_000);
  });

  it('moves by half of itself, and comes back', () => {
    const later = stepped(hour, 'later', 0);
    expect(later.fromMs - hour.fromMs).toBe(1_800_000);
    expect(stepped(later, 'earlier', 0)).toEqual(hour);
  });

  it('is named by the address as it is', () => {
    expect(windowOf(spanOf(hour))).toEqual(hour);
    const view = { series: emptySeries, nowMs: 0, startMs: null, endMs: null, isOver: false };
    expect(rangeOf({ ...view, span: spanOf(hour) })).toEqual(hour);
    expect(windowOf('10m')).toBeNull();
    expect([stepOfKey('+'), stepOfKey(','), stepOfKey('x')]).toEqual(['nearer', 'earlier', null]);
  });
});

describe('a stretch under the hand', () => {
  const hour = { fromMs: 0, toMs: 3_600_000 };

  it('is moved as it is, and zoomed around what is pointed at, within bounds', () => {
    expect(moved(hour, -1_000)).toEqual({ fromMs: -1_000, toMs: 3_599_000 });
    expect(zoomed(hour, 0.5, 3_600_000)).toEqual({ fromMs: 1_800_000, toMs: 3_600_000 });
    const least = zoomed(hour, 0, 1_800_000);
    expect(least.toMs - least.fromMs).toBe(60_000);
    expect((least.fromMs + least.toMs) / 2).toBe(1_800_000);
    const most = zoomed(hour, 1e9, 0);
    expect(most.toMs - most.fromMs).toBe(365 * 86_400_000);
  });

  it('keeps below two fingers what was below them', () => {
    const next = spread(hour, [0.25, 0.75], [0, 1]);
    expect(next).toEqual({ fromMs: 900_000, toMs: 2_700_000 });
    expect(spread(hour, [0.2, 0.4], [0.3, 0.5]).fromMs).toBeCloseTo(-360_000);
    const pressed = spread(hour, [0.5, 0.5], [0.5, 0.5]);
    expect(pressed).toEqual(hour);
  });

  it('goes on beside with Shift and an arrow, which alone moves the cursor', () => {
    expect([stepOfKey('ArrowLeft', true), stepOfKey('ArrowRight', true)]).toEqual([
      'earlier',
      'later',
    ]);
    expect(stepOfKey('ArrowLeft')).toBeNull();
  });
});

it('the memory lane tells what is in use, and is not there where nobody told it', () => {
  const value = (of: number) => ({ min: of, mean: of, max: of });
  const known = of(moment(0, 1, { values: { ram: value(8192), free: value(2048) } }));
  const [lane] = lanesOf(known, null, { allGpus: false }).filter(({ id }) => id === 'memory');
  expect(lane?.text(known.moments[0]!)).toBe('6 GiB');
  expect(lane?.text(moment(0, 1))).toBeNull();
  expect(lanesOf(of(moment(0, 1)), null, { allGpus: false }).map(({ id }) => id)).not.toContain(
    'memory',
  );
});

describe('of when its figures are', () => {
  const silent = (sec: number): Moment => moment(sec, null, { problem: 'connection refused' });
  const said = (series: Series, more: Partial<ChartView> = {}): string => {
    const view = {
      series,
      range,
      nowMs: 100_000,
      aheadMs: 0,
      isOver: false,
      silence: null,
      ...more,
    };
    const moments = visibleMoments(series, view.range);
    return latestWords(view, newestOf(view, moments), moments).text;
  };

  it('counts silence from the last reading that is known, never from when the page heard of it', () => {
    expect(said(of(moment(10, 5), silent(97)))).toBe('No reading for 1 min: connection refused.');
    expect(said(of(silent(97)))).toBe('No reading is known: connection refused.');
    expect(said(of(silent(97)), { silence: 'it is down' })).toBe(
      'No reading is known: it is down.',
    );
  });

  it('knows of a reading that is not in the picture', () => {
    const later = { fromMs: 50_000, toMs: 100_000 };
    expect(said(of(moment(10, 5)), { range: later })).toBe('No reading for 1 min.');
  });

  it('does not say that nothing was read where nothing is known', () => {
    expect(said(of(), { isOver: true })).toBe('No reading is known.');
    expect(said(of(), {})).toBe('No reading is known.');
    expect(said(of(moment(10, 5)))).toBe('No reading for 1 min.');
    expect(said(of(moment(99, 5)))).toBe('The latest reading, ');
  });
});
