/** Processes a finished run has left behind. */
import { boolean, seconds, textList } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.reaper`, for the worker gate. */
export const reaperSection = defineSection({
  title: 'Stale process reaper',
  about:
    'Ends processes of finished runs on the worker: TERM, a grace period, then KILL, each recorded as an event.',
  prefix: 'stale_project_process_',
  shape: {
    stale_project_process_reaper_enabled: boolean({
      about: 'Switches the reaper on.',
      fallback: true,
    }),
    stale_project_process_grace_sec: seconds({
      about: 'How long a process may outlive its run before the reaper acts.',
      min: 0,
      max: 604_800,
      fallback: 900,
    }),
    stale_project_process_term_grace_sec: seconds({
      about: 'Time between TERM and KILL.',
      min: 0,
      max: 600,
      fallback: 5,
    }),
    stale_project_process_command_markers: textList({
      about:
        'When not empty, only processes whose command line holds one of these are ended; empty means every process tracked to the finished run.',
      fallback: [],
    }),
  },
});
