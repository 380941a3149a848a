/** The key below the replay picture: what its colours and marks mean, and the names of the phases. */
import { type IdleState, idleStates } from '../domain/statuses.ts';
import { element, textElement } from '../lib/chart/svg.ts';
import type { NamedReplay } from './compare.ts';
import { drawMark } from './picture-ribbons.ts';
import { sizes, stateLooks } from './picture-style.ts';
import type { Phase } from './trace.ts';

interface KeySource {
  readonly phases: readonly Phase[];
  readonly replays: readonly NamedReplay[];
}

/** Whether anything was being computed, in a word. */
export function wordOf({ active }: Phase): string {
  return active ? 'active' : 'idle';
}

/** `lines` is how many lines of the key's height it takes. */
export function drawKey(
  { phases, replays }: KeySource,
  top: number,
): { readonly parts: string[]; readonly lines: number } {
  const seen = new Set(replays.flatMap(({ result }) => result.spans.map(({ state }) => state)));
  const entries: ((x: number) => string[])[] = [
    ...idleStates
      // A verdict lasts for one sample here and is shown by its mark.
      .filter((state) => seen.has(state) && state !== 'idle')
      .map((state) => (x: number) => drawState(state, x, top)),
    (x) => [drawMark(x + 8, top - 4, false), drawWords('idle verdict', x, top)],
    ...(phases.some(({ active }) => active)
      ? [(x: number) => [drawMark(x + 8, top - 4, true), drawWords('… while active', x, top)]]
      : []),
    (x) => [
      element('path', { class: 'limit', d: `M${x} ${top - 4}h18` }),
      drawWords('threshold', x, top),
    ],
  ];
  const names = drawPhaseNames(phases, top + 32);
  return {
    parts: [...entries.flatMap((draw, index) => draw(sizes.left + index * 130)), ...names.parts],
    lines: names.lines + 2,
  };
}

function drawState(state: IdleState, x: number, bottom: number): string[] {
  const height = 14 * stateLooks[state].share;
  return [
    element('rect', { class: state, x, y: bottom + 1 - height, width: 16, height }),
    drawWords(state.replace('_', ' '), x, bottom),
  ];
}

function drawWords(words: string, x: number, y: number): string {
  return textElement('text', { class: 'small', x: x + 24, y }, words);
}

function drawPhaseNames(
  phases: readonly Phase[],
  top: number,
): { readonly parts: string[]; readonly lines: number } {
  const columns = 2;
  const lines = Math.ceil(phases.length / columns);
  const columnWidth = (sizes.width - sizes.left) / columns;
  const parts = phases.map((phase, index) =>
    textElement(
      'text',
      {
        class: phase.active ? 'small' : 'small soft',
        x: sizes.left + Math.floor(index / lines) * columnWidth,
        y: top + (index % lines) * sizes.keyLine,
      },
      `${index + 1}  ${phase.run}: ${phase.phase} (${wordOf(phase)})`,
    ),
  );
  return { parts, lines };
}
