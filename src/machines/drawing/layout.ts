/**
 * Places a statechart. States stand one below the other, ordered and indented by their layer
 * (longest way from the first state). Every arrow leaves its state on a line of its own, which
 * carries the events; lines to the same target join one vertical track, and the track enters the
 * target at its name. So no two labels overlap, however many arrows there are.
 */
import type { StatechartFacts, TransitionFacts } from './extract.ts';

/** Sizes in pixels. Text is monospaced, so that its width is known. */
export const sizes = {
  charWidth: 6.7,
  smallCharWidth: 6.1,
  lineHeight: 17,
  smallLineHeight: 14,
  titleHeight: 26,
  indent: 26,
  boxGap: 18,
  boxPadding: 10,
  trackGap: 14,
  margin: 24,
  stayChars: 34,
} as const;

export interface PlacedArrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Height of its line. */
  readonly y: number;
}
export interface PlacedState {
  readonly name: string;
  readonly isInitial: boolean;
  readonly isTerminal: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where arrows come in. */
  readonly entryY: number;
  /** Small print: events that keep the state, events that lead almost anywhere. */
  readonly notes: readonly string[];
}
export interface Track {
  readonly to: string;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}
export interface Layout {
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
  readonly tracks: readonly Track[];
  /** Transitions that every state has, for the caption. */
  readonly everywhere: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** An event from which this share of all states is reachable is noted, not drawn. */
const noteShare = 0.75;

const eventName = ({ event, guard }: TransitionFacts): string =>
  event === '' ? `[${guard ?? 'always'}]` : event;

/** Computes the layout. Same facts, same layout. */
export function layOut(facts: StatechartFacts): Layout {
  const depths = layersOf(facts);
  const order = facts.states
    .map((state, index) => ({ state, index, depth: depths.get(state.name) ?? 0 }))
    .sort((a, b) => a.depth - b.depth || a.index - b.index);
  const width = boxWidth(facts);
  const states: PlacedState[] = [];
  const arrows: PlacedArrow[] = [];
  let y = sizes.margin;
  for (const { state, depth } of order) {
    const { outgoing, notes } = linesOf(facts, state.name);
    const inside = sizes.titleHeight + notes.length * sizes.smallLineHeight + sizes.boxPadding;
    const beside = sizes.titleHeight + outgoing.length * sizes.lineHeight + 4;
    const height = Math.max(inside, beside, sizes.titleHeight + sizes.boxPadding);
    const x = sizes.margin + Math.min(depth, 6) * sizes.indent;
    states.push({
      ...state,
      x,
      y,
      width,
      height,
      entryY: y + sizes.titleHeight / 2,
      notes,
    });
    outgoing.forEach(({ to, label }, index) => {
      const lineY = y + sizes.titleHeight + index * sizes.lineHeight + sizes.lineHeight / 2;
      arrows.push({ from: state.name, to, label, y: lineY });
    });
    y += height + sizes.boxGap;
  }
  const tracks = placeTracks(states, arrows);
  const right = Math.max(labelsEnd(states, arrows), ...tracks.map((track) => track.x));
  return {
    states,
    arrows,
    tracks,
    everywhere: everywhereOf(facts),
    width: Math.ceil(right + sizes.margin),
    height: Math.ceil(y),
  };
}

/** Where the label of an arrow ends. */
export function labelEnd(state: PlacedState, arrow: PlacedArrow): number {
  return state.x + state.width + 16 + arrowText(arrow).length * sizes.charWidth + 6;
}
export const arrowText = (arrow: PlacedArrow): string => `${arrow.label} → ${arrow.to}`;

function labelsEnd(states: readonly PlacedState[], arrows: readonly PlacedArrow[]): number {
  const byName = new Map(states.map((state) => [state.name, state]));
  const ends = arrows.map((arrow) => labelEnd(byName.get(arrow.from)!, arrow));
  return Math.max(...ends, ...states.map((state) => state.x + state.width));
}

function boxWidth(facts: StatechartFacts): number {
  const longest = Math.max(...facts.states.map((state) => state.name.length * 8.2));
  const hasNotes = facts.states.some((state) => linesOf(facts, state.name).notes.length > 0);
  const notes = hasNotes ? sizes.stayChars * sizes.smallCharWidth : 0;
  return Math.ceil(Math.max(longest, notes, 110) + 2 * sizes.boxPadding);
}

/** Longest way from the first state over arrows that do not lead back. */
function layersOf(facts: StatechartFacts): Map<string, number> {
  const depths = new Map<string, number>();
  const onPath = new Set<string>();
  const targets = (name: string): string[] => [
    ...new Set(linesOf(facts, name).outgoing.map((line) => line.to)),
  ];
  const visit = (name: string, depth: number): void => {
    if (onPath.has(name) || (depths.get(name) ?? -1) >= depth) return;
    depths.set(name, depth);
    onPath.add(name);
    for (const target of targets(name)) visit(target, depth + 1);
    onPath.delete(name);
  };
  const first = facts.states.find((state) => state.isInitial)?.name ?? facts.states[0]?.name;
  if (first !== undefined) visit(first, 0);
  return depths;
}

/** The arrows out of a state, one per target, and its small print. */
function linesOf(facts: StatechartFacts, name: string) {
  const own = facts.transitions.filter((transition) => transition.from === name);
  const targetsOf = new Map<string, Set<string>>();
  for (const transition of own) {
    const targets = targetsOf.get(eventName(transition)) ?? new Set();
    targetsOf.set(eventName(transition), targets.add(transition.to ?? name));
  }
  const isWide = (event: string): boolean =>
    (targetsOf.get(event)?.size ?? 0) >= facts.states.length * noteShare;
  const events = new Map<string, Set<string>>();
  for (const transition of own) {
    const event = eventName(transition);
    if (transition.to === null || isWide(event)) continue;
    const known = events.get(transition.to) ?? new Set();
    events.set(transition.to, known.add(event));
  }
  const stays = [...targetsOf].filter(([event, to]) => to.has(name) && !isWide(event));
  const wide = [...targetsOf.keys()].filter(isWide);
  return {
    outgoing: [...events].map(([to, names]) => ({ to, label: [...names].join(', ') })),
    notes: [
      ...wrap(
        'stays on ',
        stays.map(([event]) => event),
      ),
      ...wrap('to any state on ', wide),
    ],
  };
}

function wrap(start: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const lines: string[] = [];
  let line = start;
  words.forEach((word, index) => {
    const piece = index === words.length - 1 ? word : `${word}, `;
    if (line.length + piece.trimEnd().length > sizes.stayChars && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = '  ';
    }
    line += piece;
  });
  return [...lines, line.trimEnd()];
}

/** One track per target; tracks that do not touch the same heights share a column. */
function placeTracks(states: readonly PlacedState[], arrows: readonly PlacedArrow[]): Track[] {
  const start = labelsEnd(states, arrows) + sizes.trackGap;
  const spans = states
    .map((state) => ({
      state,
      ys: arrows.filter((arrow) => arrow.to === state.name).map((arrow) => arrow.y),
    }))
    .filter(({ ys }) => ys.length > 0)
    .map(({ state, ys }) => ({
      to: state.name,
      top: Math.min(state.entryY, ...ys),
      bottom: Math.max(state.entryY, ...ys),
    }))
    .sort((a, b) => a.bottom - a.top - (b.bottom - b.top));
  const columns: { top: number; bottom: number }[][] = [];
  return spans.map((span) => {
    const fits = (column: { top: number; bottom: number }[]): boolean =>
      column.every((other) => span.bottom + 8 < other.top || other.bottom + 8 < span.top);
    let index = columns.findIndex(fits);
    if (index < 0) index = columns.push([]) - 1;
    columns[index]!.push(span);
    return { ...span, x: start + index * sizes.trackGap };
  });
}

function everywhereOf(facts: StatechartFacts): string[] {
  const names = facts.transitions
    .filter((transition) => transition.from === null)
    .map((transition) =>
      transition.to === null
        ? eventName(transition)
        : `${eventName(transition)} → ${transition.to}`,
    );
  return [...new Set(names)];
}
