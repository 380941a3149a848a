/** How what belongs to a run is named and marked in a cluster. Pure. */
import { sha256Hex } from '../../lib/hash.ts';

/** Of a Job's name: its Pods get its name and more, and their labels have 63 characters. */
export const objectNameCharsMax = 57;
const plainId = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const headCharsMax = 16;

/**
 * `orrery-<run id>` where that is a name as Kubernetes has them ("DNS-1123 label"). Otherwise `orreryx-`, the
 * beginning of the id and a hash of it: no run id gives a name with that beginning.
 */
export function objectNameOf(runId: string): string {
  const plain = `orrery-${runId}`;
  if (plainId.test(runId) && plain.length <= objectNameCharsMax) return plain;
  const head = runId
    .slice(0, headCharsMax)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-');
  return `orreryx-${head}-${sha256Hex(runId).slice(0, 32)}`;
}

/** Keys of labels and annotations, and the name of the scheduling gate. */
export const marks = {
  /** Label: the name of the run's objects. */
  run: 'orrery/run',
  /** Label: whose control service made it. */
  installation: 'orrery/installation',
  /** Annotation: the run id, whole. */
  runId: 'orrery/run-id',
  /** Annotation of the record: uid of the Job that the run's files are for. */
  job: 'orrery/job',
  /** Annotation of the record: uid of the one Pod that may begin. */
  pod: 'orrery/pod',
  /** Annotation of the record: since when the run is called off. */
  calledOff: 'orrery/called-off',
  /** Annotation of the record: how it ended, as JSON. */
  ended: 'orrery/ended',
  /** Holds a Pod back from the scheduler. */
  gate: 'orrery/begin',
  /** Label by which Kueue takes a Job. */
  queue: 'kueue.x-k8s.io/queue-name',
} as const;

/** The container of a Job's Pod. */
export const containerName = 'main';
