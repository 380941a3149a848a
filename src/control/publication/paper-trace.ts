/** A paper taken apart: its sentences, claims and files, and the run, event and telemetry behind them. */
import { ServiceError } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type Run, runSchema } from '../../domain/records.ts';
import { stateWord } from '../../domain/state-words.ts';
import { toIsoTime } from '../../lib/clock.ts';
import { newestEvents } from '../../store/ports/read-models.ts';
import type { Needs, PaperTools } from '../common/index.ts';
import { paperIds } from './paper-ids.ts';

/** What to show: one claim, what rests on one file, or all of it where both are absent. */
export interface TraceQuery {
  readonly claim?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * As the files are now. Throws `paper_not_found`, and `artifact_not_found` where there is no draft, or no
 * such claim or file in it.
 */
export async function tracePaper(
  { reads, clock }: Needs<'clock' | 'reads'>,
  papers: PaperTools,
  paperId: string,
  { claim, file }: TraceQuery,
) {
  const { ids, status } = await paperIds({ reads }, paperId);
  const found = await papers.drillDown(ids);
  if (found === null)
    throw missing(`${paperId} is ${stateWord(status)} and has no ledger of claims to look into`);
  const wanted = found.claims.filter(
    (row) =>
      (claim === undefined || row.id === claim) &&
      (file === undefined || row.sources.some((source) => source.file === file)),
  );
  if (claim !== undefined && wanted.length === 0) throw missing(`${paperId} has no claim ${claim}`);
  const files = found.files.filter(
    (row) =>
      (file === undefined || row.file === file) &&
      (claim === undefined || row.claims.includes(claim)),
  );
  if (file !== undefined && files.length === 0)
    throw missing(`no claim of ${paperId} rests on a file ${file}`);
  const all = claim === undefined && file === undefined;
  const cited = new Set(wanted.flatMap(({ sentences }) => sentences));
  return {
    ok: true as const,
    paper_id: paperId,
    state: found.state,
    run: await runBehind({ reads }, ids.run_id),
    written_event_id: await writtenEvent({ reads }, paperId),
    sentences: found.sentences
      .map((sentence, position) => ({ position, ...sentence }))
      .filter(({ position }) => all || cited.has(position)),
    claims: wanted,
    files,
    left_out: found.left_out,
    generated_at: toIsoTime(clock.now()),
  };
}

const missing = (message: string): ServiceError => new ServiceError('artifact_not_found', message);

/** Null where the run is not known here, as of a paper that was brought along. */
async function runBehind({ reads }: Needs<'reads'>, runId: string) {
  const row = await reads.get('run', runId);
  if (row === undefined) return null;
  const run = runSchema.parse(row);
  const { started_at: from, ended_at: to } = run;
  const path = `/control/api/v1/runs/${encodeURIComponent(runId)}/telemetry`;
  // Of a run that is not over, or of which that is not known, the route finds the stretch by itself.
  const stretch =
    from === null || to === null ? '' : `?${new URLSearchParams({ from, to }).toString()}`;
  return {
    run_id: runId,
    worker_target: run.worker_target,
    started_at: from,
    ended_at: to,
    registration_sha256: run.registration?.sha256 ?? null,
    event_ids: await eventsOfRun({ reads }, run),
    telemetry: `${path}${stretch}`,
  };
}

/** How a run ends, as its own events say it. */
const ends: ReadonlySet<string> = new Set([
  'run.wake_ready_reached',
  'run.session_finished',
  'run.gate_timed_out',
  'run.gate_failed',
  'run.dispatch_failed',
  'run.reconciled',
  'run.canceled',
]);

/** What the log has of it: null where it has no such event, as where nothing was registered. */
async function eventsOfRun({ reads }: Needs<'reads'>, { run_id: runId, project_id: id }: Run) {
  const [registered, started, told, decided] = await Promise.all([
    newest({ reads }, 'run', runId, 'run.registered'),
    newest({ reads }, 'run', runId, 'run.started'),
    newest({ reads }, 'run', runId),
    newest({ reads }, 'queue_item', id),
  ]);
  return {
    registered: registered[0]?.event_id ?? null,
    started: started.at(-1)?.event_id ?? null,
    ended: told.find(({ event_type: type }) => ends.has(type))?.event_id ?? null,
    decided:
      decided.find(({ payload }) => payload['run_id'] === runId && 'gate_verdict' in payload)
        ?.event_id ?? null,
  };
}

/** The event with which the text that there is now appeared; null where the log has none. */
async function writtenEvent({ reads }: Needs<'reads'>, paperId: string): Promise<number | null> {
  const [[drafted], [rewritten]] = await Promise.all([
    newest({ reads }, 'paper', paperId, 'paper.drafted'),
    newest({ reads }, 'paper_review', paperId, 'paper_review.draft_rewritten'),
  ]);
  return (rewritten ?? drafted)?.event_id ?? null;
}

/** The newest first, as many as are looked through. */
const newest = ({ reads }: Needs<'reads'>, entityType: string, entityId: string, eventType = '') =>
  reads.events({
    ...newestEvents,
    limit: limits.traceEventsLookedMax,
    entityType,
    entityId,
    eventType,
  });
