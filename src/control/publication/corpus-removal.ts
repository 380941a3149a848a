/** Removal from the corpus: asked for with a reason, and answered when the tombstone is there. */
import { ServiceError, toErrorCode } from '../../domain/errors.ts';
import { asText } from '../../lib/as-text.ts';
import { askAccepted, type Needs, type Once } from '../common/index.ts';
import { requirePaper } from '../papers/index.ts';
import { stepOf } from './publishing.ts';

/** With `dry_run` it is only said what would be removed. */
export interface RemovalRequest {
  readonly paper_id: string;
  readonly reason: string;
  readonly dry_run: boolean;
  readonly requested_by: string;
}

/** Removes a paper from the corpus; 409 where it is not there. Once per `once.key`. */
export async function removeFromCorpus(
  context: Needs<'actors' | 'reads'>,
  request: RemovalRequest,
  once: Once | null = null,
) {
  const { paper_id, reason } = request;
  await requirePaper(context, paper_id);
  const entry = await context.reads.get('corpus_entry', paper_id);
  if (entry === undefined) {
    throw new ServiceError(
      'transition_refused',
      `${paper_id} was never imported into the corpus, so there is nothing to remove`,
      { reason: 'not_imported' },
    );
  }
  const about = { paper_id, public_id: asText(entry['public_id']), reason };
  if (request.dry_run) {
    const isThere = entry['status'] === 'imported';
    const problem = `it is ${asText(entry['status'])}, and only what is imported is removed`;
    return {
      ok: true,
      dry_run: true,
      ...about,
      would_pass: isThere,
      problems: isThere ? [] : [problem],
    };
  }
  const { outcome } = await askAccepted(
    context.actors,
    { kind: 'corpus_entry', id: paper_id },
    { type: 'REMOVE', reason },
    { by: request.requested_by, ...stepOf(once, 'remove') },
  );
  const body = outcome.body ?? {};
  if (body['result'] !== 'removed') {
    throw new ServiceError(
      toErrorCode(body['code'], 'gates_failed'),
      `The paper was not removed: ${asText(body['error'], 'no reason was given')}`,
      { problems: body['problems'] ?? [] },
    );
  }
  return { ok: true, dry_run: false, ...about, event_id: outcome.event_id, ...body };
}
