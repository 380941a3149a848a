/** What dispatch answers. */
import { createRunId, promptFileOf } from '../../domain/ids.ts';
import type { ControlContext } from '../common/index.ts';
import type { Candidate } from './candidates.ts';

/** Names the run that a dispatch of the candidate would start now. */
export const newRunId = ({ clock }: Pick<ControlContext, 'clock'>, { item }: Candidate): string =>
  createRunId(item.project_id, clock.now());

/** A candidate as replies name it. */
export function describe({ item, target, routeRule, routeReason }: Candidate, runId: string) {
  return {
    project_id: item.project_id,
    project_name: item.project_name,
    project_dir: item.project_dir,
    dispatch_priority: item.dispatch_priority,
    selection_rank: item.selection_rank,
    mode: item.next_mode,
    workload_class: item.workload_class,
    worker_target: target.name,
    lane: target.lane,
    route_rule: routeRule,
    route_reason: routeReason,
    prompt_file: promptFileOf(runId),
  };
}

/** An item with its worker and the prompt file of the run that would begin. */
export type CandidateReply = ReturnType<typeof describe>;

/** The reply to a dispatch that started nothing; the others add to it. */
export function reply(action: string, reason: string, activeCount: number) {
  return {
    ok: true,
    action,
    reason,
    candidate: null,
    active_count: activeCount,
    event_id: null,
    live: null,
    checks: [],
  };
}
