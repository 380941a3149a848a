/** Which workers the control plane may address. No other address is ever called. */
import {
  gateUrl,
  number,
  objectMap,
  optionalNumber,
  optionalSecret,
  optionalText,
  optionalUrl,
  requiredSecret,
  seconds,
  text,
  textMap,
} from '../field.ts';
import { kubernetesTargetFields } from '../kubernetes-fields.ts';
import { defineSection } from '../section.ts';
import { slurmTargetFields } from '../slurm-fields.ts';

const evidenceKey = optionalText({
  about:
    'Id of the key that its evidence must be signed with, as `orrery key` prints it on the worker.',
  pattern: /^[0-9a-f]{64}$/,
  expected: 'must be 64 digits and letters from a to f, as `orrery key` prints it',
  whenUnset: 'evidence with any signature is taken, or with none, and nobody vouches for it',
});
const memoryBounds = { min: 0, max: 67_108_864, unit: 'MiB' } as const;

/** Resolved by `resolveWorkers` as `OrreryConfig.workers`, not field by field. */
export const workersSection = defineSection({
  title: 'Workers and routing',
  about:
    'One default worker, or several named ones and which workload class goes to which. Each distinct address is a lane with one run at a time; a cluster has as many lanes as it may have jobs.',
  shape: {
    worker_wake_gate_url: optionalUrl({
      about: 'Base address of the default worker gate.',
      whenUnset: 'only the workers of `worker_targets` exist',
    }),
    worker_wake_gate_bearer_token: optionalSecret({
      about: "Token of the default worker gate, and the token this process's own gate accepts.",
      whenUnset: '`control_api_bearer_token` is used',
    }),
    worker_wake_gate_min_memory_available_mib: number({
      about: 'Free memory the default worker must have before a dispatch.',
      ...memoryBounds,
      fallback: 16_384,
    }),
    worker_wake_gate_evidence_key_id: evidenceKey,
    worker_targets: objectMap({
      about: 'Named workers; a name is a short identifier such as `gpu-a`.',
      entry: {
        wake_gate_url: gateUrl({
          about:
            'Base address of the worker gate; `home://NAME` where nothing can call it and it dials home under that name (`orrery serve --home`), `slurm://NAME` and `kubernetes://NAME` for the cluster of that name in `slurm_clusters` and `kubernetes_clusters`.',
        }),
        bearer_token: requiredSecret({
          about:
            'Token the worker gate accepts; of a cluster, the secret that the token of each run is made with.',
        }),
        role: text({
          about: 'What the machine is for, in a word; shown to operators.',
          fallback: 'worker',
        }),
        min_memory_available_mib: optionalNumber({
          about: 'Free memory the worker must have before a dispatch.',
          ...memoryBounds,
          whenUnset: '`worker_wake_gate_min_memory_available_mib`',
        }),
        evidence_key_id: evidenceKey,
      },
    }),
    slurm_clusters: objectMap({
      about:
        'Slurm clusters by the names that addresses of `worker_targets` have for them; the control plane runs on a login node, or reaches one over SSH.',
      entry: slurmTargetFields,
    }),
    kubernetes_clusters: objectMap({
      about:
        'Kubernetes clusters by the names that addresses of `worker_targets` have for them; no real one was tried, see docs/clusters.md.',
      entry: kubernetesTargetFields,
    }),
    worker_refresh_sec: seconds({
      about:
        'Time between two looks at each worker in the background, so that what is known of it stays fresh (it counts as fresh for 60 s); 0: nobody looks by itself.',
      min: 0,
      max: 600,
      fallback: 30,
    }),
    workload_machine_targets: textMap({
      about:
        'Workload class to the name of a worker in `worker_targets`; a class that is not listed goes to the default worker.',
    }),
  },
});
