/** What is to be laid out of a machine: boxes with their lines of text, and arrows with labels. */

import type { AnyStateMachine } from 'xstate';
import { type ChartState, listStates, readChart } from './chart.ts';
import { readEntries, type StateEntries } from './entries.ts';
import { measureLine, type Run, type TextLine, wrapRuns } from './measure.ts';
import { answerLines, arrowLines } from './sentences.ts';

/** Sizes in pixels. */
export const sizes = {
  lineHeight: 14.5,
  nameHeight: 19,
  padding: 10,
  boxWidthMin: 96,
  start: 12,
  history: 26,
} as const;

/** Widths in pixels at which text is broken; they decide how wide a drawing becomes. */
export interface Wrapping {
  readonly box: number;
  readonly label: number;
  /** Known widths of boxes that hold others, by id; a guess stands in for those left out. */
  readonly nests?: ReadonlyMap<string, number>;
}

/** A state, or the mark of a start or a history, with its text broken into lines; sizes in pixels. */
export interface SheetBox {
  readonly id: string;
  readonly form: 'state' | 'region' | 'final' | 'history' | 'start';
  /** Lines at the top of the box; of a box with others in it, above them. */
  readonly lines: readonly TextLine[];
  readonly width: number;
  /** Of the lines with the room around them. */
  readonly height: number;
  /** How much wider what is in the box must be made for its lines, as far as that is known. */
  readonly missing: number;
  /** Lines lead into it from outside, and must find a way past its own text. */
  readonly isEntered: boolean;
  readonly isTerminal: boolean;
  readonly status: string | null;
  readonly children: readonly SheetBox[];
}
/** An arrow between two boxes by their ids, with its label broken into lines; sizes in pixels. */
export interface SheetArrow {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly TextLine[];
  readonly width: number;
  readonly height: number;
}
/** All that a layout needs to know of a machine; where things stand is for it to say. */
export interface Sheet {
  readonly title: string;
  /** Paragraphs above the drawing, to be broken at its width. */
  readonly header: readonly (readonly Run[])[];
  readonly boxes: readonly SheetBox[];
  readonly arrows: readonly SheetArrow[];
}

/** The boxes and arrows of a machine; `title` stands above them. */
export function createSheet(machine: AnyStateMachine, title: string, wrapping: Wrapping): Sheet {
  const root = readChart(machine);
  const entries = readEntries(root);
  const arrows = [
    ...listStates(root).flatMap((state) => arrowsFrom(state, entries, wrapping)),
    ...listStates(root).flatMap(startArrow),
  ];
  const writing = { entries, wrapping, entered: findEntered(root, arrows) };
  return {
    title,
    header: [
      ...(root.description === '' ? [] : [[run(root.description, 'about')]]),
      ...answerLines(root, entries),
    ],
    boxes: childBoxes(root, writing),
    arrows,
  };
}

/** What boxes are written with. */
interface Writing {
  readonly entries: StateEntries;
  readonly wrapping: Wrapping;
  readonly entered: ReadonlySet<string>;
}

/** Ids of the boxes into which a line leads from outside, to a state within. */
function findEntered(root: ChartState, arrows: readonly SheetArrow[]): ReadonlySet<string> {
  const nests = listStates(root).filter(({ id, children }) => id !== '' && children.length > 0);
  const isIn = (id: string, nest: string): boolean => id.startsWith(`${nest}.`);
  const isEntered = ({ id }: ChartState): boolean =>
    arrows.some(({ from, to }) => isIn(to, id) && !isIn(from, id) && !from.startsWith(`${id}#`));
  return new Set(nests.filter(isEntered).map(({ id }) => id));
}

const run = (text: string, look: Run['look']): Run => ({ text, look });

function childBoxes(state: ChartState, writing: Writing): SheetBox[] {
  const boxes = state.children.map((child) => toBox(child, state, writing));
  return state.children.some(({ isInitial }) => isInitial)
    ? [emptyBox(`${state.id}#start`, 'start', sizes.start), ...boxes]
    : boxes;
}

function emptyBox(id: string, form: SheetBox['form'], size: number): SheetBox {
  return {
    id,
    form,
    lines: [],
    width: size,
    height: size,
    missing: 0,
    isEntered: false,
    isTerminal: false,
    status: null,
    children: [],
  };
}

function toBox(state: ChartState, parent: ChartState, writing: Writing): SheetBox {
  const { entries, wrapping } = writing;
  const { id, name, isTerminal, status } = state;
  if (state.type === 'history') {
    const mark = [run(state.isDeep ? 'H*' : 'H', 'name')];
    return { ...emptyBox(id, 'history', sizes.history), lines: [mark] };
  }
  const isEntered = writing.entered.has(id);
  const room = roomIn(state, wrapping, isEntered);
  const lines = [
    [run(name, 'name')],
    ...headOf(state).flatMap((runs) => wrapRuns(runs, room)),
    ...answerLines(state, entries).flatMap((runs) => wrapRuns(runs, room)),
  ];
  const content = Math.max(sizes.boxWidthMin, ...lines.map(measureLine));
  const width = Math.ceil(content + 2 * sizes.padding + 2);
  return {
    id,
    form: parent.type === 'parallel' ? 'region' : state.type === 'final' ? 'final' : 'state',
    lines,
    width,
    missing: isEntered ? 0 : Math.max(0, width - (wrapping.nests?.get(id) ?? width)),
    isEntered,
    height: Math.ceil(sizes.nameHeight + (lines.length - 1) * sizes.lineHeight + sizes.padding + 3),
    isTerminal,
    status: status ?? name,
    children: childBoxes(state, writing),
  };
}

/** How wide the text of a box may be; one with others in it is as wide as they make it. */
function roomIn(
  { id, children }: ChartState,
  { box, nests }: Wrapping,
  isEntered: boolean,
): number {
  if (children.length === 0) return box;
  // Lines pass beside this text.
  if (isEntered) return box * 1.3;
  const known = nests?.get(id);
  return known === undefined ? box * 1.5 : Math.max(box * 0.75, known - 2 * sizes.padding - 4);
}

/** Status and tags, what it is, what it runs. */
function headOf({ status, tags, description, invokes }: ChartState): Run[][] {
  const marks = [
    ...(status === null ? [] : [`status ${status}`]),
    ...tags.map((tag) => `tag ${tag}`),
  ];
  return [
    ...(marks.length === 0 ? [] : [[run(marks.join(', '), 'mark')]]),
    ...(description === '' ? [] : [[run(description, 'about')]]),
    ...invokes.map((name) => [run('does ', 'mark'), run(name, 'event')]),
  ];
}

/** One arrow for each state led to. */
function arrowsFrom({ id }: ChartState, { own }: StateEntries, { label }: Wrapping): SheetArrow[] {
  const arrows = (own.get(id) ?? []).filter(({ way }) => way === 'arrow');
  const targets = [...new Set(arrows.flatMap((entry) => entry.targets))];
  return targets.map((to) => {
    const lines = arrowLines(arrows.filter((entry) => entry.targets.includes(to))).flatMap((runs) =>
      wrapRuns(runs, label),
    );
    return {
      from: id,
      to,
      lines,
      width: Math.ceil(Math.max(...lines.map(measureLine))) + 8,
      height: Math.ceil(lines.length * sizes.lineHeight) + 2,
    };
  });
}

function startArrow({ id, children }: ChartState): SheetArrow[] {
  const first = children.find(({ isInitial }) => isInitial);
  if (first === undefined) return [];
  return [{ from: `${id}#start`, to: first.id, lines: [], width: 0, height: 0 }];
}
