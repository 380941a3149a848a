/** What a run's machine does: spark lines of CPU and GPU, and how far the quiet window has filled. */
import { sparkHeight, sparkPath, sparkWidth } from '../spark.ts';
import { type Point, type Quiet, trackMs } from '../tracks.ts';
import { useValue } from '../ui/context.tsx';
import { Age, Drawing } from '../ui/parts.tsx';
import { clockText, gateWord } from '../words.ts';

interface TrackProps {
  readonly runId: string;
  /** For the label of its bar. */
  readonly name: string;
}

export function TrackLine({ runId, name }: TrackProps) {
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

interface MeterProps {
  readonly name: string;
  readonly points: readonly Point[];
  readonly read: (point: Point) => number | null;
}

function Meter({ name, points, read }: MeterProps) {
  const last = points.at(-1);
  const now = last === undefined ? null : read(last);
  const known = points.map(read).filter((value) => value !== null);
  const range =
    known.length < 2
      ? undefined
      : `${name} within the last ${trackMs / 60_000} min: ${percent(Math.min(...known))} to ${percent(Math.max(...known))}`;
  return (
    <span class="meter" title={range}>
      <span class="meter-name">{name}</span>
      <Drawing
        class="spark"
        width={sparkWidth}
        height={sparkHeight}
        paths={[
          { class: 'spark-floor', d: `M0 ${sparkHeight - 0.5}H${sparkWidth}` },
          { class: 'spark-line', d: sparkPath(points, read) },
        ]}
      />
      {now === null ? (
        <span class="unknown">unknown</span>
      ) : (
        <span class="figure">{percent(now)}</span>
      )}
    </span>
  );
}

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
