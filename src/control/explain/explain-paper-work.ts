/** Why what is done with papers goes no further: an entry of the corpus ledger, a rewrite batch. */
import { batchProgress } from '../../domain/entities/rewrite-batch.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type CorpusEntry, corpusEntrySchema, rewriteBatchSchema } from '../../domain/records.ts';
import type { Needs } from '../common/index.ts';
import { type Finding, post, type Said } from './explanation.ts';

const wait = { action: 'Wait for its result' };

/** By the id of the paper; 404 where its import was never asked for. */
export async function explainCorpusEntry({ reads }: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await reads.get('corpus_entry', id);
  if (row === undefined)
    throw new ServiceError('not_found', `an import of paper ${id} was never asked for`);
  const entry = corpusEntrySchema.parse(row);
  const { public_id, lint, audit, index, last_error } = entry;
  return {
    question: 'not publishable',
    ...sayEntry(id, entry),
    evidence: { public_id, lint, audit, index, last_error },
  };
}

function sayEntry(id: string, entry: CorpusEntry): Said {
  const { status, last_error: error, updated_at: since } = entry;
  const again = (more: object) =>
    post('/control/api/v1/corpus/import', { paper_id: id, dry_run: false, ...more });
  switch (status) {
    case 'new':
    case 'importing':
      return {
        blocked: false,
        code: status,
        reason: `${id} is being imported`,
        since,
        unblock: wait,
      };
    case 'removing':
      return {
        blocked: false,
        code: status,
        reason: `${id} is being removed by ${entry.removed_by ?? 'somebody'}`,
        since,
        unblock: wait,
      };
    case 'imported': {
      const failed = error === null ? '' : `; its removal failed: ${error}`;
      return {
        blocked: false,
        code: status,
        reason: `${id} is in the corpus as ${entry.public_id ?? 'a name not known'}${failed}`,
        since: entry.imported_at,
        unblock: { action: 'Nothing: it is published' },
      };
    }
    case 'failed':
      return {
        blocked: true,
        code: status,
        reason: `its import failed: ${error ?? 'the reason is not known'}`,
        since,
        unblock: { action: 'Mend what it names, then import it again', request: again({}) },
      };
    case 'removed':
      return {
        blocked: true,
        code: status,
        reason: `${id} was removed by ${entry.removed_by ?? 'somebody'}: ${entry.removal_reason ?? 'no reason given'}`,
        since: entry.removed_at ?? since,
        unblock: {
          action: 'Nothing, unless it is wanted there again: import it, saying so',
          request: again({ accept_duplicate: true }),
        },
      };
  }
}

/** 404 for a batch that never was. */
export async function explainBatch({ reads }: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await reads.get('rewrite_batch', id);
  if (row === undefined)
    throw new ServiceError('rewrite_batch_not_found', `no rewrite batch has the id ${id}`);
  const batch = rewriteBatchSchema.parse(row);
  const progress = batchProgress(batch);
  const { total, left, failed, current_paper_id: current } = progress;
  const problems = batch.papers
    .filter(({ result }) => result === 'failed' || result === 'skipped')
    .map(({ paper_id, result, code, detail }) => ({ paper_id, result, code, detail }));
  const common = { question: 'not over', evidence: { ...progress, problems } } as const;
  if (batch.status === 'done' || batch.status === 'canceled') {
    const how = batch.status === 'done' ? 'it came to every paper' : 'it was canceled';
    return {
      ...common,
      blocked: false,
      code: batch.status,
      reason: `${how}: ${progress.rewritten} of ${total} rewritten, ${failed} failed`,
      since: batch.ended_at,
      unblock: { action: failed === 0 ? 'Nothing: it is over' : 'Mend what the problems name' },
    };
  }
  const cancel = post(`/control/api/v1/rewrite-batches/${id}/cancel`, {});
  const isCanceling = batch.status === 'canceling';
  return {
    ...common,
    blocked: false,
    code: batch.status,
    reason: isCanceling
      ? `it ends after ${current ?? 'the paper under way'}`
      : `${current ?? 'a paper'} is being rewritten, ${left} of ${total} are left`,
    since: batch.updated_at,
    unblock: isCanceling
      ? { action: 'Wait until that paper is written' }
      : { action: 'Wait, or cancel it', request: cancel },
  };
}
