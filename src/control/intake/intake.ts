/** Taking in ideas: each becomes a project with a queue item, duplicates are reported. */

import { fingerprint } from '../../lib/hash.ts';
import { ask, type Needs } from '../common/index.ts';

import {
  type Batch,
  batchOf,
  type Candidate,
  type IntakeRequest,
  type SkippedRow,
  skip,
  sortIdeas,
} from './intake-sorting.ts';
import { createFromIdea, recordInTurn } from './project-creation.ts';

/**
 * Records a batch of ideas. A dry run says what would happen. The same idempotency key gives the
 * same reply, and with another payload it is refused before anything is made; a batch interrupted
 * by a crash is completed by repeating it.
 */
export async function takeInIdeas(
  context: Needs<'actors' | 'reads' | 'settings' | 'workers'>,
  request: IntakeRequest,
) {
  if (request.dry_run) return preview(context, request);
  return recordInTurn(context, () => record(context, request));
}

async function preview(context: Needs<'reads' | 'settings' | 'workers'>, request: IntakeRequest) {
  const { candidates, skipped } = await sortIdeas(context, request, batchOf(request));
  return {
    body: { ...replyOf(request, candidates, skipped), inserted_event: null, created: 0 },
    replayed: false,
  };
}

function replyOf(
  request: IntakeRequest,
  candidates: readonly Candidate[],
  skipped: readonly SkippedRow[],
) {
  return {
    ok: true,
    dry_run: request.dry_run,
    source: request.source,
    updated: 0,
    candidates: candidates.map(({ idea: _, ...shown }) => shown),
    skipped: skipped.length,
    skipped_rows: [...skipped].sort((one, other) => one.index - other.index),
  };
}

async function record(
  context: Needs<'actors' | 'reads' | 'settings' | 'workers'>,
  request: IntakeRequest,
) {
  const batch = batchOf(request);
  const id = fingerprint(request.idempotency_key).slice(0, 32);
  const key = `intake:${request.idempotency_key}`;
  // The answer may outlive the batch, in PostgreSQL for ever.
  const known = (await context.reads.get('intake', id)) ?? (await context.actors.recall(key));
  // A batch already recorded only has its answer repeated, or its key refused.
  const made =
    known === undefined
      ? await makeProjects(context, request, batch)
      : { created: 0, skipped: 0, reply: {} };
  const answered = await ask(
    context.actors,
    { kind: 'intake', id },
    { type: 'RECORD', source: request.source, ...made },
    {
      by: request.requested_by,
      idempotency: { key, payload: batch.payload },
    },
  );
  return {
    body: { ...(answered.outcome.body ?? made.reply), inserted_event: answered.outcome.event_id },
    replayed: answered.replayed,
  };
}

async function makeProjects(
  context: Needs<'actors' | 'reads' | 'settings' | 'workers'>,
  request: IntakeRequest,
  batch: Batch,
) {
  const { candidates, skipped } = await sortIdeas(context, request, batch);
  let created = 0;
  for (const candidate of candidates) {
    const outcome = await createFromIdea(context, request, batch, candidate);
    if (outcome.accepted) created += 1;
    else skipped.push(skip(candidate, { reason: 'duplicate_id', of: candidate.project_id }));
  }
  const reply = { ...replyOf(request, candidates, skipped), created };
  return { created, skipped: skipped.length, reply };
}
