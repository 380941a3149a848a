/** The generated pages under `docs/states/`: one Markdown page per machine, and its drawing as SVG and as data. */
import { serviceManagerMachine } from '../app/process/service-manager-machine.ts';
import { machineSpecs } from '../machines/all.ts';
import { type Drawable, measureMachine, toTables } from '../machines/drawing/page.ts';
import { idleGateMachine } from '../machines/idle-gate/machine.ts';
import { runWatchMachine } from '../telemetry/run-watch-machine.ts';
import { samplerMachine } from '../telemetry/sampler-machine.ts';
import { tellerMachine } from '../worker/teller-machine.ts';
import { drawMachine } from './draw-machine.ts';
import { generatedNotice, renderPage } from './markdown.ts';

interface StatePage {
  /** Relative to the repository root. */
  readonly path: string;
  readonly content: string;
  /** What makes a drawing hard to read; see `findFaults`. */
  readonly faults?: readonly string[];
}

const folder = 'docs/states';

/** Every machine that has a page, in the order of the index. */
export const drawables: readonly Drawable[] = [
  ...machineSpecs,
  { kind: 'idle_gate', machine: idleGateMachine },
  // Of actors that persist nothing.
  { kind: 'sampler', machine: samplerMachine },
  { kind: 'run_watch', machine: runWatchMachine },
  { kind: 'run_teller', machine: tellerMachine },
  { kind: 'service_manager', machine: serviceManagerMachine },
];

/** All pages with their paths relative to the repository. Equal definitions give equal bytes. */
export async function renderStatePages(): Promise<StatePage[]> {
  const pages: StatePage[] = [{ path: `${folder}/README.md`, content: renderIndex() }];
  for (const spec of drawables) {
    const { svg, picture, faults } = await drawMachine(spec);
    pages.push(
      { path: `${folder}/${spec.kind}.md`, content: renderMachinePage(spec) },
      { path: `${folder}/${spec.kind}.svg`, content: svg, faults },
      { path: `${folder}/${spec.kind}.json`, content: `${JSON.stringify(picture)}\n` },
    );
  }
  return pages;
}

function renderMachinePage(spec: Drawable): string {
  const { kind } = spec;
  return [generatedNotice, `# ${kind}`, `![States of ${kind}](${kind}.svg)`, toTables(spec)].join(
    '\n\n',
  );
}

function renderIndex(): string {
  const rows = drawables.map((spec) => {
    const { states, transitions } = measureMachine(spec);
    return `| [${spec.kind}](${spec.kind}.md) | ${states} | ${transitions} | [drawing](${spec.kind}.svg) |`;
  });
  return renderPage([
    '# State machines',
    'Every actor is decided by one of these machines. Tables and drawings are made from the running definitions. States that hold others are not counted; transitions are, every branch of them.',
    '## How to read a drawing',
    [
      '- All arrows lead down; their label is the event, and in brackets the condition in words.',
      '- A way back up is no line: `↑ queued on RETRY` stands in the box that it leaves.',
      '- A box answers for all the boxes in it. Boxes with broken lines are regions: the machine is in all of them at once.',
      '- What leads nowhere is said in the box (`stays on`), what every state has at the head of the page.',
      '- The dot marks the first state, H the state that was left last (H* with all in it), a double border an end: nothing is waited for any more.',
    ].join('\n'),
    ['| Machine | States | Transitions | |', '|---|---|---|---|', ...rows].join('\n'),
  ]);
}
