/** The chart of a run as a table, for those who cannot or do not want to look at it. */
import { roundSpan } from '../../lib/chart/ticks.ts';
import { TableHead } from '../ui/lists.tsx';
import { momentText, spanText } from '../words/words.ts';
import type { Lane } from './chart-lanes.ts';
import type { TimeRange } from './chart-paths.ts';
import { type ReadingRow, readingRows } from './readings.ts';
import type { Series } from './run-series.ts';

interface ReadingsTableProps {
  readonly series: Series;
  readonly lanes: readonly Lane[];
  readonly range: TimeRange;
  /** On the worker's clock. */
  readonly nowMs: number;
}

/** Rows told of a range; of closer readings the first in each step of time is. */
const rowsMax = 60;
const name = 'Readings over time';

/** Rows stay where they are while new ones come below, so that nobody loses their place. */
export function ReadingsTable({ series, lanes, range, nowMs }: ReadingsTableProps) {
  const stepMs = roundSpan((range.toMs - range.fromMs) / rowsMax);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section class="table-scroll" tabIndex={0} aria-label={name}>
        <table aria-label={name}>
          <TableHead columns={[{ name: 'Time' }, ...lanes]} />
          <tbody>
            {readingRows(series, range, stepMs).map((row) => (
              <tr key={`${row.kind} ${row.fromMs} ${row.toMs}`}>
                <th scope="row" class="figure">
                  {momentText(row.fromMs, nowMs)}
                </th>
                <RowCells row={row} lanes={lanes} nowMs={nowMs} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="aside">One reading in {spanText(stepMs)} is told; a shorter stretch shows more.</p>
    </div>
  );
}

interface RowCellsProps {
  readonly row: ReadingRow;
  readonly lanes: readonly Lane[];
  readonly nowMs: number;
}

function RowCells({ row, lanes, nowMs }: RowCellsProps) {
  const problem =
    row.kind === 'hole'
      ? `no reading until ${momentText(row.toMs, nowMs)}`
      : row.problem === null
        ? null
        : `no reading: ${row.problem}`;
  if (row.kind === 'hole' || problem !== null) {
    return (
      <td colSpan={lanes.length} class="unknown">
        {problem}
      </td>
    );
  }
  return (
    <>
      {lanes.map((lane) => {
        const text = lane.text(row);
        return (
          <td key={lane.id} class={text === null ? 'unknown' : 'figure'}>
            {text ?? 'unknown'}
          </td>
        );
      })}
    </>
  );
}
