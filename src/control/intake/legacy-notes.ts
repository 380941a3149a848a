/**
 * The legacy notes intake as older clients know it: what it last brought, what is queued, and why
 * ideas were left out. Its ideas go the way of all others, under a source of their own.
 */

import type { StoredEvent } from '../../actors/journal/port.ts';
import { limits } from '../../domain/limits.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage, newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { takeInIdeas } from './intake.ts';
import type { IntakeRequest } from './intake-sorting.ts';

/** `source` of everything that comes through this address. */
export const legacyNotesSource = 'legacy_notes';
const intakeEvent = 'intake.ideas_recorded';

/** The body of the legacy notes reply. `enabled` says only whether ideas may be posted there. */
export async function readLegacyNotes(
  context: Needs<'actors' | 'clock' | 'reads'>,
  options: { enabled: boolean },
) {
  const { reads } = context;
  const [recent, ofNotes, queued, total] = await Promise.all([
    intakeEvents(context, ''),
    intakeEvents(context, legacyNotesSource),
    reads.list('queue_item', {
      ...firstPage,
      pageSize: limits.legacyNotesRowsMax,
      filters: { status: 'queued' },
    }),
    reads.count('queue_item', { status: 'queued' }),
  ]);
  // The search finds the words; only the source itself is meant.
  const latest = ofNotes.find(({ payload }) => payload['source'] === legacyNotesSource);
  return {
    ok: true as const,
    enabled: options.enabled,
    message: options.enabled
      ? 'Ideas can be posted here; new clients use /control/api/intake/ideas.'
      : 'Posting here is off (legacy_notes_api_enabled); send ideas to /control/api/intake/ideas.',
    latest_observation: latest === undefined ? null : toObservation(latest),
    queued_projects: {
      total,
      rows: queued.rows.map((row) => ({
        project_id: asText(row['project_id']),
        project_name: asText(row['project_name']),
        dispatch_priority: Number(row['dispatch_priority']),
        created_at: asText(row['created_at']),
      })),
    },
    skipped_reason_counts: await countReasons(context, recent),
    recent_intake_events: recent.map(toObservation),
    generated_at: toIsoTime(context.clock.now()),
  };
}

/** Takes ideas in as `POST /control/api/intake/ideas` does, with keys of its own. */
export function takeInLegacyNotes(
  context: Needs<'actors' | 'reads' | 'settings' | 'workers'>,
  request: Omit<IntakeRequest, 'source'>,
): ReturnType<typeof takeInIdeas> {
  return takeInIdeas(context, {
    ...request,
    source: legacyNotesSource,
    idempotency_key: `${legacyNotesSource}:${request.idempotency_key}`,
  });
}

function intakeEvents(context: Needs<'reads'>, search: string): Promise<readonly StoredEvent[]> {
  return context.reads.events({
    ...newestEvents,
    limit: limits.legacyNotesEventsMax,
    eventType: intakeEvent,
    search,
  });
}

function toObservation({ event_id, payload, created_at, actor }: StoredEvent) {
  return {
    event_id,
    observed_at: created_at,
    source: asText(payload['source']),
    created: Number(payload['created']),
    skipped: Number(payload['skipped']),
    requested_by: actor,
  };
}

/** Reasons of the rows that the recent batches left out; each batch's answer is kept with its key. */
async function countReasons(
  context: Needs<'actors'>,
  events: readonly StoredEvent[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { idempotency_key: key, payload } of events) {
    if (key === null || payload['skipped'] === 0) continue;
    const reply = await context.actors.recall(key);
    const rows = reply?.ok === true ? reply.outcome.body?.['skipped_rows'] : undefined;
    for (const row of Array.isArray(rows) ? rows : []) {
      const reason = reasonOf(row);
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
  }
  return counts;
}

/** The reason's word, without what follows its colon: that names things. */
function reasonOf(row: unknown): string {
  const { reason } = row as { readonly reason?: unknown };
  return asText(reason, 'unknown').split(':')[0]!;
}
