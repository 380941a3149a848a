/** Work on papers as metrics: what is being done, what waits, what was ended at a bound. */

import type { MetricSource } from '../../metrics/metric-family.ts';
import type { PaperWork } from '../../papers/work/paper-work.ts';

/** A source with the jobs under way and waiting, and the jobs ended by time or memory since the start. */
export function createPaperWorkMetrics(work: Pick<PaperWork, 'stats'>): MetricSource {
  return {
    name: 'paper_work',
    read: () => {
      const { busy, waiting, timedOut, outOfMemory } = work.stats();
      return [
        {
          type: 'gauge',
          name: 'orrery_paper_jobs',
          help: 'Jobs on papers that are being done (busy) or wait for a process (waiting).',
          values: [
            { labels: { state: 'busy' }, value: busy },
            { labels: { state: 'waiting' }, value: waiting },
          ],
        },
        {
          type: 'counter',
          name: 'orrery_paper_jobs_refused_total',
          help: 'Jobs on papers that were ended because they took too much time or memory.',
          values: [
            { labels: { bound: 'time' }, value: timedOut },
            { labels: { bound: 'memory' }, value: outOfMemory },
          ],
        },
      ];
    },
  };
}
