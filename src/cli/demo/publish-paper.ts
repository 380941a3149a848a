/** The second half of the main job: draft, lint, audit, package, corpus. */
import { asText } from '../../lib/as-text.ts';
import { pause } from '../../lib/clock.ts';
import { DemoStageError, expectOk } from './api.ts';
import type { DemoContext } from './run-ideas.ts';

type Row = Readonly<Record<string, unknown>>;

const pollMs = 200;
const evaluateMsMax = 30_000;

/** Drafts the next positive result and takes it into the corpus; returns the paper's id. */
export async function publishNext(
  context: DemoContext,
): Promise<{ paperId: string; publicId: string }> {
  const { api, progress } = context;
  const drafted = expectOk(
    await api.post('/control/papers/draft-next', { dry_run: false, requested_by: 'demo' }),
    'draft',
  );
  const candidate = drafted['candidate'] as Row | null;
  if (drafted['action'] !== 'drafted' || candidate === null)
    throw new DemoStageError(`no paper was drafted: ${asText(drafted['reason'])}`);
  const paperId = asText(candidate['paper_id']);
  progress.done(`drafted ${paperId}`);
  const rewrite = {
    idempotency_key: `demo-rewrite-${paperId}`,
    requested_by: 'demo',
    force: false,
  };
  expectOk(
    await api.post(`/control/api/publication-automation/${paperId}/rewrite-draft`, rewrite),
    'rewrite',
  );
  progress.done('rewritten as a publication draft, every number checked against its result file');
  const review = await awaitEvaluation(context, paperId);
  progress.done(
    `lint ${review['lint_passes'] === true ? 'passes' : 'fails'}, strict audit: ${asText(review['audit_verdict'])}, rank ${Number(review['rank_score'])}`,
  );
  const packaging = {
    idempotency_key: `demo-package-${paperId}`,
    requested_by: 'demo',
    target_label: 'corpus',
    dry_run: false,
  };
  expectOk(
    await api.post(
      `/control/api/publication-automation/${paperId}/prepare-finalization-package`,
      packaging,
    ),
    'package',
  );
  progress.done('finalization package prepared');
  const importing = {
    idempotency_key: `demo-import-${paperId}`,
    paper_id: paperId,
    dry_run: false,
    requested_by: 'demo',
  };
  const imported = expectOk(await api.post('/control/api/v1/corpus/import', importing), 'import');
  progress.done(`imported into the corpus as ${asText(imported['public_id'])}`);
  return { paperId, publicId: asText(imported['public_id']) };
}

/** Waits until lint and audit of the draft as it is now are known. */
async function awaitEvaluation(
  { api, clock, progress }: DemoContext,
  paperId: string,
): Promise<Row> {
  const endMs = clock.monotonic() + evaluateMsMax;
  while (clock.monotonic() < endMs) {
    const detail = expectOk(await api.get(`/control/api/v1/papers/${paperId}`), 'paper');
    const review = detail['review'] as Row | null;
    const paper = detail['paper'] as Row;
    if (
      review !== null &&
      review['audit_verdict'] !== null &&
      review['paper_status'] === paper['paper_status']
    )
      return review;
    progress.now('lint and audit');
    await pause(clock, pollMs);
  }
  throw new DemoStageError(`${paperId} was not evaluated within ${evaluateMsMax / 1000} s`);
}
