/** The Markdown page of a machine: its states, and what each of them answers, in the order of definition. */
import type { AnyStateMachine } from 'xstate';
import {
  type ChartState,
  type ChartTransition,
  countTransitions,
  listStates,
  readChart,
} from './chart.ts';

/** What a drawing needs of a machine. */
export interface Drawable {
  readonly kind: string;
  readonly machine: AnyStateMachine;
}

/** The states that hold no others, and the transitions of all: the size of a machine. */
export function measureMachine({ machine }: Drawable) {
  const states = listStates(readChart(machine));
  const leaves = states.filter(({ type }) => type === 'atomic' || type === 'final');
  return { states: leaves.length, transitions: countTransitions(machine) };
}

/** Two Markdown tables: states, then what they answer. */
export function toTables({ machine }: Drawable): string {
  const states = listStates(readChart(machine)).filter(
    ({ id, transitions }) => id !== '' || transitions.length > 0,
  );
  const answers = states.flatMap((state) =>
    state.transitions.map((transition) => answerRow(state, transition)),
  );
  return [
    '## States',
    '',
    tableRow(['State', '', 'Meaning']),
    '|---|---|---|',
    ...states.filter(({ id }) => id !== '').map(stateRow),
    '',
    '## What each answers',
    '',
    `${countTransitions(machine)} transitions. What a state does not answer, the state around it does.`,
    '',
    tableRow(['State', 'On', 'If', 'Leads to', 'Does']),
    '|---|---|---|---|---|',
    ...answers,
    '',
  ].join('\n');
}

function stateRow(state: ChartState): string {
  const { id, status, tags, invokes, description, isInitial, isTerminal, type } = state;
  const marks = [
    isInitial ? 'first' : '',
    type === 'parallel' ? 'all at once' : '',
    type === 'history' ? 'history' : '',
    isTerminal ? 'terminal' : '',
    ...(status === null ? [] : [`status ${code(status)}`]),
    ...tags.map((tag) => `tag ${code(tag)}`),
    ...invokes.map((name) => `does ${name}`),
  ];
  return tableRow([code(id), marks.filter(Boolean).join(', '), description]);
}

function answerRow({ id, children }: ChartState, transition: ChartTransition): string {
  const { event, isNamed, guard, isElse, targets, reenters, actions } = transition;
  const name = id === '' ? '*every state*' : code(id);
  const stays = reenters ? '*starts over*' : '*stays*';
  return tableRow([
    id !== '' && children.length > 0 ? `${name} *and all in it*` : name,
    isNamed ? code(event) : `*${event}*`,
    isElse ? '*else*' : (guard ?? ''),
    targets.length === 0 ? stays : targets.map(code).join(', '),
    actions.join(', '),
  ]);
}

const code = (text: string): string => `\`${text}\``;
/** A row of a Markdown table; cells may hold inline Markdown, pipes in them are escaped. */
export const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
