/** Drawings and tables are read from the running definitions and show everything in them. */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { machineSpecs } from '../../../src/machines/all.ts';
import { extractStatechart } from '../../../src/machines/drawing/extract.ts';
import { labelEnd, layOut } from '../../../src/machines/drawing/layout.ts';
import { toStatechartSvg } from '../../../src/machines/drawing/svg.ts';
import { toStateTable } from '../../../src/machines/drawing/table.ts';
import { renderStateDocs } from '../../../src/machines/drawing/write-docs.ts';
import { legalEvents, refuseGenerally, statusesAccepting } from '../../../src/machines/refusal.ts';

const doorMachine = setup({
  actions: { record: () => {} },
  guards: { keyFits: (_, _params: { key: string }) => true },
}).createMachine({
  id: 'door',
  initial: 'shut',
  on: { LOOK: { actions: 'record' } },
  states: {
    shut: {
      description: 'Closed | but not <locked>.',
      on: {
        OPEN: { target: 'open', actions: 'record' },
        LOCK: { guard: { type: 'keyFits', params: { key: 'a' } }, target: 'locked' },
        KNOCK: { actions: 'record' },
      },
    },
    open: { on: { CLOSE: 'shut' } },
    locked: { type: 'final' },
  },
});
const door = { kind: 'door', machine: doorMachine };

/** How often each word occurs. */
function countWords(words: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word ?? ''] = (counts[word ?? ''] ?? 0) + 1;
  return counts;
}

describe('extracting', () => {
  it('reads states, marks, guards with parameters, actions and transitions of every state', () => {
    const facts = extractStatechart(doorMachine);
    expect(
      facts.states.map(({ name, isInitial, isTerminal }) => [name, isInitial, isTerminal]),
    ).toEqual([
      ['shut', true, false],
      ['open', false, false],
      ['locked', false, true],
    ]);
    expect(facts.transitions).toEqual([
      { from: 'shut', event: 'OPEN', guard: null, to: 'open', actions: ['record'] },
      { from: 'shut', event: 'LOCK', guard: 'keyFits(a)', to: 'locked', actions: [] },
      { from: 'shut', event: 'KNOCK', guard: null, to: null, actions: ['record'] },
      { from: 'open', event: 'CLOSE', guard: null, to: 'shut', actions: [] },
      { from: null, event: 'LOOK', guard: null, to: null, actions: ['record'] },
    ]);
  });
});

describe('the table', () => {
  it('keeps Markdown whole and names what stays and what every state has', () => {
    const table = toStateTable(door);
    expect(table).toContain('| `shut` | first | Closed \\| but not <locked>. |');
    expect(table).toContain('| `shut` | `LOCK` | `keyFits(a)` | `locked` |  |');
    expect(table).toContain('| `shut` | `KNOCK` |  | *stays* | record |');
    expect(table).toContain('| *any* | `LOOK` |  | *stays* | record |');
  });
});

describe('the drawing', () => {
  it.each([door, ...machineSpecs].map((spec) => [spec.kind, spec] as const))(
    'of %s shows every state, lets no label touch a track, and is well-formed',
    (_, spec) => {
      const layout = layOut(extractStatechart(spec.machine));
      const svg = toStatechartSvg(spec);
      const byName = new Map(layout.states.map((state) => [state.name, state]));
      for (const name of Object.keys(spec.machine.root.states)) {
        expect(svg).toContain(`data-state="${name}"`);
      }
      const firstTrack = Math.min(...layout.tracks.map((track) => track.x));
      const lines = new Set<number>();
      for (const arrow of layout.arrows) {
        expect(labelEnd(byName.get(arrow.from)!, arrow)).toBeLessThan(firstTrack);
        expect(lines.has(arrow.y), 'two labels on one line').toBe(false);
        lines.add(arrow.y);
      }
      const opened = [...svg.matchAll(/<([a-z]+)(?:\s[^>]*[^/>])?>/g)].map((match) => match[1]);
      const closed = [...svg.matchAll(/<\/([a-z]+)>/g)].map((match) => match[1]);
      expect(countWords(opened)).toEqual(countWords(closed));
      expect(svg).not.toMatch(/NaN|undefined/);
    },
  );

  it('rings terminal states twice and points out the current one', () => {
    const ringsOf = (svg: string, state: string) =>
      (svg.split(`data-state="${state}"`)[1]?.split('</g>')[0]?.match(/<rect/g) ?? []).length;
    const svg = toStatechartSvg(door, { current: 'open' });
    expect([ringsOf(svg, 'locked'), ringsOf(svg, 'open')]).toEqual([2, 1]);
    expect(svg).toContain('stroke-width="3"');
    expect(toStatechartSvg(door)).not.toContain('stroke-width="3"');
  });

  it('carries no style element where a content policy forbids it', () => {
    expect(toStatechartSvg(door)).toContain('<style>');
    expect(toStatechartSvg(door, { standalone: false })).not.toContain('style');
  });
});

describe('the generated pages', () => {
  it('are one page and one drawing per machine, an index, and the same every time', () => {
    const files = renderStateDocs();
    const paths = files.map((file) => file.path);
    expect(paths).toHaveLength(1 + 2 * (machineSpecs.length + 1));
    expect(paths).toContain('docs/states/queue_item.svg');
    expect(paths).toContain('docs/states/idle_gate.md');
    expect(renderStateDocs()).toEqual(files);
  });
});

describe('general refusals', () => {
  it('say what the state is and where the event applies', () => {
    expect(legalEvents(doorMachine, 'shut')).toEqual(['OPEN', 'LOCK', 'KNOCK', 'LOOK']);
    expect(statusesAccepting(doorMachine, 'CLOSE')).toEqual(['open']);
    expect(refuseGenerally(doorMachine, 'The door', 'shut', 'CLOSE')).toEqual({
      code: 'transition_refused',
      message: 'The door is shut, so CLOSE does not apply: it is possible while open.',
    });
    expect(refuseGenerally(doorMachine, 'The door', 'shut', 'LOCK').message).toContain('values');
  });
});
