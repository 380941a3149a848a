/** The sign of life that this service gives to an outsider, who alone can tell that it is gone. */
import { choice, optionalUrl, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.heartbeat`. */
export const heartbeatSection = defineSection({
  title: 'Heartbeat',
  about:
    'A dead service tells nobody. While this one is alive and its store takes writes it calls an address time and again; the monitor behind it (Healthchecks, Uptime Kuma) tells people when the calls stay away. Give the monitor this period, and a grace of several of them.',
  prefix: 'heartbeat_',
  shape: {
    heartbeat_url: optionalUrl({
      about: 'Address that is called.',
      whenUnset: 'nobody is told when this service dies',
    }),
    heartbeat_interval_sec: seconds({
      about: 'Time from the end of one call to the next.',
      min: 5,
      max: 86_400,
      fallback: 60,
    }),
    heartbeat_method: choice({
      about: 'How it is called.',
      choices: ['GET', 'POST'],
      fallback: 'GET',
    }),
    heartbeat_timeout_sec: seconds({
      about: 'How long one call may take before it counts as missed.',
      min: 1,
      max: 120,
      fallback: 10,
    }),
  },
});
