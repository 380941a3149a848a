/** When operators are told, and through which push service; further channels are in `notify.ts`. */
import { boolean, integer, optionalSecret, optionalUrl, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

const needed = 'refused while `push_alerts_enabled` is true';

/** Resolved as `OrreryConfig.alerts`. `unsupported.ts` says which of the fields this version refuses. */
export const alertsSection = defineSection({
  title: 'Push alerts',
  about:
    'Alerts are always evaluated and shown; these fields decide when one fires and whether people are told.',
  shape: {
    push_alerts_enabled: boolean({
      about: 'Tells people over a push service with the API of Pushover.',
      fallback: false,
    }),
    push_app_token: optionalSecret({
      about: 'Application token of the push service.',
      whenUnset: needed,
    }),
    push_user_key: optionalSecret({
      about: 'Recipient key of the push service.',
      whenUnset: needed,
    }),
    push_api_url: optionalUrl({
      about:
        'Address messages are posted to; of Pushover https://api.pushover.net/1/messages.json.',
      whenUnset: needed,
    }),
    queue_alert_cooldown_sec: seconds({
      about:
        'Time between two messages that something is wrong, for alerts of one cause; it begins anew with each message.',
      min: 0,
      max: 604_800,
      fallback: 1800,
    }),
    queue_alert_hang_after_sec: seconds({
      about: 'An active item without contact for this long is reported as hanging.',
      min: 60,
      max: 604_800,
      fallback: 3600,
    }),
    queue_alert_check_interval_sec: seconds({
      about:
        'Time between two evaluations of the alerts by the service itself; a change that may raise or clear one brings it forward; 0: nobody evaluates them but by hand, and nobody is told.',
      min: 0,
      max: 86_400,
      fallback: 15,
    }),
    queue_alert_unreachable_after_sec: seconds({
      about:
        'A worker that has not answered for this long is reported as unreachable; more where workers start anew more slowly.',
      min: 10,
      max: 604_800,
      fallback: 15,
    }),
    queue_alert_dispatch_error_count: integer({
      about: 'This many failed dispatches in a row are reported.',
      min: 1,
      max: 1000,
      fallback: 3,
    }),
  },
});
