/** Archiving old events: what is due, moving it now, and saying in the log which file has which range. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { ArchivedFile, ArchiveRule } from '../../store/ports/event-archive.ts';
import {
  type ActorSystem,
  askAccepted,
  type ControlContext,
  idempotencyOf,
} from '../common/index.ts';

type Context = Pick<ControlContext, 'actors' | 'archive' | 'clock' | 'settings'>;

interface ArchiveRequest {
  readonly dry_run: boolean;
  readonly requested_by: string;
  /** Null: as configured. */
  readonly after_days: number | null;
  /** The daily looks at the log do not count; the clock alone says what is old. */
  readonly trust_clock: boolean;
  /** No event after this one is moved, such as the last that a dry run named; absent: all that are due. */
  readonly up_to?: number | undefined;
}

/** Has the file said by an audit event, once. */
async function reportArchived(actors: ActorSystem, made: ArchivedFile, by: string) {
  const { first_id, last_id, file, sha256, kept } = made;
  await askAccepted(
    actors,
    { kind: 'event_log', id: 'main' },
    { type: 'ARCHIVED', first_id, last_id, file, sha256, kept },
    { by, ...idempotencyOf('archived', sha256, { file }) },
  );
}

/** Moves what is due, so many files at most; answers them. */
export async function archiveDue(
  { actors, archive }: Pick<Context, 'actors' | 'archive'>,
  rule: ArchiveRule,
  by: string,
): Promise<readonly ArchivedFile[]> {
  const made: ArchivedFile[] = [];
  while (archive !== null && made.length < limits.archiveFilesPerPass) {
    const next = await archive.archive(rule);
    if (next === null) break;
    await reportArchived(actors, next, by);
    made.push(next);
  }
  return made;
}

/**
 * What is archived and what would be, or with `dry_run` false moves it. Throws `invalid_request` where no age is
 * known, `read_only` where the store is not this one's to write.
 */
export async function archiveEvents(context: Context, request: ArchiveRequest) {
  const { archive, clock, settings } = context;
  if (archive === null)
    throw new ServiceError(
      'read_only',
      'this store has no archive: it lies in memory or in PostgreSQL, or is only read',
    );
  const afterDays = request.after_days ?? settings.archiveAfterDays ?? null;
  if (afterDays === null) {
    const message = 'is needed: events_archive_after_days is 0, so nothing says what is old';
    throw new ServiceError('invalid_request', `after_days: ${message}`, {
      errors: [{ path: 'after_days', message }],
    });
  }
  const rule = {
    afterDays,
    trustClock: request.trust_clock,
    nowMs: clock.now(),
    upTo: request.up_to,
  };
  const made = request.dry_run ? [] : await archiveDue(context, rule, request.requested_by);
  const state = await archive.state(rule);
  return {
    ok: true as const,
    dry_run: request.dry_run,
    scheduled: settings.archiveAfterDays != null,
    after_days: afterDays,
    ...state,
    due_count: Math.max(0, state.due_to - state.archived_to),
    made: made.map(({ first_id, last_id, file, bytes, sha256, kept }) => ({
      first_id,
      last_id,
      file,
      bytes,
      sha256,
      kept,
    })),
  };
}
