/** The Job of a run. Nothing in it is secret: who may look at the namespace sees all of it. Pure. */
import {
  type KubernetesResources,
  type KubernetesSettings,
  kubernetesWorkFolder,
} from '../../config/kubernetes-target.ts';
import type { JobSpec } from '../port.ts';
import { containerName, marks, objectNameOf } from './names.ts';

const filesVolume = 'files';
const workVolume = 'work';
const claimVolume = (at: number): string => `claim-${at}`;
/** The folder is there for this Pod alone, and the image's account has to read it, whichever it is. */
const fileMode = 0o444;

/** Labels of everything that belongs to the run. */
export function labelsOf(name: string, installation: string): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/managed-by': 'orrery',
    [marks.run]: name,
    [marks.installation]: installation,
  };
}

/** The whole Job. Its Pod waits for the gate to be lifted, whatever else lets it go. */
export function jobManifest(
  settings: KubernetesSettings,
  {
    runId,
    spec,
  }: {
    readonly runId: string;
    readonly spec: Omit<JobSpec, 'files'> & {
      readonly files: readonly { readonly name: string }[];
    };
  },
): unknown {
  const name = objectNameOf(runId);
  const resources = settings.resourcesOf(spec.workloadClass);
  const { queue } = resources;
  const labels = labelsOf(name, settings.installation);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      labels: { ...labels, ...(queue === null ? {} : { [marks.queue]: queue }) },
      annotations: { [marks.runId]: runId },
    },
    spec: {
      backoffLimit: 0,
      parallelism: 1,
      completions: 1,
      suspend: queue !== null,
      ttlSecondsAfterFinished: Math.ceil(settings.keepFinishedMs / 1000),
      template: {
        metadata: { labels, annotations: { [marks.runId]: runId } },
        spec: podSpec({ name, resources, spec }),
      },
    },
  };
}

function podSpec({
  name,
  resources,
  spec,
}: {
  readonly name: string;
  readonly resources: KubernetesResources;
  readonly spec: {
    readonly argv: readonly string[];
    readonly files: readonly { readonly name: string }[];
  };
}): unknown {
  const { runAsUser, timeLimitMs } = resources;
  const amounts = amountsOf(resources);
  const claims = Object.entries(resources.volumeClaims);
  return {
    restartPolicy: 'Never',
    schedulingGates: [{ name: marks.gate }],
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // Of the Pod and not of the Job: that one counts while nothing runs, and takes what was printed with it.
    ...given('activeDeadlineSeconds', timeLimitMs === null ? null : Math.ceil(timeLimitMs / 1000)),
    ...given('serviceAccountName', resources.serviceAccount),
    ...given('priorityClassName', resources.priorityClass),
    ...given(
      'imagePullSecrets',
      resources.imagePullSecret === null ? null : [{ name: resources.imagePullSecret }],
    ),
    nodeSelector: resources.nodeSelector,
    tolerations: resources.tolerations.map(({ key, value, effect }) => ({
      key,
      operator: value === null ? 'Exists' : 'Equal',
      ...given('value', value),
      ...given('effect', effect),
    })),
    securityContext: {
      seccompProfile: { type: 'RuntimeDefault' },
      ...(runAsUser === null ? {} : { runAsUser, runAsNonRoot: true, fsGroup: runAsUser }),
    },
    containers: [
      {
        name: containerName,
        image: resources.image,
        command: spec.argv.map(literal),
        workingDir: kubernetesWorkFolder,
        resources: { requests: amounts, limits: amounts },
        securityContext: {
          allowPrivilegeEscalation: false,
          ...(runAsUser === null ? {} : { capabilities: { drop: ['ALL'] } }),
        },
        volumeMounts: [
          { name: workVolume, mountPath: kubernetesWorkFolder },
          ...spec.files.map((file) => ({
            name: filesVolume,
            mountPath: `${kubernetesWorkFolder}/${file.name}`,
            subPath: file.name,
            readOnly: true,
          })),
          ...claims.map(([mountPath], at) => ({ name: claimVolume(at), mountPath })),
        ],
      },
    ],
    volumes: [
      { name: workVolume, emptyDir: {} },
      { name: filesVolume, secret: { secretName: name, defaultMode: fileMode } },
      ...claims.map(([, claimName], at) => ({
        name: claimVolume(at),
        persistentVolumeClaim: { claimName },
      })),
    ],
  };
}

/** What is asked for is also the bound: nothing is taken back for a neighbour's sake. */
function amountsOf({ cpus, memoryMib, gpus, gpuResource }: KubernetesResources) {
  return {
    ...given('cpu', cpus === null ? null : `${Math.ceil(cpus * 1000)}m`),
    ...given('memory', memoryMib === null ? null : `${memoryMib}Mi`),
    ...given(gpuResource, gpus === null ? null : String(gpus)),
  };
}

/** `$(NAME)` would be replaced by a variable of the environment, `$$` stands for one `$` (Container, "command"). */
const literal = (argument: string): string => argument.replaceAll('$', '$$$$');

const given = (name: string, value: unknown): Record<string, unknown> =>
  value === null ? {} : { [name]: value };
