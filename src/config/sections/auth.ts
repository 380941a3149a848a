/** Who may call this service, and how a finished run is reported. */
import { optionalSecret, requiredSecret, requiredUrl, seconds } from '../field.ts';
import { defineSection } from '../section.ts';

/**
 * Resolved as `OrreryConfig.auth`, where a token that is left out is replaced by the one it falls
 * back to.
 */
export const authSection = defineSection({
  title: 'Authentication and callbacks',
  about:
    'The bearer token of the API, and where and with which token the worker gate reports completion. A token that this process accepts has at least 32 characters, not all the same, unless `listen_host` is loopback.',
  shape: {
    control_api_bearer_token: optionalSecret({
      about:
        'Bearer token for every control and dashboard call; callbacks are accepted with it, too.',
      whenUnset: 'only allowed in role `worker` with a `worker_wake_gate_bearer_token`',
      requiredFor: ['all', 'control'],
    }),
    completion_callback_url: requiredUrl({
      about:
        'Address the worker gate posts to when a run completes; on a control plane it ends in /control/api/worker-callback.',
    }),
    completion_callback_token: requiredSecret({
      about:
        'Bearer token sent to `completion_callback_url`. A control plane takes its own value of it for callbacks and for nothing else; one that equals `control_api_bearer_token` works, but whoever reads it on a worker commands the control plane.',
    }),
    completion_callback_timeout_sec: seconds({
      about: 'How long one delivery of a callback may take before it is tried again later.',
      min: 1,
      max: 3600,
      fallback: 120,
    }),
  },
});
