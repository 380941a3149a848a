/** Effects `paper.draft` and `paper.rewrite`: evidence to a paper in its folder, or why not. */

import type { EffectContext, EffectHandler } from '../../actors/runtime/effect-handler.ts';
import type { ServiceError } from '../../domain/errors.ts';
import { queueItemSchema, runSchema } from '../../domain/records.ts';
import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { GenerateInput, RewriteInput } from '../../machines/paper/effects.ts';
import type { PaperEvent } from '../../machines/paper/events.ts';
import type { WrittenPaper } from '../../papers/artifacts.ts';
import { contradictionReasons } from '../../papers/claims/contradiction.ts';
import type { WriteTask } from '../../papers/work/jobs.ts';
import { isAnswer } from '../common/index.ts';
import { syncProject } from '../runs/index.ts';
import type { PaperEffectOptions } from './effect-options.ts';
import { observeRun } from './observed-run.ts';
import { projectFolder } from './paper-folders.ts';
import { type Obstacle, rewriteObstacle } from './paper-obstacles.ts';
import { registrationOfRun } from './registration.ts';
import { planReplication, replicationOfPaper, replicationSource } from './replication.ts';
import { canceledWriting } from './writing-stops.ts';

type Generated = Extract<PaperEvent, { type: 'DRAFTED' | 'REWRITTEN' | 'GENERATION_FAILED' }>;

/** `done` is the event of success. A draft uses what the run brought; a rewrite may fetch it anew. */
export function createWritePaper(
  options: PaperEffectOptions,
  done: 'DRAFTED' | 'REWRITTEN',
): EffectHandler {
  const isRewrite = done === 'REWRITTEN';
  return {
    async run(given, { signal: ending, effectId }) {
      const input = given as unknown as GenerateInput;
      const canceled = () => canceledWriting(options.reads, input.paper_id, isRewrite);
      const writing = options.stops.begin(input.paper_id);
      const stopped = async () =>
        writing.signal.aborted && !ending.aborted ? await canceled() : null;
      /** With what a model used for it, which counts whatever came of it. */
      const told = (outcome: Generated): Generated => {
        const use = options.model?.used({ paperId: input.paper_id, effectId }) ?? null;
        return use === null ? outcome : { ...outcome, writer_use: use };
      };
      try {
        const before = await canceled();
        if (before !== null) return told(before);
        const signal = AbortSignal.any([ending, writing.signal]);
        const outcome = await generate(options, done, input, { signal, effectId });
        // A text that is there already stays.
        return told(
          outcome.type === 'GENERATION_FAILED' ? ((await stopped()) ?? outcome) : outcome,
        );
      } catch (error) {
        const outcome = await stopped();
        if (outcome === null) throw error;
        return told(outcome);
      } finally {
        writing.end();
      }
    },
  };
}

async function generate(
  options: PaperEffectOptions,
  done: 'DRAFTED' | 'REWRITTEN',
  input: GenerateInput & Partial<RewriteInput>,
  context: Pick<EffectContext, 'signal' | 'effectId'>,
): Promise<Generated> {
  const isRewrite = done === 'REWRITTEN';
  const obstacle = isRewrite
    ? await rewriteObstacle(options.reads, input.paper_id, input.force === true)
    : null;
  if (obstacle !== null) return obstructed(obstacle);
  const sync =
    isRewrite && options.syncBeforeRewrite ? await syncAgain(options, input, context.signal) : null;
  try {
    const [review, task, replication] = await Promise.all([
      options.reads.get('paper_review', input.paper_id),
      writeTask(options, input, context.signal),
      dueReplication(options, input),
    ]);
    const written = await writeWith(
      options,
      { ...task, ...(sync === null ? {} : { sync }) },
      context,
    );
    const { title, report, artifact_sha256, ...paths } = written;
    return {
      type: done,
      ...(replication === null ? {} : { replication }),
      artifacts: {
        title,
        artifact_sha256,
        report: {
          ...report,
          ...(isRewrite ? { review_put_back: review?.['status'] === 'finalized' } : {}),
        },
        ...prefixed(paths, input.project_dir),
      },
    };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return {
      type: 'GENERATION_FAILED',
      error: error.message,
      code: error.code,
      ...(needsPerson(error) ? { for_a_person: true } : {}),
      details: {
        ...(error.details as JsonObject),
        ...(isRewrite ? { evidence_sync: sync ?? syncOff } : {}),
      },
    };
  }
}

/** What its replication is to be told, where papers are replicated and this one never was. */
async function dueReplication(
  options: PaperEffectOptions,
  input: Pick<GenerateInput, 'paper_id' | 'project_id' | 'run_id'>,
) {
  const { paper_id, project_id, run_id } = input;
  if (!options.replicates || (await replicationOfPaper(options.reads, paper_id)) !== null)
    return null;
  return planReplication(options, { paper_id, project_id, run_id }, 1);
}

/** All that a paper is written from, as it is now. */
export async function writeTask(
  options: PaperEffectOptions,
  input: GenerateInput,
  signal: AbortSignal,
): Promise<WriteTask> {
  const folder = projectFolder(options.artifactRoot, input.project_dir);
  const [run, project, registration, replication] = await Promise.all([
    options.reads.get('run', input.run_id),
    options.reads.get('project', input.project_id),
    registrationOfRun(options.reads, input.run_id),
    replicationSource(options, input.paper_id),
  ]);
  const observed =
    run === undefined ? null : await observeRun(options, runSchema.parse(run), signal);
  return {
    artifactRoot: folder,
    projectDir: folder,
    runId: input.run_id,
    paperId: input.paper_id,
    projectId: input.project_id,
    projectName: input.project_name,
    hypothesis: typeof project?.['hypothesis'] === 'string' ? project['hypothesis'] : null,
    decision: input.decision,
    nowMs: options.clock.now(),
    receipt: (run?.['idle_verdict'] as JsonObject | null | undefined) ?? null,
    registration,
    observed,
    ...(replication === null ? {} : { replication }),
  };
}

/** Writes at once, or asks the model until it has said what it is asked for, and writes then. */
async function writeWith(
  { work, model, writerFallback }: PaperEffectOptions,
  task: WriteTask,
  { signal, effectId }: Pick<EffectContext, 'signal' | 'effectId'>,
): Promise<WrittenPaper> {
  if (model === undefined) return work.write(task, signal);
  const { paperId, projectId } = task;
  const asked = { model: model.model, temperature: model.temperature };
  const { answers, record } = await model.ask(
    { paperId, projectId, effectId },
    (known) => work.nextQuestion({ ...task, external: { ...asked, answers: [...known] } }, signal),
    signal,
  );
  const external = { ...asked, answers: [...answers] };
  return work.write({ ...task, external, asked: record, fallbackEnabled: writerFallback }, signal);
}

/** No other try changes what the record says against the numbers, nor brings a number. */
const needsPerson = ({ details }: ServiceError): boolean =>
  contradictionReasons.some((reason) => reason === details['reason']);

/** Told where evidence is missing and nothing was tried. */
const syncOff = {
  method: null,
  ok: false,
  fetched: [],
  unchanged: [],
  bytes: 0,
  failed: [],
  error:
    'paper_evidence_sync_enabled is off, so nothing was fetched; switch it on, or put the evidence into the folder of the project below the artefact root',
};

function obstructed({ reason, message }: Obstacle): Generated {
  return {
    type: 'GENERATION_FAILED',
    error: message,
    code: 'transition_refused',
    details: { reason },
  };
}

/** Paths below the project folder as paths below the artefact root. */
function prefixed<Paths extends Readonly<Record<string, string>>>(
  paths: Paths,
  projectDir: string,
): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, `${projectDir}/${path}`]),
  ) as Paths;
}

async function syncAgain(
  options: PaperEffectOptions,
  input: GenerateInput,
  signal: AbortSignal,
): Promise<Json> {
  const row = await options.reads.get('queue_item', input.project_id);
  const routed = row === undefined ? null : options.workers.route(queueItemSchema.parse(row));
  if (routed === null || !routed.ok)
    return { ok: false, error: routed?.reason ?? 'the project is not in the queue' };
  const report = await syncProject(options, { ...input, lane: routed.target.lane }, signal);
  return {
    ...report,
    fetched: [...report.fetched],
    unchanged: [...report.unchanged],
    failed: report.failed.map((file) => ({ ...file })),
    tried: report.tried?.map((attempt) => ({ ...attempt })) ?? [],
  };
}
