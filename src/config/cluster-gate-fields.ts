/** What any cluster is told of the gate that its jobs start. */
import { integer, optionalUrl, requiredPath, textList } from './field.ts';

/** The same for every kind of cluster: how many jobs, and which gate they start. */
export const clusterGateFields = {
  jobs_at_once: integer({
    about: 'How many runs may have a job there at the same time, those that wait included.',
    min: 1,
    max: 256,
    unit: 'jobs',
    fallback: 1,
  }),
  gate_command: textList({
    about:
      'Program and arguments that start Orrery on a node of the cluster; `serve` and its options are added.',
    fallback: ['orrery'],
  }),
  gate_config: requiredPath({
    about:
      'Configuration of role `worker` that the gate of a job reads, as the nodes see it; it needs no token, since each run has its own.',
  }),
  home_url: optionalUrl({
    about: 'Base address of this control plane as the nodes of the cluster reach it.',
    whenUnset: 'that of `completion_callback_url`',
  }),
};
