/** The part of docs/benchmarks.md that says how far one machine goes, from what the fleet's benchmark measured last. */
import { renderTable } from './markdown.ts';

const marks = ['<!-- fleet: begin -->', '<!-- fleet: end -->'] as const;

interface Measured {
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly measured_at: string;
    /** Just before: over one minute first. */
    readonly load_average: readonly number[];
  };
  readonly results: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly unit: string;
    readonly baseline?: { readonly value: number | null };
    readonly note?: string;
  }[];
}

/** The page with that part anew; `kept` is `bench/results/fleet.json`, undefined where there is none. */
export function withFleetSection(page: string, kept: string | undefined): string {
  const [begin, end] = marks;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/benchmarks.md lacks ${begin} or ${end}`);
  const part = kept === undefined ? unmeasured : render(JSON.parse(kept) as Measured);
  return `${page.slice(0, from + begin.length)}\n${part}\n${page.slice(to)}`;
}

const unmeasured = 'Not measured yet: `npm run bench -- fleet` does it, in about six minutes.';

function render({ machine, results }: Measured): string {
  const figure = (value: number | null | undefined, unit: string): string =>
    value === undefined ? '–' : value === null ? 'unknown' : `${value} ${unit}`;
  const rows = results.map(({ name, value, unit, baseline, note }) => [
    note === undefined ? name : `${name} (${note})`,
    figure(value, unit),
    figure(baseline?.value, unit),
  ]);
  return [
    `Measured on ${machine.measured_at.slice(0, 10)} on ${machine.cores} cores, Node ${machine.node}${besideOthers(machine)}.`,
    renderTable(['Of the control plane', 'Fleet', 'One gate, one client'], rows),
  ].join('\n\n');
}

/** Where more was to run than there are cores, what waits for one is in every time. */
function besideOthers({ cores, load_average: [load = 0] }: Measured['machine']): string {
  return load > cores ? `, beside other work: the load average was ${load} just before` : '';
}
