/** How old the last backup is, and how many were made, as metrics. */
import { type MetricSource, single } from '../../metrics/metric-family.ts';
import type { ControlContext } from '../common/index.ts';
import { readBackups, readUpkeep } from '../readiness/index.ts';

/** Scheduled backups as metrics; none of them has a value where it is not known. */
export function createBackupMetrics(
  context: Pick<ControlContext, 'reads' | 'vitals' | 'clock'>,
): MetricSource {
  return {
    name: 'backups',
    async read() {
      const stored = await readUpkeep(context);
      const { age_seconds: age, last_event_id: eventId } = await readBackups(context);
      return [
        single(
          'gauge',
          'orrery_backup_age_seconds',
          'Time since the last scheduled backup was made and proven; absent: none was.',
          age,
        ),
        single(
          'gauge',
          'orrery_backup_event_id',
          'Last event that is in the last scheduled backup; absent: none was made.',
          eventId,
        ),
        {
          type: 'counter',
          name: 'orrery_backups_total',
          help: 'Scheduled backups that were made, and attempts that failed, since the store began.',
          values:
            stored === null
              ? []
              : [
                  { labels: { result: 'made' }, value: stored.backups_made },
                  { labels: { result: 'failed' }, value: stored.backups_failed },
                ],
        },
      ];
    },
  };
}
