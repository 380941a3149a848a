/** What an API server takes of the objects that are sent to it: every other field is refused, as `fieldValidation=Strict` has it. */
import * as z from 'zod';

const label = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
const labelValue = z.string().regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/);
const key = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/,
  );
const labels = z.record(key, labelValue);
const annotations = z.record(key, z.string().max(256 * 1024));
const meta = z.strictObject({ name: label, labels, annotations });
const amount = z.string().regex(/^\d+(?:m|Mi)?$/);
const amounts = z.record(key, amount);
const toleration = z
  .strictObject({
    key,
    operator: z.enum(['Exists', 'Equal']),
    value: labelValue.optional(),
    effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
  })
  .refine(({ operator, value }) => operator === 'Equal' || value === undefined);

const container = z.strictObject({
  name: label,
  image: z.string().min(1),
  command: z.array(z.string()).min(1),
  workingDir: z.string().startsWith('/'),
  resources: z
    .strictObject({ requests: amounts, limits: amounts })
    .refine(({ requests, limits }) => JSON.stringify(requests) === JSON.stringify(limits)),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }).optional(),
  }),
  volumeMounts: z.array(
    z.strictObject({
      name: label,
      mountPath: z
        .string()
        .startsWith('/')
        .refine((path) => !path.includes(':')),
      subPath: z
        .string()
        .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'))
        .optional(),
      readOnly: z.boolean().optional(),
    }),
  ),
});

const podSpec = z.strictObject({
  restartPolicy: z.enum(['Never', 'OnFailure']),
  schedulingGates: z.array(z.strictObject({ name: key })),
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  activeDeadlineSeconds: z.int().min(1).optional(),
  serviceAccountName: label.optional(),
  priorityClassName: label.optional(),
  imagePullSecrets: z.array(z.strictObject({ name: label })).optional(),
  nodeSelector: labels,
  tolerations: z.array(toleration),
  securityContext: z.strictObject({
    seccompProfile: z.strictObject({ type: z.enum(['RuntimeDefault', 'Unconfined']) }),
    runAsUser: z.int().min(0).optional(),
    runAsNonRoot: z.boolean().optional(),
    fsGroup: z.int().min(0).optional(),
  }),
  containers: z.array(container).length(1),
  volumes: z.array(
    z.union([
      z.strictObject({ name: label, emptyDir: z.strictObject({}) }),
      z.strictObject({
        name: label,
        secret: z.strictObject({ secretName: label, defaultMode: z.int().min(0).max(0o777) }),
      }),
      z.strictObject({
        name: label,
        persistentVolumeClaim: z.strictObject({ claimName: label }),
      }),
    ]),
  ),
});

/** A Job as it is created. */
export const jobBody = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata: meta,
  spec: z.strictObject({
    backoffLimit: z.int().min(0),
    parallelism: z.int().min(0),
    completions: z.int().min(0),
    suspend: z.boolean(),
    ttlSecondsAfterFinished: z.int().min(0),
    template: z.strictObject({
      metadata: z.strictObject({ labels, annotations }),
      spec: podSpec,
    }),
  }),
});

const data = z.record(z.string().regex(/^(?!\.\.)[-._A-Za-z0-9]{1,253}$/), z.base64());

/** A Secret as it is created. */
export const secretBody = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Secret'),
  metadata: meta,
  type: z.literal('Opaque'),
  data: data.optional(),
});

/** A merge patch of a Secret: a null takes away. */
export const secretPatch = z.strictObject({
  metadata: z.strictObject({
    resourceVersion: z.string().optional(),
    annotations: z.record(key, z.string().nullable()).optional(),
  }),
  data: data.nullable().optional(),
});

/** How something is deleted. */
export const deleteBody = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('DeleteOptions'),
  propagationPolicy: z.enum(['Background', 'Foreground', 'Orphan']),
  preconditions: z.strictObject({ uid: z.string() }),
});

/** What an account asks of its own rights in a namespace. */
export const accessReview = z.strictObject({
  apiVersion: z.literal('authorization.k8s.io/v1'),
  kind: z.literal('SelfSubjectAccessReview'),
  spec: z.strictObject({
    resourceAttributes: z.strictObject({
      namespace: label,
      verb: z.string().regex(/^[a-z]+$/),
      group: z.string(),
      resource: z.string().regex(/^[a-z]+$/),
      subresource: z.string().optional(),
    }),
  }),
});

/** A JSON patch, of which only what is used is played. */
export const jsonPatch = z.array(
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal('test'), path: z.string(), value: z.unknown() }),
    z.strictObject({ op: z.literal('remove'), path: z.string() }),
  ]),
);
