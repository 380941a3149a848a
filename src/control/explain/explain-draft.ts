/** Why a completed queue item has no paper: the decision, the evidence, or the draft that nobody has asked for. */
import { paperIdOf } from '../../domain/ids.ts';
import type { QueueItem } from '../../domain/records.ts';
import { asText } from '../../lib/as-text.ts';
import type { CommandContext } from '../common/index.ts';
import { type Finding, post } from './explanation.ts';

/** Why a completed item has no paper. */
export async function explainDraft(
  { papers, control }: CommandContext,
  item: QueueItem,
): Promise<Finding> {
  const common = { question: 'not drafted', since: item.updated_at } as const;
  const { gate_verdict: verdict, project_id: id } = item;
  const evidence = { gate_verdict: verdict, run_id: item.current_run_id };
  if (item.paper_id !== null) {
    const unblock = {
      action: `Explain the paper at /control/api/v1/explain/paper/${item.paper_id}`,
    };
    const reason = `${id} has the paper ${item.paper_id}`;
    return { ...common, blocked: false, code: 'drafted', reason, evidence, unblock };
  }
  if (verdict?.positive !== true) {
    const reason =
      verdict === null
        ? `${id} was completed without a verdict of the decision gate`
        : `the decision gate says no: ${verdict.field} is ${verdict.value} (${verdict.reason})`;
    const unblock = { action: 'Nothing: the decision calls for no paper' };
    return { ...common, blocked: true, code: 'gate_negative', reason, evidence, unblock };
  }
  const paperId = item.current_run_id === null ? '' : paperIdOf(item.current_run_id);
  const paper = await control.reads.get('paper', paperId);
  if (paper?.['status'] === 'draft_generating') {
    const reason = `${paperId} is being written`;
    const since = asText(paper['updated_at'], item.updated_at);
    const unblock = { action: 'Wait for its text' };
    return { ...common, since, blocked: false, code: 'being_written', reason, evidence, unblock };
  }
  const missing = await papers.checkEvidence(item.project_dir);
  const draft = (more: object): ReturnType<typeof post> =>
    post('/control/papers/draft-next', { dry_run: false, ...more });
  if (missing !== null) {
    const unblock = missing.fatal
      ? { action: 'Bring the evidence back; there is nothing to write from' }
      : { action: 'Draft all the same', request: draft({ force: true }) };
    const { reason } = missing;
    return { ...common, blocked: true, code: 'evidence_missing', reason, evidence, unblock };
  }
  const unblock = { action: 'Draft the next paper', request: draft({}) };
  const reason = `${id} waits for the next draft`;
  return { ...common, blocked: false, code: 'draft_pending', reason, evidence, unblock };
}
