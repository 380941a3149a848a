/** Who may call this service, and how a finished run is reported. */
import { optionalSecret, requiredSecret, requiredUrl, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

export const authSection = defineSection({
  title: 'Authentication and callbacks',
  about:
    'The bearer token of the API, and where and with which token the worker gate reports completion.',
  shape: {
    control_api_bearer_token: optionalSecret({
      about:
        'Bearer token for every control and dashboard call and for accepting completion callbacks.',
      whenUnset: 'only allowed in role `worker` with a `worker_wake_gate_bearer_token`',
      requiredFor: ['all', 'control'],
    }),
    completion_callback_url: requiredUrl({
      about:
        'Address the worker gate posts to when a run completes; on a control plane it ends in /control/api/worker-callback.',
    }),
    completion_callback_token: requiredSecret({
      about:
        'Bearer token sent to `completion_callback_url`; the same as `control_api_bearer_token` when that is a control plane.',
    }),
    completion_callback_timeout_sec: seconds({
      about: 'How long one delivery of a callback may take before it is tried again later.',
      min: 1,
      max: 3600,
      fallback: 120,
    }),
  },
});
