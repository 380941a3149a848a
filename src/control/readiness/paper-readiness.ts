/** Whether papers can be written and published: the checks of readiness that look at writer and corpus. */
import { type Needs, ok, type Verdict } from '../common/index.ts';

/** Whether the writer that is configured answers, or another takes over. */
export function judgeWriter({ vitals }: Needs<'vitals'>): Verdict {
  const { provider, fallbackEnabled } = vitals.writer;
  const last = vitals.writer.lastOutcome?.() ?? null;
  const evidence = { provider, fallback_enabled: fallbackEnabled };
  if (provider === 'deterministic') return ok('the deterministic writer needs nothing', evidence);
  if (last !== null) {
    const outcome = { ...evidence, last_outcome: { ...last } };
    if (last.ok) return ok(`${provider} answered when it was last asked`, outcome);
    const detail = `${provider} did not answer when it was last asked: ${last.detail}`;
    return fallbackEnabled
      ? ok(`${detail}; drafts fall back to the deterministic writer`, outcome)
      : {
          status: 'failing',
          detail,
          action:
            'put the endpoint or its settings right, or set paper_writer_fallback_enabled to true',
          evidence: outcome,
          since: last.at,
        };
  }
  return fallbackEnabled
    ? ok(`${provider} is configured; drafts fall back to the deterministic writer`, evidence)
    : {
        status: 'unknown',
        detail: `${provider} has not been asked yet and paper_writer_fallback_enabled is false`,
        action:
          'orrery doctor asks whether the endpoint answers; or set paper_writer_fallback_enabled to true',
        evidence,
      };
}

/** Nothing may be published whose import, index, lint or audit is not said. */
export async function judgeCorpus(context: Needs<'reads' | 'vitals'>): Promise<Verdict> {
  const { reads, vitals } = context;
  const trouble = vitals.corpusTrouble();
  if (trouble !== null) {
    return { status: 'failing', detail: trouble, action: 'make the folder of corpus_dir usable' };
  }
  const [entries, finalized, unjudged] = await Promise.all([
    reads.countByStatus('corpus_entry'),
    reads.count('paper_review', { status: 'finalized' }),
    reads.countFinalizedUnjudged(),
  ]);
  const failed = entries['failed'] ?? 0;
  const evidence = {
    imported: entries['imported'] ?? 0,
    importing: entries['importing'] ?? 0,
    failed,
    finalized,
    without_lint: unjudged.unlinted,
    without_audit: unjudged.unaudited,
  };
  const act = (detail: string, action: string): Verdict => ({
    status: 'failing',
    detail,
    action,
    evidence,
  });
  if (failed > 0) return act(`${failed} imports failed`, 'import one once more to try it again');
  if (evidence.without_lint > 0)
    return act(
      `${evidence.without_lint} finalized papers have no lint verdict`,
      'orrery papers evaluate works them out again',
    );
  if (evidence.without_audit > 0)
    return act(
      `${evidence.without_audit} finalized papers have no audit verdict`,
      'orrery papers evaluate works them out again',
    );
  return ok('every finalized paper has lint, audit and import state', evidence);
}
