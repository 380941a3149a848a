/** Machines with all that a statechart can hold are drawn whole and without a fault. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { drawMachine } from '../../../src/docs/draw-machine.ts';
import { drawables } from '../../../src/docs/state-pages.ts';
import { controlPlaneMachines } from '../../../src/machines/all.ts';
import { listStates, readChart } from '../../../src/machines/drawing/chart.ts';
import { packageRoot } from '../../support/service-config.ts';
import { eachToEach, job } from '../machines/drawing/samples.ts';

/** Boxes that their names must widen, states that only their parent leads to, an end apart. */
const names: AnyStateMachine = createMachine({
  id: 'names',
  initial: 'a_name_that_is_longer_than_what_is_in_it',
  on: { STOP: '.apart' },
  states: {
    a_name_that_is_longer_than_what_is_in_it: {
      initial: 'x',
      on: { GO: 'wide' },
      states: { x: {} },
    },
    wide: {
      initial: 'a',
      on: { SEE: [{ guard: 'hidden', target: '.b' }, { target: '.c' }] },
      states: { a: {}, b: {}, c: { initial: 'd', states: { d: { on: { GO: 'e' } }, e: {} } } },
    },
    apart: { type: 'final' },
  },
});
const samples = [
  { kind: 'job', machine: job },
  { kind: 'names', machine: names },
  { kind: 'each_to_each', machine: eachToEach },
];

/** How often each word occurs. */
function countWords(words: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word ?? ''] = (counts[word ?? ''] ?? 0) + 1;
  return counts;
}

describe('the drawing', () => {
  it.each(samples.map((spec) => [spec.kind, spec] as const))(
    'of %s is without a fault, shows every state, and is well-formed',
    async (_, spec) => {
      const { svg, picture, faults } = await drawMachine(spec);
      expect(faults).toEqual([]);
      const drawn = picture.boxes.map(({ id }) => id);
      for (const { id } of listStates(readChart(spec.machine)).slice(1)) {
        expect(svg).toContain(`data-state="${id}"`);
        expect(drawn).toContain(id);
      }
      for (const { line, tip } of picture.arrows) {
        expect(svg).toContain(`d="${line}"`);
        expect(svg).toContain(`d="${tip}"`);
      }
      const opened = [...svg.matchAll(/<([a-z]+)(?:\s[^>]*[^/>])?>/g)].map((match) => match[1]);
      const closed = [...svg.matchAll(/<\/([a-z]+)>/g)].map((match) => match[1]);
      expect(countWords(opened)).toEqual(countWords(closed));
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    },
  );

  it('is the same every time, says what it is, and keeps text as text', async () => {
    const { svg } = await drawMachine(samples[0]!);
    expect((await drawMachine(samples[0]!)).svg).toBe(svg);
    expect(svg).toContain('<title id="title">job: states and transitions</title>');
    expect(svg).toMatch(/<desc id="description">States from top to bottom: queued, active, /);
    expect(svg).toContain('One run &amp; its &lt;end&gt;.');
    expect(svg).toContain('@media screen and (prefers-color-scheme:dark)');
  });
});

describe('the drawings of the repository', () => {
  const folder = join(packageRoot, 'docs', 'states');
  const drawings = readdirSync(folder).filter((name) => name.endsWith('.svg'));

  it.each(drawings)('%s has each heading in the upper part of its box', (name) => {
    const svg = readFileSync(join(folder, name), 'utf8');
    const nests = svg.matchAll(
      /<rect class="box nest\d" x="\S+" y="(\S+)" width="\S+" height="(\S+)"[^>]*\/><text class="about" x="\S+" y="(\S+)"/g,
    );
    for (const [, top, height, text] of nests) {
      expect(Number(text) - Number(top)).toBeLessThan(Math.max(60, Number(height) / 4));
    }
  });
});

describe('the list of machines', () => {
  it('has every kind whose actors can be looked at', () => {
    const drawn = drawables.map(({ kind }) => kind);
    expect(drawn).toEqual(expect.arrayContaining(Object.keys(controlPlaneMachines)));
  });
});
