/** Which configured workers may hold a run: by the address it was started at, and by its worker's name. */
import { asText } from '../../lib/as-text.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { RunPlace } from '../../worker-client/run-places.ts';
import type { WorkerDirectory, WorkerTarget } from '../fleet/index.ts';

interface Started {
  readonly run_id: string;
  /** Address it was started at. */
  readonly lane: string;
}
interface Sources {
  readonly workers: WorkerDirectory;
  readonly reads: Pick<ReadModels, 'get'>;
}

/** The worker at the run's address first, then the one that has its worker's name elsewhere. */
export async function workersOfRun(
  { workers, reads }: Sources,
  run: Started,
): Promise<{ readonly target: WorkerTarget; readonly certain: boolean }[]> {
  const atAddress = workers.byLane(run.lane);
  const row = await reads.get('run', run.run_id);
  const named = workers.byName(asText(row?.['worker_target']));
  return [
    ...(atAddress === undefined ? [] : [{ target: atAddress, certain: true }]),
    ...(named === undefined || named === atAddress || named.lane === run.lane
      ? []
      : [{ target: named, certain: false }]),
  ];
}

/** As the effects on workers want them. */
export async function placesOfRun(sources: Sources, run: Started): Promise<RunPlace[]> {
  const found = await workersOfRun(sources, run);
  return found.map(({ target, certain }) => ({
    client: target.client,
    worker: `worker ${target.name} (${target.lane})`,
    certain,
  }));
}

/** The worker that has a run's files, or why none can be named. */
export type Holder =
  | { readonly target: WorkerTarget }
  | { readonly target: null; readonly error: string; readonly unreachable: boolean };

/**
 * The worker to fetch a run's files from. One that only has the name of the run's worker must know
 * the run: another machine's files of the same project are those of another run.
 */
export async function holderOfRun(sources: Sources, run: Started): Promise<Holder> {
  const found = await workersOfRun(sources, run);
  const certain = found.find((place) => place.certain)?.target;
  if (found.length === 1 && certain !== undefined) return { target: certain };
  const known = await Promise.all(found.map(({ target }) => target.client.findRun(run.run_id)));
  const holder = found[known.findIndex(({ kind }) => kind === 'ok')]?.target ?? certain;
  if (holder !== undefined) return { target: holder };
  const [named] = found;
  const [answer] = known;
  if (named === undefined || answer === undefined || answer.kind === 'ok') {
    const error = `worker ${run.lane} is not configured, nor is one of its name`;
    return { target: null, error, unreachable: false };
  }
  const { name, lane } = named.target;
  if (answer.kind !== 'refused') {
    return { target: null, error: `worker ${name} (${lane}): ${answer.error}`, unreachable: true };
  }
  const error = `worker ${name} (${lane}) does not know the run, which was started at ${run.lane}; its files are there, and that address is not configured any more`;
  return { target: null, error, unreachable: false };
}
