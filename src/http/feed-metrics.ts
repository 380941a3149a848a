/** The live feed as metrics: who listens, what was sent, who was let go and why. */
import { type MetricFamily, type MetricSource, single } from '../metrics/metric-family.ts';
import type { LiveFeedStats } from './live/feed.ts';

/** Asks for the stats at every scrape; counters begin anew with the process. */
export function createFeedMetrics(readStats: () => LiveFeedStats): MetricSource {
  return {
    name: 'live_feed',
    read() {
      const stats = readStats();
      const counter = (name: string, help: string, value: number): MetricFamily =>
        single('counter', name, help, value);
      return [
        single('gauge', 'orrery_live_clients', 'Clients of the live feed.', stats.clients),
        single('gauge', 'orrery_live_topics', 'Topics that somebody listens to.', stats.topics),
        counter('orrery_live_frames_total', 'Frames given to clients.', stats.frames),
        counter('orrery_live_sent_bytes_total', 'Size of these frames.', stats.bytes),
        {
          type: 'counter',
          name: 'orrery_live_closes_total',
          help: 'Clients closed because they were too slow, or did not answer pings.',
          values: [
            { labels: { reason: 'slow' }, value: stats.slowCloses },
            { labels: { reason: 'silent' }, value: stats.silentCloses },
          ],
        },
        counter(
          'orrery_live_bad_messages_total',
          'Messages of clients that were not understood.',
          stats.badMessages,
        ),
        counter(
          'orrery_live_replays_total',
          'Subscriptions that asked for earlier events.',
          stats.replays,
        ),
        counter(
          'orrery_live_replayed_events_total',
          'Events read from the log for them.',
          stats.replayedEvents,
        ),
        counter(
          'orrery_live_gaps_total',
          'Subscriptions that were told that events are missing.',
          stats.gaps,
        ),
      ];
    },
  };
}
