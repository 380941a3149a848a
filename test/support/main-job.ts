/** The main job over the API of a service under test: from ideas to a paper in the corpus. */
import type { Api, Reply } from '../../src/cli/demo/api.ts';
import { until } from './service.ts';

export interface MainJob {
  readonly projectId: string;
  readonly runId: string;
  readonly paperId: string;
  readonly publicId: string;
}

type Json = Readonly<Record<string, unknown>>;

function expectStatus(reply: Reply, what: string): Json {
  if (reply.status < 300) return reply.body;
  throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

/** Takes in one idea. */
export async function takeInIdea(api: Api, projectId: string, more: object = {}): Promise<void> {
  const reply = await api.post('/control/api/intake/ideas', {
    idempotency_key: `take-in-${projectId}`,
    source: 'test',
    dry_run: false,
    ideas: [
      { idea_id: projectId, title: `Idea ${projectId}`, workload_class: 'cpu_only', ...more },
    ],
  });
  expectStatus(reply, 'intake');
}

/**
 * Dispatches the project; answers the reply. A worker whose last sample is old is rightly refused: on a fast clock
 * and a busy machine it soon is, and the next one is on its way.
 */
export const dispatchProject = (api: Api, projectId: string): Promise<Json> =>
  until(async () => {
    const reply = await api.post('/control/dispatch-one', {
      project_id: projectId,
      dry_run: false,
    });
    return reply.body['code'] !== 'preflight_failed' && expectStatus(reply, 'dispatch');
  }, `the worker passes its preflight for ${projectId}`);

/** Dispatches the project and waits until it is completed; answers the run's id. */
export async function runProject(api: Api, projectId: string): Promise<string> {
  const dispatched = await dispatchProject(api, projectId);
  await until(async () => {
    const { body } = await api.get(`/control/api/v1/projects/${projectId}`);
    return (body['queue_item'] as Json | null)?.['status'] === 'completed';
  }, `${projectId} is completed`);
  return String((dispatched['live'] as Json)['run_id']);
}

/** Drafts the paper of the oldest completed project; answers its id. */
export async function draftPaper(api: Api): Promise<string> {
  const drafted = expectStatus(
    await api.post('/control/papers/draft-next', { dry_run: false }),
    'draft',
  );
  if (drafted['action'] !== 'drafted') throw new Error(JSON.stringify(drafted));
  return String((drafted['candidate'] as Json)['paper_id']);
}

/** All of it for one idea. */
export async function doMainJob(api: Api, projectId = 'main-job'): Promise<MainJob> {
  await takeInIdea(api, projectId);
  const runId = await runProject(api, projectId);
  const paperId = await draftPaper(api);
  const family = `/control/api/publication-automation/${paperId}`;
  const key = (step: string) => ({
    idempotency_key: `${projectId}-${step}`,
    requested_by: 'tester',
  });
  expectStatus(await api.post(`${family}/rewrite-draft`, key('rewrite')), 'rewrite');
  const packaged = await api.post(`${family}/prepare-finalization-package`, {
    ...key('package'),
    dry_run: false,
  });
  expectStatus(packaged, 'package');
  const imported = expectStatus(
    await api.post('/control/api/v1/corpus/import', {
      ...key('import'),
      paper_id: paperId,
      dry_run: false,
    }),
    'import',
  );
  return { projectId, runId, paperId, publicId: String(imported['public_id']) };
}
