/** The Markdown page of a statechart: its states and every transition, in the order of definition. */
import type { AnyStateMachine } from 'xstate';
import { extractStatechart, type StatechartFacts, type TransitionFacts } from './extract.ts';

/** What a drawing needs of a machine. */
export interface Drawable {
  readonly kind: string;
  readonly machine: AnyStateMachine;
}

/** Two Markdown tables: states, then transitions. */
export function toStateTable(spec: Drawable): string {
  const facts = extractStatechart(spec.machine);
  return `## States\n\n${statesTable(facts)}\n\n## Transitions\n\n${transitionsTable(facts)}\n`;
}

function statesTable({ states }: StatechartFacts): string {
  const rows = states.map(({ name, description, isInitial, isTerminal }) => {
    const marks = [isInitial ? 'first' : '', isTerminal ? 'terminal' : ''].filter(Boolean);
    return row([code(name), marks.join(', '), description]);
  });
  return [row(['State', '', 'Meaning']), '|---|---|---|', ...rows].join('\n');
}

function transitionsTable({ transitions }: StatechartFacts): string {
  const rows = transitions.map((transition) =>
    row([
      transition.from === null ? '*any*' : code(transition.from),
      transition.event === '' ? '*at once*' : code(transition.event),
      transition.guard === null ? '' : code(transition.guard),
      transition.to === null ? '*stays*' : code(transition.to),
      does(transition),
    ]),
  );
  return [row(['From', 'Event', 'If', 'To', 'Does']), '|---|---|---|---|---|', ...rows].join('\n');
}

const does = ({ actions }: TransitionFacts): string => actions.join(', ');
const code = (text: string): string => `\`${text}\``;
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
