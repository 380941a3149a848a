/** The list of runs: what each does or how it ended, with one run beside it. */

import type { RunRow } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import {
  Chips,
  type Column,
  NarrowedTo,
  nothingTagged,
  OpenLink,
  PageTable,
} from '../ui/lists.tsx';
import { Split } from '../ui/pane.tsx';
import { Age, Mark, Section } from '../ui/parts.tsx';
import { Titled } from '../ui/titled.tsx';
import { withUnit } from '../words/units.ts';
import { capital, clockText, endSentence, gateWord, spanText } from '../words/words.ts';
import { DayBudgets } from './day-budgets.tsx';
import { RunPane } from './run.tsx';
import { isOpenRun, tookMs } from './run-model.ts';
import { runMark } from './run-words.ts';

export function RunsPage() {
  const id = useValue((state) => state.place.id);
  const isPast = useValue((state) => state.place.at !== null);
  const list = (
    <>
      {!isPast && <DayBudgets />}
      <RunsSection />
    </>
  );
  return <Split name="runs" list={list} pane={id !== null && <RunPane key={id} />} />;
}

function RunsSection() {
  const runs = useValue((state) => state.runs);
  const place = useValue((state) => state.place);
  const columns: readonly Column<RunRow>[] = [
    {
      name: 'Run',
      cell: (row) => (
        <div>
          <RunName row={row} />
          <Chips of={row.tags} page="runs" place={{ ...place, span: 'all' }} />
        </div>
      ),
    },
    ...otherColumns,
  ];
  return (
    <Section title="Runs" count={runs?.rows.length === 0 ? 0 : null}>
      <NarrowedTo place={place} />
      <PageTable
        name="Runs"
        columns={columns}
        page={runs}
        keyOf={({ run_id: id }) => id}
        none={
          place.tags.length > 0
            ? nothingTagged(place.tags)
            : 'No run yet. One begins when a queued item is dispatched to a worker.'
        }
      />
    </Section>
  );
}

const otherColumns: readonly Column<RunRow>[] = [
  {
    name: 'State',
    cell: (row) => <RunMark run={row} />,
  },
  {
    name: 'Worker',
    cell: ({ worker_target: worker }) => <span class="mono">{worker ?? 'none yet'}</span>,
  },
  {
    name: 'Now, or its end',
    cell: (row) => (isOpenRun(row) ? <Doing runId={row.run_id ?? ''} /> : endWords(row)),
  },
  { name: 'Started', cell: ({ started_at: at }) => (at === null ? '–' : <Age of={at} />) },
  { name: 'Took', cell: (row) => (row.started_at === null ? '–' : <Took row={row} />) },
];

export function RunMark({ run }: { readonly run: RunRow }) {
  const { kind, word } = runMark(run);
  return <Mark kind={kind}>{word}</Mark>;
}

function RunName({ row }: { readonly row: RunRow }) {
  const { run_id: id, project_id: projectId, project_name: title, attempt = 1 } = row;
  const name = (
    <>
      <Titled id={projectId ?? id ?? 'unknown'} title={title} />
      {attempt > 1 && <small>attempt {attempt}</small>}
    </>
  );
  return id === undefined ? name : <OpenLink id={id}>{name}</OpenLink>;
}

function Took({ row }: { readonly row: RunRow }) {
  const took = tookMs(row);
  if (took !== null) return <span class="figure">{spanText(took)}</span>;
  return isOpenRun(row) ? (
    <Age of={row.started_at} as="span" />
  ) : (
    <span class="unknown">unknown</span>
  );
}

function endWords({ last_error: error, exit_code: exitCode }: RunRow): string {
  if (error != null) return endSentence(capital(error));
  return exitCode == null || exitCode === 0 ? '–' : `Exit code ${exitCode}.`;
}

/** What the feed tells of a live run. */
function Doing({ runId }: { readonly runId: string }) {
  const track = useValue((state) => state.tracks.get(runId)) ?? null;
  if (track === null) {
    return (
      <div class="doing">
        <span class="unknown">no reading yet</span>
      </div>
    );
  }
  const { quiet, problem, points, hasGpu } = track;
  const last = points.at(-1);
  if (problem !== null) {
    return (
      <div class="doing">
        <span class="taken problem">no reading: {problem}</span>
      </div>
    );
  }
  const isFilling = quiet?.progressMs != null && quiet.sustainMs !== null && quiet.progressMs > 0;
  const window = isFilling
    ? ` ${clockText(quiet.progressMs)} of ${clockText(quiet.sustainMs)}`
    : '';
  const gpu = hasGpu ? `GPU ${figure(last?.gpu ?? null)}` : 'no GPU';
  return (
    <div class="doing">
      <span>{`${capital(gateWord(quiet?.state))}${window}`}</span>
      <span class="figure soft">{`CPU ${figure(last?.cpu ?? null)} · ${gpu}`}</span>
      <span class="soft">
        <Age of={last?.atMs} />
      </span>
    </div>
  );
}

const figure = (value: number | null): string =>
  withUnit(value === null || value < 10 ? value : Math.round(value), '%');
