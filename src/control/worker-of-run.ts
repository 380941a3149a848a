/** Which configured workers may hold a run: by the address it was started at, and by its worker's name. */
import { asText } from '../lib/as-text.ts';
import type { ReadModels } from '../store/ports/read-models.ts';
import type { RunPlace } from '../worker/run-places.ts';
import type { WorkerDirectory, WorkerTarget } from './workers.ts';

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
    ...(named === undefined || named.lane === run.lane ? [] : [{ target: named, certain: false }]),
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

/** The worker to fetch a run's files from; where two may hold it, the one that says so. */
export async function holderOfRun(
  sources: Sources,
  run: Started,
): Promise<WorkerTarget | undefined> {
  const found = await workersOfRun(sources, run);
  if (found.length < 2) return found[0]?.target;
  const known = await Promise.all(found.map(({ target }) => target.client.findRun(run.run_id)));
  return (found[known.findIndex(({ kind }) => kind === 'ok')] ?? found[0])?.target;
}
