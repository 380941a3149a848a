/** Plots: axes with round ticks, raw points, intervals and thresholds, the same in SVG and in LaTeX. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAxis } from '../../../src/papers/render/axis.ts';
import { renderPicture } from '../../../src/papers/render/picture.ts';
import {
  breakLabel,
  orderLabel,
  type PlotData,
  placePlot,
} from '../../../src/papers/render/plot.ts';
import { renderSvg } from '../../../src/papers/render/svg.ts';
import { verifyFolder } from '../../../src/papers/standalone/verify.mjs';
import { createSandbox } from './support.ts';

const samples: PlotData = {
  kind: 'samples',
  xLabel: '',
  yLabel: 'speedup',
  x: null,
  series: [{ name: 'speedup', y: [8.4, 11.5, 11.6, 6.8], median: 9.95, interval: [6.8, 11.6] }],
  threshold: 2,
};

describe('an axis', () => {
  it.each([
    [[8.4, 12.2], true, ['0', '5', '10', '15']],
    [[0.61, 0.93], false, ['0.6', '0.7', '0.8', '0.9', '1.0']],
    [[3, 3], false, ['2', '3', '4']],
    [[-2, 7], false, ['-2', '0', '2', '4', '6', '8']],
    [[10_600, 11_443], false, ['10600', '10800', '11000', '11200', '11400', '11600']],
  ] as const)('of %j has round ticks around them', (values, fromZero, ticks) => {
    const axis = createAxis([...values], { length: 50, isLog: false, fromZero });
    expect(axis.ticks.map(({ text }) => text)).toEqual(ticks);
  });

  it('of values over decades has powers of ten', () => {
    const axis = createAxis([0.0001, 0.03], { length: 100, isLog: true, fromZero: false });
    expect(axis.ticks.map(({ text }) => text)).toEqual(['0.0001', '0.001', '0.01', '0.1']);
    expect(axis.place(0.001)).toBeCloseTo(33.3, 1);
  });

  it('holds every value between its ends, in order', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const axis = createAxis(values, { length: 50, isLog: false, fromZero: false });
        expect(axis.ticks.length).toBeGreaterThan(1);
        expect(axis.ticks.length).toBeLessThan(12);
        for (const each of values) {
          expect(axis.place(each)).toBeGreaterThanOrEqual(0);
          expect(axis.place(each)).toBeLessThanOrEqual(50);
        }
      }),
    );
  });
});

describe('a plot of raw values', () => {
  it('has a point for each value, a bar for the interval, and the threshold', () => {
    const { series, threshold, yTicks } = placePlot(samples);
    expect(series[0]?.points).toHaveLength(4);
    expect(series[0]?.bar?.low).toBeLessThan(series[0]?.bar?.median ?? 0);
    expect(threshold).toBeGreaterThan(0);
    expect(yTicks[0]).toMatchObject({ text: '0', at: 0 });
    const svg = renderSvg(samples);
    expect(svg.match(/<circle/g)).toHaveLength(4);
    expect(svg).toContain('>threshold</text>');
    expect(svg).toContain('>speedup</text>');
    expect(renderPicture(samples).match(/\\circle\*/g)).toHaveLength(4);
  });

  it('of a list has its places as whole numbers from one', () => {
    const list: PlotData = {
      ...samples,
      kind: 'line',
      xLabel: orderLabel,
      series: [{ name: 'loss', y: [3, 2, 1] }],
      threshold: null,
    };
    const { xTicks, series } = placePlot(list);
    expect(xTicks.map(({ text }) => text)).toEqual(['1', '2', '3']);
    expect(series[0]?.points.map(({ x }) => x)).toEqual(xTicks.map(({ at }) => at));
  });

  it('breaks long names into lines that fit', () => {
    expect(breakLabel('length read at every step', 12)).toEqual([
      'length read',
      'at every',
      'step',
    ]);
    expect(breakLabel('x'.repeat(30), 12).every((line) => line.length <= 12)).toBe(true);
    expect(breakLabel('a b c d e f g h', 3)).toHaveLength(3);
  });
});

describe('the standalone verifier', () => {
  it('finds a point, a tick or an axis that was moved', async () => {
    const sandbox = createSandbox();
    await sandbox.write();
    expect(verifyFolder(sandbox.paperDir).problems).toEqual([]);
    const path = join(sandbox.paperDir, 'figures', 'figure-a.svg');
    const honest = readFileSync(path, 'utf8');
    const found = (change: (svg: string) => string): string[] => {
      writeFileSync(path, change(honest));
      return verifyFolder(sandbox.paperDir).problems.map(({ message }) => message);
    };
    const moved = found((svg) => svg.replace(/cy="(\d)/, 'cy="9$1'));
    expect(moved).toContain('does not plot the values of its claims');
    const relabelled = found((svg) => svg.replace(/"end">[\d.]+</, '"end">77<'));
    expect(relabelled).toContain('does not plot the values of its claims');
    const added = found((svg) =>
      svg.replace('</svg>', '<circle cx="90.0" cy="90.0" r="3"/></svg>'),
    );
    expect(added).toContain('does not plot the values of its claims');
    sandbox.dispose();
  });
});
