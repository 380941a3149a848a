/** The workers on the first page: how each is, what it does, and its GPUs with the age of the reading. */

import { addressOf } from '../places/places.ts';
import { MemoryLines } from '../runs/track.tsx';
import { ask } from '../service/api.ts';
import type { Overview, WorkerRow } from '../service/wire.ts';
import { useValue } from '../ui/context.tsx';
import { Age, Mark, Section } from '../ui/parts.tsx';
import { useTold } from '../ui/told.ts';
import { withUnit } from '../words/units.ts';
import { capital, endSentence } from '../words/words.ts';
import { newerReadings } from './newer-readings.ts';
import type { WorkerGpu } from './worker-model.ts';
import { healthWords } from './worker-words.ts';

type WorkerNow = NonNullable<Overview['workers']>[number];

/** GPUs shown of each; its own page has all. */
const gpusShown = 4;

/** Nothing where none is configured: readiness says so. */
export function WorkersNow() {
  const overview = useValue((state) => state.overview);
  const { workers = [], active = [] } = overview ?? {};
  // What of a worker does not come with the feed may be another where one of these is.
  const change = [
    ...workers.map(({ target, status }) => `${target} ${status}`),
    ...active.map(({ run_id: id }) => id),
  ].join();
  const { told } = useTold(
    workers.length === 0 ? null : 'workers',
    (api) => ask(api.get('/control/api/v1/workers', {})),
    change,
  );
  if (workers.length === 0) return null;
  return (
    <Section title="Workers" count={workers.length}>
      <ul class="rows">
        {workers.map((worker) => (
          <WorkerLine
            key={worker.target}
            worker={worker}
            row={told?.workers?.find(({ name }) => name === worker.target)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface WorkerLineProps {
  readonly worker: WorkerNow;
  /** Undefined while it was not told. */
  readonly row: WorkerRow | undefined;
}

function WorkerLine({ worker, row }: WorkerLineProps) {
  const { target: name = 'unknown', status, trouble, observed_at: observedAt } = worker;
  const live = useValue((state) => state.readings.get(name));
  const { mark, word } = healthWords(status);
  const { atMs, gpus } = newerReadings(row ?? {}, live);
  const run = row?.active;
  return (
    <li class="row" data-worker={name}>
      <div class="lead">
        <Mark kind={mark}>{word}</Mark>
      </div>
      <div class="what">
        <a class="item" href={addressOf({ page: 'workers', id: name })}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
        </a>
        {run?.run_id != null && (
          <a href={addressOf({ page: 'runs', id: run.run_id })}>
            runs <bdi>{run.project_id ?? run.run_id}</bdi>
          </a>
        )}
        {/* What a worker that does not answer read last is old: its own page says so. */}
        {row !== undefined && status !== 'unreachable' && <Gpus gpus={gpus} />}
        {run?.run_id != null && status !== 'unreachable' && <MemoryLines runId={run.run_id} />}
        {trouble != null && (
          <span class="step">
            <b>Trouble: </b>
            {endSentence(capital(trouble))}
          </span>
        )}
      </div>
      <div class="when">
        <Age of={atMs ?? observedAt} />
      </div>
    </li>
  );
}

/** Null: they could not be read. */
function Gpus({ gpus }: { readonly gpus: readonly WorkerGpu[] | null }) {
  if (gpus === null) return <span class="unknown">GPUs unknown</span>;
  if (gpus.length === 0) return <span class="soft">no GPU</span>;
  return (
    <>
      {gpus.slice(0, gpusShown).map(({ index, use, usedMib, totalMib }, place) => (
        <span key={index ?? place} class="meter">
          <span class="meter-name">GPU {index ?? place}</span>
          <span class="figure">{withUnit(use, '%')}</span>
          <span class="figure soft">
            {withUnit(usedMib, 'MiB')} of {withUnit(totalMib, 'MiB')}
          </span>
        </span>
      ))}
      {gpus.length > gpusShown && <span class="soft">and {gpus.length - gpusShown} more</span>}
    </>
  );
}
