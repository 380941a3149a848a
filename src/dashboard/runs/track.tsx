/** What a run's machine does: spark lines of CPU and GPU, and how far the quiet window has filled. */
import { useEffect } from 'preact/hooks';
import { ask } from '../service/api.ts';
import { note, stateOf } from '../service/asking.ts';
import { useDashboard, useValue } from '../ui/context.tsx';
import { Age, Drawing } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { withUnit } from '../words/units.ts';
import { clockText, gateWord } from '../words/words.ts';
import { roundUp } from './chart-paths.ts';
import { sparkHeight, sparkPath, sparkWidth } from './spark.ts';
import { pastPoints, withPast } from './track-past.ts';
import { type Point, type Quiet, trackMs } from './tracks.ts';

interface TrackProps {
  readonly runId: string;
  /** For the label of its bar. */
  readonly name: string;
}

/** What the page was not open for is asked for once, so that the lines are there after a reload. */
function usePast(runId: string): void {
  const dashboard = useDashboard();
  const { told } = useTold(`past ${runId}`, (api) => {
    const { nowMs, skewMs } = stateOf(dashboard);
    const from = new Date(nowMs + skewMs - trackMs).toISOString();
    const params = { path: { run_id: runId }, query: { points: pastPoints, from } };
    return ask(api.get('/control/api/v1/runs/{run_id}/telemetry', { params }));
  });
  useEffect(() => {
    if (told === null) return;
    note(dashboard, { tracks: withPast(stateOf(dashboard).tracks, runId, told) });
  }, [told]);
}

export function TrackLine({ runId, name }: TrackProps) {
  usePast(runId);
  const track = useValue((state) => state.tracks.get(runId)) ?? null;
  if (track === null) return <div class="track unknown">no reading yet</div>;
  const { points, quiet, hasGpu, problem } = track;
  return (
    <div class="track" data-track={runId}>
      {quiet !== null && <QuietWindow quiet={quiet} name={name} />}
      <Meter name="CPU" points={points} read={(point) => point.cpu} />
      {hasGpu ? (
        <Meter name="GPU" points={points} read={(point) => point.gpu} />
      ) : (
        <span class="meter">
          <span>no GPU</span>
        </span>
      )}
      {problem === null ? (
        <span class="taken">
          <Age of={points.at(-1)?.atMs} />
        </span>
      ) : (
        <span class="taken problem">no reading: {problem}</span>
      )}
    </div>
  );
}

/** The memory of a run's machine over the same time; nothing while no reading of it is known. */
export function MemoryLines({ runId }: Pick<TrackProps, 'runId'>) {
  const track = useValue((state) => state.tracks.get(runId));
  if (track === undefined) return null;
  const { points, hasGpu } = track;
  return (
    <span class="track">
      <Meter name="Memory" points={points} read={(point) => point.memory} />
      {hasGpu && (
        <Meter name="GPU memory" points={points} read={(point) => point.vram} say={mebibytes} />
      )}
    </span>
  );
}

interface MeterProps {
  readonly name: string;
  readonly points: readonly Point[];
  readonly read: (point: Point) => number | null;
  /** A value in words; percent unless told, and then the line ends at what was highest and not at 100. */
  readonly say?: (value: number) => string;
}

function Meter({ name, points, read, say = percent }: MeterProps) {
  const last = points.at(-1);
  const now = last === undefined ? null : read(last);
  const known = points.map(read).filter((value) => value !== null);
  const range =
    known.length < 2
      ? undefined
      : `${name} within the last ${trackMs / 60_000} min: ${say(Math.min(...known))} to ${say(Math.max(...known))}`;
  const top = say === percent ? 100 : roundUp(Math.max(0, ...known));
  return (
    <span class="meter" title={range}>
      <span class="meter-name">{name}</span>
      <Drawing
        class="spark"
        width={sparkWidth}
        height={sparkHeight}
        paths={[
          { class: 'spark-floor', d: `M0 ${sparkHeight - 0.5}H${sparkWidth}` },
          { class: 'spark-line', d: sparkPath(points, read, top) },
        ]}
      />
      {now === null ? <span class="unknown">unknown</span> : <span class="figure">{say(now)}</span>}
    </span>
  );
}

const mebibytes = (value: number): string => withUnit(Math.round(value), 'MiB');

function percent(value: number): string {
  return `${value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)} %`;
}

/** How far the quiet window has filled: a run is done only when it is full. */
function QuietWindow({ quiet, name }: { readonly quiet: Quiet; readonly name: string }) {
  const { state, progressMs, sustainMs } = quiet;
  const isKnown = progressMs !== null && sustainMs !== null && sustainMs > 0;
  return (
    <div class="quiet">
      <span class="quiet-state">{gateWord(state)}</span>
      {isKnown ? (
        <>
          <progress
            max={sustainMs}
            value={Math.min(progressMs, sustainMs)}
            aria-label={`Quiet window of ${name}`}
          />
          <span class="figure">{`${clockText(progressMs)} / ${clockText(sustainMs)}`}</span>
        </>
      ) : (
        <span class="unknown">quiet window unknown</span>
      )}
    </div>
  );
}
