/** Why the second run of a paper's experiment has no result yet, or which one it has. */
import { ServiceError } from '../../domain/errors.ts';
import { type Replication, replicationSchema } from '../../domain/records.ts';
import type { Needs } from '../common/index.ts';
import { type Finding, post } from './explanation.ts';

/** By the id of the paper; 404 where nobody asked for one. */
export async function explainReplication({ reads }: Needs<'reads'>, id: string): Promise<Finding> {
  const row = await reads.get('replication', id);
  if (row === undefined)
    throw new ServiceError('not_found', `a replication of paper ${id} was never asked for`);
  const one = replicationSchema.parse(row);
  const { number, child_project_id: child, child_run_id, seed, machine_target, comparison } = one;
  const item = child === null ? undefined : await reads.get('queue_item', child);
  return {
    question: 'not replicated',
    ...sayReplication(id, one),
    evidence: {
      number,
      child_project_id: child,
      child_status: item?.['status'] ?? null,
      child_run_id,
      seed,
      machine_target,
      comparison: comparison?.text ?? null,
    },
  };
}

function sayReplication(id: string, one: Replication): Omit<Finding, 'question' | 'evidence'> {
  const { status, last_error: error, child_project_id: child, updated_at } = one;
  const since = one.ended_at ?? updated_at;
  const again = {
    action: 'Mend what it names, then have it replicated again',
    request: post(`/control/api/v1/papers/${id}/replicate`, {}),
  };
  switch (status) {
    case 'new':
    case 'waiting':
      return {
        blocked: error !== null,
        code: status,
        reason: `it waits for the run of ${child ?? 'its project'}${error === null ? '' : `: ${error}`}`,
        since,
        unblock: {
          action:
            child === null
              ? 'Have it replicated again'
              : `Ask why that project does not go on (orrery why queue_item ${child})`,
        },
      };
    case 'comparing':
      return {
        blocked: false,
        code: status,
        reason: 'its run is over and is held against the first',
        since,
        unblock: { action: 'Wait for its result' },
      };
    case 'agreed':
      return {
        blocked: false,
        code: status,
        reason: `the second run agrees: ${one.comparison?.text ?? 'by the written rule'}`,
        since,
        unblock: { action: 'Nothing: it is over' },
      };
    case 'disagreed':
      return {
        blocked: true,
        code: status,
        reason: `the second run does not agree: ${one.comparison?.text ?? 'by the written rule'}`,
        since,
        unblock: {
          ...again,
          action: 'Look at both runs; then release or archive the paper, or have it done again',
        },
      };
    case 'failed':
      return {
        blocked: true,
        code: status,
        reason: `it came to no result: ${error ?? 'the reason is not known'}`,
        since,
        unblock: again,
      };
  }
}
