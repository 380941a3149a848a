/** A second run beside the one that is shown: both since their start, and in what they differ. */

import { addressOf } from '../places/places.ts';
import { ask } from '../service/api.ts';
import type { RunFacts } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { type Column, Table } from '../ui/lists.tsx';
import { Drawing, Empty, Trouble, Waiting } from '../ui/parts.tsx';
import { type Asked, useTold } from '../ui/told.ts';
import { withUnit } from '../words/units.ts';
import { endSentence, spanText } from '../words/words.ts';
import { plotHeight, plotWidth } from './chart-paths.ts';
import { Choice } from './compare-choice.tsx';
import {
  type DifferenceRow,
  lengthOf,
  readingRows,
  type SharedLane,
  settingRows,
  sharedLanes,
  sharedLine,
} from './compare-model.ts';
import { Results } from './compare-results.tsx';
import { emptySeries, historyPoints, type Series, withHistory } from './run-series.ts';

interface CompareProps {
  readonly id: string;
  readonly facts: RunFacts;
}

/** Which run stands beside it is in the address. */
export function Compare({ id, facts }: CompareProps) {
  const other = useValue((state) => state.place.with);
  return (
    <section aria-label="Beside another run" class="compare">
      <h3>Beside another run</h3>
      <Choice id={id} project={facts.run?.project_id ?? ''} other={other} />
      {other === id ? (
        <Empty>That is this run itself.</Empty>
      ) : (
        other !== '' && <Both key={other} id={id} facts={facts} other={other} />
      )}
    </section>
  );
}

interface BothProps extends CompareProps {
  readonly other: string;
}

function Both({ id, facts, other }: BothProps) {
  const second = useTold(`run ${other}`, (api) =>
    ask(
      api.get('/control/api/v1/runs/{run_id}', { params: { path: { run_id: other }, query: {} } }),
    ),
  );
  if (second.told?.run === undefined) {
    if (second.problem === null) return <Waiting />;
    return <Trouble>The other run cannot be shown: {endSentence(second.problem)}</Trouble>;
  }
  return (
    <>
      <p>
        <span class="key-left">This run</span> and{' '}
        <a class="key-right" href={addressOf({ page: 'runs', id: other, with: id })}>
          {other}
        </a>
        , each since its own first reading.
      </p>
      <Readings id={id} other={other} />
      <Differences
        name="Settings and ends"
        rows={settingRows(facts.run ?? {}, second.told.run)}
        none="Nothing is known of either."
      />
      <Results left={facts} right={second.told} />
    </>
  );
}

function useWhole(id: string): Asked<unknown> & { readonly series: Series | null } {
  const asked = useTold(`whole ${id}`, (api) => {
    const params = { path: { run_id: id }, query: { points: historyPoints } };
    return ask(api.get('/control/api/v1/runs/{run_id}/telemetry', { params }));
  });
  const series = asked.told === null ? null : withHistory(emptySeries, asked.told);
  return { ...asked, series };
}

function Readings({ id, other }: { readonly id: string; readonly other: string }) {
  const left = useWhole(id);
  const right = useWhole(other);
  const problem = left.problem ?? right.problem;
  if (problem !== null)
    return <Trouble>The readings are not known: {endSentence(problem)}</Trouble>;
  if (left.series === null || right.series === null) return <Waiting />;
  const both = [left.series, right.series] as const;
  const lengthMs = lengthOf(both);
  return (
    <>
      <div class="chart" aria-hidden="true">
        {sharedLanes(...both).map((lane) => (
          <SharedStrip key={lane.id} lane={lane} both={both} lengthMs={lengthMs} />
        ))}
      </div>
      <p class="aside">
        The whole width is {spanText(lengthMs)}; this run is the full line, the other the dashed
        one. Their table has the same in figures.
      </p>
      <Differences
        name="Readings of both"
        rows={readingRows(...both)}
        none="Nothing was read of either."
      />
    </>
  );
}

interface SharedStripProps {
  readonly lane: SharedLane;
  readonly both: readonly [Series, Series];
  readonly lengthMs: number;
}

/** Both lines in one plot, each from the time of its own first reading. */
function SharedStrip({ lane, both, lengthMs }: SharedStripProps) {
  const lines = both.map((series, index) => ({
    class: index === 0 ? 'plot-line' : 'plot-line other',
    d: sharedLine(series, lane, lengthMs),
  }));
  return (
    <div class="strip">
      <span class="strip-name">
        <b>{lane.name}</b>
      </span>
      <div class="plot">
        <Drawing class="plot-lines" width={plotWidth} height={plotHeight} paths={lines} />
      </div>
      <span class="strip-value soft">{`up to ${withUnit(lane.max, lane.unit)}`}</span>
    </div>
  );
}

interface DifferencesProps {
  readonly name: string;
  readonly rows: readonly DifferenceRow[];
  readonly none: string;
}

const unknown = <span class="unknown">unknown</span>;
const differenceColumns: readonly Column<DifferenceRow>[] = [
  { name: 'What', cell: ({ name }) => name },
  { name: 'This run', cell: ({ left }) => left ?? unknown },
  { name: 'The other', cell: ({ right }) => right ?? unknown },
  {
    name: 'Difference',
    cell: ({ left, right, difference }) =>
      difference ?? (left === right ? 'none' : left === null || right === null ? '–' : 'another'),
  },
];

function Differences({ name, rows, none }: DifferencesProps) {
  if (rows.length === 0) return <Empty>{none}</Empty>;
  return (
    <>
      <h4>{name}</h4>
      <Table name={name} columns={differenceColumns} rows={rows} keyOf={({ name: key }) => key} />
    </>
  );
}
