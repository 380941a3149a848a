/** A paper taken apart: its sentences, claims and files, and the run, event and telemetry behind them. */
import { ServiceError } from '../../domain/errors.ts';
import { runSchema } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import { toIsoTime } from '../../lib/clock.ts';
import type { Needs, PaperTools } from '../common/index.ts';
import { requirePaper } from '../papers/index.ts';

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
  const paper = await requirePaper({ reads }, paperId);
  const ids = { project_id: asText(paper['project_id']), run_id: asText(paper['run_id']) };
  const found = await papers.drillDown(ids);
  if (found === null)
    throw missing(
      `${paperId} is ${asText(paper['status'])} and has no ledger of claims to look into`,
    );
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
  const path = `/control/api/v1/runs/${encodeURIComponent(runId)}/telemetry`;
  return {
    run_id: runId,
    worker_target: run.worker_target,
    started_at: run.started_at,
    ended_at: run.ended_at,
    registration_sha256: run.registration?.sha256 ?? null,
    telemetry: path,
  };
}
