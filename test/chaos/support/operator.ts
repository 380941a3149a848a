/** An operator that does the main job by looking at what is and doing what comes next. */
import { type Api, createApi } from '../../../src/cli/demo/api.ts';

type Row = Readonly<Record<string, unknown>>;

const projectId = 'crash-test';

const intake = {
  idempotency_key: 'chaos-intake',
  source: 'chaos',
  dry_run: false,
  ideas: [
    {
      idea_id: projectId,
      title: 'Crash test',
      prompt: 'Add numbers.',
      hypothesis: 'The candidate is faster.',
      workload_class: 'cpu_only',
    },
  ],
};

interface Service {
  readonly baseUrl: string;
  readonly token: string;
}

/** Resolves when the paper is in the corpus; `onStatus` is told how far the project has come, `pause` comes between looks. */
export async function doMainJob(
  { baseUrl, token }: Service,
  onStatus: (status: string) => void,
  pause: () => Promise<void>,
): Promise<void> {
  const api = createApi(baseUrl, token);
  await api.post('/control/api/intake/ideas', intake);
  let last = '';
  while (
    !(await doNext(api, (status) => {
      if (status !== last) onStatus(status);
      last = status;
    }))
  )
    await pause();
}

/** As `doMainJob`, but only the idea is taken in: the pump does the rest, and is switched off when it is done. */
export async function leaveToPump(
  { baseUrl, token }: Service,
  onStatus: (status: string) => void,
  pause: () => Promise<void>,
): Promise<void> {
  const api = createApi(baseUrl, token);
  await api.post('/control/api/intake/ideas', intake);
  const imported = async (): Promise<boolean> => {
    const { body } = await api.get('/control/api/v1/corpus');
    return (body['counts'] as Row)['imported'] === 1;
  };
  while (!(await imported())) await pause();
  onStatus('imported');
  while ((await api.get('/control/api/v1/pump')).body['status'] !== 'off') {
    await api.post('/control/api/v1/pump/off', { requested_by: 'chaos' });
    await pause();
  }
}

/** One step; true when nothing is left to do. */
async function doNext(api: Api, onStatus: (status: string) => void): Promise<boolean> {
  const project = await api.get(`/control/api/v1/projects/${projectId}`);
  const item = project.body['queue_item'] as Row | null;
  if (item === null) return false;
  onStatus(String(item['status']));
  if (item['status'] === 'queued') {
    await api.post('/control/dispatch-next', { dry_run: false, requested_by: 'chaos' });
    return false;
  }
  if (item['status'] !== 'completed') return false;
  const paper = (project.body['papers'] as Row[])[0];
  if (paper === undefined || paper['paper_status'] === 'eligible') {
    await api.post('/control/papers/draft-next', { dry_run: false, requested_by: 'chaos' });
    return false;
  }
  return publish(api, String(paper['paper_id']));
}

async function publish(api: Api, paperId: string): Promise<boolean> {
  const detail = (await api.get(`/control/api/v1/papers/${paperId}`)).body;
  const paper = detail['paper'] as Row;
  const review = detail['review'] as Row | null;
  const entry = detail['corpus_entry'] as Row | null;
  const by = { requested_by: 'chaos' };
  if (paper['paper_status'] === 'draft_review') {
    await api.post(`/control/api/paper-reviews/${paperId}/rewrite-draft`, {
      ...by,
      idempotency_key: 'chaos-rewrite',
      force: false,
    });
  } else if (
    paper['paper_status'] !== 'publication_draft' ||
    review === null ||
    review['paper_status'] !== 'publication_draft' ||
    review['audit_verdict'] === null
  ) {
    return false;
  } else if (review['review_status'] !== 'finalized') {
    await api.post(`/control/api/paper-reviews/${paperId}/prepare-finalization-package`, {
      ...by,
      idempotency_key: 'chaos-package',
      dry_run: false,
    });
  } else if (entry?.['status'] !== 'imported') {
    await api.post('/control/api/v1/corpus/import', {
      ...by,
      idempotency_key: 'chaos-import',
      paper_id: paperId,
      dry_run: false,
    });
  } else {
    return true;
  }
  return false;
}
