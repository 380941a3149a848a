/**
 * Replications of papers: the project that does an experiment again, what stands against publishing while
 * that is not over, and where its results lie.
 */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import {
  projectSchema,
  queueItemSchema,
  type Replication,
  replicationSchema,
  runSchema,
} from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { CreateEvent } from '../../machines/project/events.ts';
import type { ReplicationEvent } from '../../machines/replication/events.ts';
import type { ReplicationSource } from '../../papers/evidence/replication.ts';
import type { ReadModels } from '../../store/ports/read-models.ts';
import type { WorkerDirectory } from '../fleet/index.ts';
import { projectDirOf, projectFolder } from './paper-folders.ts';

type Reads = Pick<ReadModels, 'get'>;
interface Subject {
  readonly paper_id: string;
  readonly project_id: string;
  readonly run_id: string;
}

/** The replication of a paper as it is stored; null where none was asked for. */
export async function replicationOfPaper(
  reads: Reads,
  paperId: string,
): Promise<Replication | null> {
  const row = await reads.get('replication', paperId);
  return row === undefined ? null : replicationSchema.parse(row);
}

/**
 * What the replication of a paper is told: that it be made under that number, or why there can be none. The
 * same for the same paper and number, so that what is asked twice is one project.
 */
export async function planReplication(
  { reads, workers }: { readonly reads: Reads; readonly workers: WorkerDirectory },
  subject: Subject,
  number: number,
): Promise<Extract<ReplicationEvent, { type: 'REQUEST' | 'IMPOSSIBLE' }>> {
  const [projectRow, itemRow, runRow] = await Promise.all([
    reads.get('project', subject.project_id),
    reads.get('queue_item', subject.project_id),
    reads.get('run', subject.run_id),
  ]);
  const impossible = (reason: string) => ({ type: 'IMPOSSIBLE', ...subject, reason }) as const;
  if (projectRow === undefined || itemRow === undefined || runRow === undefined)
    return impossible('its project, queue item or run is not in the store any more');
  const run = runSchema.parse(runRow);
  const evaluation = run.registration?.evaluation;
  if (evaluation === undefined)
    return impossible(
      'no criterion was registered before its run, so there is nothing to compare a second run by',
    );
  const project = projectSchema.parse(projectRow);
  const item = queueItemSchema.parse(itemRow);
  const machine_target = otherWorker(workers, item, run.worker_target) ?? item.machine_target;
  const mark = fingerprint(['replication', subject.paper_id, number]);
  const seed = Number.parseInt(mark.slice(0, 6), 16);
  const ending = `-replication-${number}-${mark.slice(0, 8)}`;
  const id = `${subject.project_id.slice(0, limits.projectIdCharsMax - ending.length)}${ending}`;
  const identity = {
    project_id: id,
    project_name: `Replication ${number} of ${project.project_name}`.slice(0, titleCharsMax),
    project_dir: id,
    prompt: promptOf({
      project: project.project_dir,
      run: subject.run_id,
      prompt: project.prompt,
      seed,
    }),
    tags: ['replication'],
    evaluation,
  };
  const child: CreateEvent = {
    type: 'CREATE',
    ...identity,
    hypothesis: project.hypothesis,
    source_kind: 'replication',
    source_ref: `run:${subject.run_id}`,
    parent_project_id: project.project_id,
    lineage_depth: project.lineage_depth + 1,
    intake_batch: null,
    title_key: null,
    enqueue: {
      type: 'ENQUEUE',
      ...identity,
      replicates: { paper_id: subject.paper_id, run_id: subject.run_id, number },
      selection_rank: item.selection_rank,
      dispatch_priority: item.dispatch_priority,
      auto_continue: item.auto_continue,
      max_continues: item.max_continues,
      max_retries: item.max_retries,
      machine_target,
      workload_class: item.workload_class,
      model: item.model,
      reasoning_effort: item.reasoning_effort,
      sandbox: item.sandbox,
    },
  };
  return { type: 'REQUEST', ...subject, number, child, seed, machine_target };
}

/** Titles become names of folders and lists. */
const titleCharsMax = 500;

/** Another worker that takes the class; undefined where there is none. */
function otherWorker(
  workers: WorkerDirectory,
  item: { readonly workload_class: Parameters<WorkerDirectory['route']>[0]['workload_class'] },
  first: string | null,
): string | undefined {
  const lane = first === null ? undefined : workers.byName(first)?.lane;
  return workers.targets.find(
    ({ name, lane: own }) =>
      name !== first &&
      own !== lane &&
      workers.route({ machine_target: name, workload_class: item.workload_class }).ok,
  )?.name;
}

function promptOf(of: {
  readonly project: string;
  readonly run: string;
  readonly prompt: string;
  readonly seed: number;
}): string {
  return [
    `This is a replication: the experiment of run ${of.run} is done again, to see whether its result holds.`,
    `Its project folder is "${of.project}", beside yours. Where that folder is there, copy its code into yours and run it as it is; change nothing there, and take over none of its results. Where it is not there, build the experiment from its description below.`,
    `Where the experiment takes a random seed, use ${of.seed}, which is another than that of the first run. Write the result files under the same names as the description asks for.`,
    'The description of the experiment follows.',
    of.prompt,
  ].join('\n\n');
}

/** Why a paper is not published as far as its replication goes. */
interface ReplicationObstacle {
  readonly reason:
    | 'replication_missing'
    | 'replication_waiting'
    | 'replication_comparing'
    | 'replication_not_in_paper';
  readonly message: string;
  /** The project that does it again; null where there is none. */
  readonly project_id: string | null;
}

/** Null where nothing stands against it, or `required` is false: nobody asked for replications. */
export async function replicationObstacle(
  reads: Reads,
  paperId: string,
  required: boolean,
): Promise<ReplicationObstacle | null> {
  if (!required) return null;
  const [replication, paper] = await Promise.all([
    replicationOfPaper(reads, paperId),
    reads.get('paper', paperId),
  ]);
  const path = `/control/api/v1/papers/${paperId}/replicate`;
  if (replication === null)
    return {
      reason: 'replication_missing',
      message: `${paperId} waits for a replication that nobody has asked for (replicate_before_publication): rewrite the draft, or ask with POST ${path}.`,
      project_id: null,
    };
  const { status, child_project_id: child, child_run_id: run, last_error: trouble } = replication;
  if (status === 'waiting') {
    const current = run ?? asText((await reads.get('queue_item', child ?? ''))?.['current_run_id']);
    const which = current === '' ? `of ${child}, which is not started yet` : current;
    const held = trouble === null ? '' : `; a person must look at it: ${trouble}`;
    return {
      reason: 'replication_waiting',
      message: `${paperId} waits for its replication run ${which}${held}.`,
      project_id: child,
    };
  }
  if (status === 'comparing')
    return {
      reason: 'replication_comparing',
      message: `The replication run ${run} of ${paperId} is over and is being compared with the first one.`,
      project_id: child,
    };
  const written = asText(paper?.['generated_at']);
  if (replication.number > 0 && written < asText(replication.ended_at))
    return {
      reason: 'replication_not_in_paper',
      message: `The replication of ${paperId} ended after its text was written and is not in it; rewrite the draft.`,
      project_id: child,
    };
  return null;
}

/** Where the results of a replication lie that is over; null where there is none or it is not over. */
export async function replicationSource(
  { reads, artifactRoot }: { readonly reads: ReadModels; readonly artifactRoot: string },
  paperId: string,
): Promise<ReplicationSource | null> {
  const replication = await replicationOfPaper(reads, paperId);
  if (replication === null) return null;
  const { status, child_run_id: runId, child_project_id: projectId, number } = replication;
  if (!['comparing', 'agreed', 'disagreed', 'failed'].includes(status)) return null;
  if (runId === null || projectId === null) return null;
  const run = await reads.get('run', runId);
  return {
    runId,
    projectId,
    number,
    worker: run === undefined ? null : runSchema.parse(run).worker_target,
    dir:
      status === 'failed'
        ? null
        : projectFolder(artifactRoot, await projectDirOf(reads, projectId)),
  };
}

/** Throws `gates_failed` where nothing can be run again. */
export function refuseImpossible(
  planned: Awaited<ReturnType<typeof planReplication>>,
): asserts planned is Extract<ReplicationEvent, { type: 'REQUEST' }> {
  if (planned.type === 'REQUEST') return;
  throw new ServiceError(
    'gates_failed',
    `${planned.paper_id} cannot be replicated: ${planned.reason}`,
    { problems: [planned.reason] },
  );
}
