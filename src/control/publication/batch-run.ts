/** A rewrite batch that goes on while nobody waits: started, read, canceled, carried out paper by paper. */
import type { EffectHandler } from '../../actors/runtime/effect-handler.ts';
import { batchProgress } from '../../domain/entities/rewrite-batch.ts';
import { ServiceError } from '../../domain/errors.ts';
import { rewriteBatchSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { fingerprint } from '../../lib/hash.ts';
import type { RewriteOneInput } from '../../machines/rewrite-batch/effects.ts';
import type { RewriteBatchEvent } from '../../machines/rewrite-batch/events.ts';
import {
  type ActorSystem,
  ask,
  askAccepted,
  type ControlContext,
  idempotencyOf,
  isAnswer,
  type Needs,
  type Once,
} from '../common/index.ts';
import { rewriteUnder } from '../papers/index.ts';

/** Attempts at one paper that fails unexpectedly before the batch goes on without it. */
const attemptsMax = 5;

/** Where a batch is read and canceled. */
export const batchPath = (batchId: string): string => `/control/api/v1/rewrite-batches/${batchId}`;

/** Starts a batch of the chosen papers; a repeat of the command finds the one that it started. */
export async function startBatch(
  context: Needs<'actors' | 'entropy'>,
  batch: {
    readonly papers: readonly { readonly paper_id: string; readonly title: string | null }[];
    readonly force: boolean;
    readonly requested_by: string;
  },
  once: Once | null,
) {
  const { papers, force, requested_by } = batch;
  const mark = once === null ? context.entropy.id() : once.key;
  const id = `batch-${fingerprint(['rewrite_batch', mark]).slice(0, 20)}`;
  const { outcome } = await ask(
    context.actors,
    { kind: 'rewrite_batch', id },
    { type: 'START', papers: papers.map(({ paper_id, title }) => ({ paper_id, title })), force },
    { by: requested_by },
  );
  return { batch_id: id, status: outcome.status, path: batchPath(id) };
}

/** One batch with its progress; 404 where there is none. */
export async function readBatch(context: Needs<'reads'>, batchId: string) {
  const row = await context.reads.get('rewrite_batch', batchId);
  if (row === undefined)
    throw new ServiceError('rewrite_batch_not_found', `there is no rewrite batch ${batchId}`);
  const batch = rewriteBatchSchema.parse(row);
  return { ok: true as const, ...batch, progress: batchProgress(batch), path: batchPath(batchId) };
}

/** Cancels a batch: the paper that is being rewritten ends, the others are left as they are. */
export async function cancelBatch(
  context: Needs<'actors' | 'reads'>,
  batchId: string,
  request: {
    readonly idempotency_key?: string | undefined;
    readonly requested_by: string;
    readonly note: string | null;
  },
) {
  await readBatch(context, batchId);
  const { idempotency_key: key, ...payload } = request;
  const { outcome, replayed } = await askAccepted(
    context.actors,
    { kind: 'rewrite_batch', id: batchId },
    { type: 'CANCEL', note: request.note },
    {
      by: request.requested_by,
      ...idempotencyOf('rewrite-batch-cancel', key, { batch_id: batchId, ...payload }),
    },
  );
  const body = {
    ok: true as const,
    batch_id: batchId,
    status: outcome.status,
    event_id: outcome.event_id,
    at: outcome.at,
  };
  return { body, replayed };
}

type Ended = Extract<RewriteBatchEvent, { type: 'PAPER_ENDED' }>;

/** Effect `batch.rewrite`. Each paper has a key of its own, so that a second attempt finds the first one's answer. */
export function createBatchRewrite(
  contextOf: () => ControlContext,
  untilTold: (actors: ActorSystem, signal: AbortSignal) => ActorSystem,
): EffectHandler {
  return {
    attemptsMax,
    backOff: { baseMs: 200, maxMs: 5_000, factor: 2 },
    async run(input, { signal }): Promise<Ended> {
      const { batch_id, paper_id, force, requested_by } = input as unknown as RewriteOneInput;
      const { actors, reads } = contextOf();
      const ended = (result: Ended['result'], more: Partial<Ended> = {}): Ended => ({
        type: 'PAPER_ENDED',
        paper_id,
        result,
        code: null,
        detail: null,
        event_id: null,
        ...more,
      });
      const key = `rewrite_batch/${batch_id}:rewrite:${paper_id}`;
      try {
        const { body } = await rewriteUnder(
          { actors: untilTold(actors, signal), reads },
          paper_id,
          { force },
          { by: requested_by, idempotency: { key, payload: { force } } },
        );
        return ended('rewritten', { event_id: body.event_id });
      } catch (error) {
        if (!isAnswer(error)) throw error;
        const isRefused = error.code === 'transition_refused';
        return ended(isRefused ? 'skipped' : 'failed', {
          code: isRefused ? asText(error.details['reason'], error.code) : error.code,
          detail: error.message,
        });
      }
    },
  };
}
