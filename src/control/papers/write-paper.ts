/** Effects `paper.draft` and `paper.rewrite`: evidence to a paper in its folder, or why not. */

import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { ServiceError } from '../../domain/errors.ts';
import { queueItemSchema } from '../../domain/records.ts';
import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { GenerateInput, RewriteInput } from '../../machines/paper/effects.ts';
import type { PaperEvent } from '../../machines/paper/events.ts';
import { contradictionReasons } from '../../papers/claims/contradiction.ts';
import { syncProject } from '../runs/index.ts';
import type { PaperEffectOptions } from './effect-options.ts';
import { projectFolder } from './paper-folders.ts';
import { type Obstacle, rewriteObstacle } from './paper-obstacles.ts';
import { registrationOfRun } from './registration.ts';

type Generated = Extract<PaperEvent, { type: 'DRAFTED' | 'REWRITTEN' | 'GENERATION_FAILED' }>;

/** `done` is the event of success. A draft uses what the run brought; a rewrite may fetch it anew. */
export function createWritePaper(
  options: PaperEffectOptions,
  done: 'DRAFTED' | 'REWRITTEN',
): EffectHandler {
  return {
    run: async (input, { signal }) =>
      generate(options, done, input as unknown as GenerateInput, signal),
  };
}

async function generate(
  options: PaperEffectOptions,
  done: 'DRAFTED' | 'REWRITTEN',
  input: GenerateInput & Partial<RewriteInput>,
  signal: AbortSignal,
): Promise<Generated> {
  const isRewrite = done === 'REWRITTEN';
  const obstacle = isRewrite
    ? await rewriteObstacle(options.reads, input.paper_id, input.force === true)
    : null;
  if (obstacle !== null) return obstructed(obstacle);
  const sync =
    isRewrite && options.syncBeforeRewrite ? await syncAgain(options, input, signal) : null;
  try {
    const folder = projectFolder(options.artifactRoot, input.project_dir);
    const [run, project, review, registration] = await Promise.all([
      options.reads.get('run', input.run_id),
      options.reads.get('project', input.project_id),
      options.reads.get('paper_review', input.paper_id),
      registrationOfRun(options.reads, input.run_id),
    ]);
    const written = await options.work.write(
      {
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
        ...(sync === null ? {} : { sync }),
      },
      signal,
    );
    const { title, report, artifact_sha256, ...paths } = written;
    return {
      type: done,
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
    if (!isAboutPaper(error)) throw error;
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

/** Whether the paper cannot be written; anything else passes, and it is tried again. */
function isAboutPaper(error: unknown): error is ServiceError {
  return error instanceof ServiceError && !passing.has(error.code);
}
/** No other try changes what the record says against the numbers. */
const needsPerson = ({ details }: ServiceError): boolean =>
  contradictionReasons.some((reason) => reason === details['reason']);
const passing: ReadonlySet<string> = new Set(['overloaded', 'shutting_down', 'internal']);

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
