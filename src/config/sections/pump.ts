/** The unattended clock of the queue. */
import { boolean, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.pump`. `unsupported.ts` says which of the fields this version refuses. */
export const pumpSection = defineSection({
  title: 'Queue pump',
  about:
    'Lets the service take one bounded step per tick by itself: draft one paper, else dispatch one item, else launch one follow-up.',
  prefix: 'queue_pump_',
  shape: {
    queue_pump_enabled: boolean({
      about: 'Switches the pump on; live steps still need `live_dispatch_enabled`.',
      fallback: false,
    }),
    queue_pump_followup_launch_enabled: boolean({
      about: 'Lets the pump launch follow-up investigations.',
      fallback: false,
    }),
    queue_pump_paper_draft_enabled: boolean({
      about: 'Lets the pump draft papers.',
      fallback: false,
    }),
    queue_pump_interval_sec: seconds({
      about: 'Time between two ticks.',
      min: 1,
      max: 86_400,
      fallback: 60,
    }),
  },
});
