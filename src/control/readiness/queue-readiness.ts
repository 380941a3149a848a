/** Whether the queue goes on: the checks of readiness about its switch and about items that need a person. */
import type { Control } from '../../domain/records.ts';
import { firstPage } from '../../store/ports/read-models.ts';
import { because, type Counts, type Needs, ok, type Verdict } from '../common/index.ts';

/** Maintenance is a pause, too. Pure. */
export function judgePause(control: Control): Verdict {
  if (control.status === 'open') return ok('the queue is open');
  return {
    status: 'failing',
    detail: `the queue is paused${because(control.reason)}`,
    action: 'resume the queue to let it go on',
    ...switched(control),
  };
}

/** Pure. */
export function judgeMaintenance(control: Control): Verdict {
  if (control.status !== 'maintenance') return ok('maintenance mode is off');
  return {
    status: 'failing',
    detail: `maintenance mode is on${because(control.reason)}`,
    action: 'resume the queue to end it',
    ...switched(control),
  };
}

const switched = ({ reason, changed_by, updated_at: since }: Control) => ({
  evidence: { reason, changed_by },
  since,
});

/** Reads the item that has waited longest for a person, where the counts say that one does. */
export async function judgeBlocked(
  { reads }: Needs<'reads'>,
  { operator: { attention } }: Counts,
): Promise<Verdict> {
  if (attention === 0) return ok('no item needs a person');
  const page = await reads.list('queue_item', {
    ...firstPage,
    pageSize: 1,
    sort: 'updated_at',
    filters: { queue_group: 'blocked' },
  });
  const oldest = page.rows[0];
  return {
    status: 'failing',
    detail: `${attention} ${attention === 1 ? 'item needs' : 'items need'} a person`,
    action: 'the overview lists them with the next step of each',
    evidence: { attention, oldest: oldest?.['project_id'] ?? null },
    since: typeof oldest?.['updated_at'] === 'string' ? oldest['updated_at'] : null,
  };
}
