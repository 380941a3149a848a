/**
 * What happened since a moment: what ran, what was decided, papers, trouble and what became of it, and how
 * many hours each worker was used. For the morning, and for whoever looks again after a while.
 */
import { limits } from '../../domain/limits.ts';
import { type Run, runSchema } from '../../domain/records.ts';
import { leftAt } from '../../domain/spending.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { firstPage, type ListedEvent, newestEvents } from '../../store/ports/read-models.ts';
import type { Needs } from '../common/index.ts';
import { describeEvent } from '../reading/index.ts';

/** Which events a chapter tells of, in the order of the chapters. */
const chapterTypes = {
  ran: [
    'run.started',
    'run.wake_ready_reached',
    'run.session_finished',
    'run.reconciled',
    'run.gate_failed',
    'run.gate_timed_out',
    'run.canceled',
    'run.dispatch_failed',
  ],
  decided: ['queue_item.completed', 'queue_item.continued', 'followup.launched'],
  papers: [
    'paper.drafted',
    'paper.draft_failed',
    'paper.human_review_requested',
    'paper_review.finalization_package_prepared',
    'corpus.imported',
    'corpus.import_failed',
  ],
  trouble: [
    'incident.opened',
    'worker_target.lost',
    'queue_item.contact_lost',
    'queue_item.dispatch_failed',
    'queue_item.blocked',
    'queue_item.review_requested',
    'queue_item.evidence_failed',
    'queue_item.budget_exceeded',
    'actor.quarantined',
    'upkeep.backup_failed',
  ],
  mended: [
    'incident.closed',
    'worker_target.recovered',
    'queue_item.reconciled',
    'queue_item.retried',
    'queue_item.answered',
    'actor.released',
  ],
} as const;
type Chapter = keyof typeof chapterTypes;

/** Chapters in the order in which they are read. */
export const reportChapters = Object.keys(chapterTypes) as Chapter[];

/** The body of the reply. `since` is Unix ms and not after now. */
export async function readReport(
  context: Needs<'clock' | 'reads' | 'vitals' | 'workers'>,
  sinceMs: number,
) {
  const nowMs = context.clock.now();
  const since = toIsoTime(sinceMs);
  const { startedAt } = context.vitals;
  const begunAt = (await context.reads.event(1))?.created_at ?? null;
  // Of the time before the first event nothing is known; it was no rest.
  const knownMs = Math.max(sinceMs, begunAt === null ? nowMs : Date.parse(begunAt));
  const [chapters, workers] = await Promise.all([
    Promise.all(reportChapters.map((chapter) => readChapter(context, chapter, since))),
    readHours(context, { sinceMs, knownMs, nowMs }),
  ]);
  return {
    ok: true as const,
    since,
    until: toIsoTime(nowMs),
    log_begins_at: begunAt,
    running_since: startedAt,
    chapters,
    workers,
    sentence:
      inWords(chapters) ??
      (Date.parse(startedAt) > knownMs ? 'Nothing is in the log.' : 'Nothing happened.'),
  };
}

async function readChapter({ reads }: Needs<'reads'>, chapter: Chapter, since: string) {
  const found = await Promise.all(
    chapterTypes[chapter].map((eventType) =>
      reads.events({ ...newestEvents, limit: limits.reportEventsMax, eventType }),
    ),
  );
  const isCut = found.some(
    (events) =>
      events.length === limits.reportEventsMax && (events.at(-1)?.created_at ?? '') >= since,
  );
  const events = found.flat().filter((event) => event.created_at >= since);
  return {
    chapter,
    counts: countTypes(events),
    /** True where more happened than is counted. */
    at_least: isCut,
    events: events
      .sort((one, other) => other.event_id - one.event_id)
      .slice(0, limits.reportRowsMax)
      .map((event) => ({
        event_id: event.event_id,
        at: event.created_at,
        event_type: event.event_type,
        entity_type: event.entity_type,
        entity_id: event.entity_id,
        actor: event.actor,
        summary: describeEvent(event),
      })),
  };
}

function countTypes(events: readonly ListedEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { event_type: type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Hours in which a run held each worker, and those since the log begins in which none did. */
async function readHours(
  { reads, workers }: Needs<'reads' | 'workers'>,
  { sinceMs, knownMs, nowMs }: Readonly<Record<'sinceMs' | 'knownMs' | 'nowMs', number>>,
) {
  const runs = await readRunsSince(reads, toIsoTime(sinceMs));
  return workers.targets.map(({ name }) => {
    if (runs === null) return { worker: name, runs: null, used_hours: null, idle_hours: null };
    const heldMs = runs
      .filter(({ worker_target: target }) => target === name)
      .map((run) => overlapMs(run, sinceMs, nowMs))
      .filter((ms) => ms > 0);
    const usedMs = heldMs.reduce((sum, ms) => sum + ms, 0);
    return {
      worker: name,
      runs: heldMs.length,
      used_hours: hours(usedMs),
      idle_hours: hours(Math.max(0, nowMs - knownMs - usedMs)),
    };
  });
}

/** Runs that anything was heard of since; null where they are more than a report looks at. */
async function readRunsSince(
  reads: Needs<'reads'>['reads'],
  since: string,
): Promise<readonly Run[] | null> {
  const runs: Run[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await reads.list('run', {
      ...firstPage,
      cursor,
      pageSize: limits.pageSizeMax,
      sort: '-updated_at',
    });
    runs.push(...page.rows.map((row) => runSchema.parse(row)));
    cursor = page.nextCursor;
    if (cursor === null || runs.at(-1)!.updated_at < since) return runs;
    if (runs.length >= limits.reportRunsMax) return null;
  }
}

/** To a second, so that a short run is not told as none. */
const hours = (ms: number): number => Math.round(ms / 360) / 10_000;

function overlapMs(run: Run, sinceMs: number, nowMs: number): number {
  const fromMs = Date.parse(run.started_at ?? '');
  if (Number.isNaN(fromMs)) return 0;
  const toMs = Date.parse(leftAt(run) ?? toIsoTime(nowMs));
  return Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, sinceMs));
}

type ReadChapter = Awaited<ReturnType<typeof readChapter>>;

/** Null: nothing. */
function inWords(chapters: readonly ReadChapter[]): string | null {
  const count = (chapter: Chapter, type: string): number =>
    chapters.find((one) => one.chapter === chapter)?.counts[type] ?? 0;
  const parts = [
    [count('ran', 'run.started'), 'run began', 'runs began'],
    [count('decided', 'queue_item.completed'), 'was decided', 'were decided'],
    [count('papers', 'paper.drafted'), 'paper was drafted', 'papers were drafted'],
    [count('papers', 'corpus.imported'), 'came into the corpus', 'came into the corpus'],
    [count('trouble', 'incident.opened'), 'incident', 'incidents'],
  ] as const;
  const said = parts.flatMap(([many, one, more]) =>
    many === 0 ? [] : [`${many} ${many === 1 ? one : more}`],
  );
  return said.length === 0 ? null : `${said.join(', ')}.`;
}
