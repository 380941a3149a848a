/** The unattended clock of the queue. */
import { boolean, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/** Resolved as `OrreryConfig.pump`. */
export const pumpSection = defineSection({
  title: 'Queue pump',
  about:
    'Lets the service take one bounded step per tick by itself: draft one paper, else dispatch one item, else take one step of publication, else launch one follow-up.',
  prefix: 'queue_pump_',
  shape: {
    queue_pump_enabled: boolean({
      about:
        'Switches the pump on at the first start, and at every later one where it says another thing than before; in between `orrery pump on` and `off` decide. Dispatches still need `live_dispatch_enabled`.',
      fallback: false,
    }),
    queue_pump_followup_launch_enabled: boolean({
      about: 'Lets the pump launch follow-up investigations where there is nothing to dispatch.',
      fallback: false,
    }),
    queue_pump_paper_draft_enabled: boolean({
      about: 'Lets the pump draft papers, before it dispatches anything.',
      fallback: false,
    }),
    queue_pump_publish_enabled: boolean({
      about:
        'Lets the pump rewrite, package and import papers that pass every check; what a person has claimed, blocked or deferred is left alone.',
      fallback: false,
    }),
    queue_pump_interval_sec: seconds({
      about:
        'Pause after a look that found nothing. It grows to 10 minutes while nothing changes, and a change ends it.',
      min: 1,
      max: 86_400,
      fallback: 60,
    }),
  },
});
