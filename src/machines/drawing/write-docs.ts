/** The generated pages under `docs/states/`: one Markdown page and one drawing per machine. */
import { machineSpecs } from '../all.ts';
import { idleGateMachine } from '../idle-gate/machine.ts';
import { extractStatechart } from './extract.ts';
import { toStatechartSvg } from './svg.ts';
import { type Drawable, toStateTable } from './table.ts';

export interface GeneratedFile {
  /** Relative to the repository root. */
  readonly path: string;
  readonly content: string;
}

const folder = 'docs/states';
const drawables: readonly Drawable[] = [
  ...machineSpecs,
  { kind: 'idle_gate', machine: idleGateMachine },
];

/** All pages, in the order of the index. Pure: equal definitions give equal bytes. */
export function renderStateDocs(): GeneratedFile[] {
  return [
    { path: `${folder}/README.md`, content: renderIndex() },
    ...drawables.flatMap((spec) => [
      { path: `${folder}/${spec.kind}.md`, content: renderPage(spec) },
      { path: `${folder}/${spec.kind}.svg`, content: toStatechartSvg(spec) },
    ]),
  ];
}

const generatedNote = '<!-- Generated from the machines by `npm run docs`; do not edit. -->';

function renderPage(spec: Drawable): string {
  return [
    generatedNote,
    '',
    `# ${spec.kind}`,
    '',
    `![States of ${spec.kind}](${spec.kind}.svg)`,
    '',
    toStateTable(spec),
  ].join('\n');
}

function renderIndex(): string {
  const rows = drawables.map((spec) => {
    const { states, transitions } = extractStatechart(spec.machine);
    return `| [${spec.kind}](${spec.kind}.md) | ${states.length} | ${transitions.length} | [drawing](${spec.kind}.svg) |`;
  });
  return [
    generatedNote,
    '',
    '# State machines',
    '',
    'Every durable actor is decided by one of these machines. The drawings are made from the',
    'running definitions. A line leaves its state with the events that take it; lines to the same',
    'state join at dots and enter it at its name. A double border means that nothing is waited for',
    'any more.',
    '',
    '| Machine | States | Transitions | |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
