/**
 * The API of a Kubernetes cluster in memory, strict in what it takes and in whom it lets do it (the rules of
 * deploy/kubernetes.yaml), and the controllers behind it, which act only when they are told to and promise no more
 * than the real ones: a Job may get a second Pod, a queue takes a Job back and lets it go again. Long because the
 * objects and those who act on them share one state.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type * as z from 'zod';
import { marks } from '../../src/clusters/kubernetes/names.ts';
import {
  accessReview,
  deleteBody,
  jobBody,
  jsonPatch,
  secretBody,
  secretPatch,
} from './kubernetes-shapes.ts';

// biome-ignore lint/suspicious/noExplicitAny: objects are what their shapes let in. allowed: a fake
export type FakeObject = any;
/** A request as it arrives. */
export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  readonly authorization: string | null;
  readonly contentType: string | null;
  readonly body: string;
}
interface FakeReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}
type Kind = 'secrets' | 'jobs' | 'pods';
interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** What the account of a control plane may do. */
export function readRules(): readonly Rule[] {
  const text = readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8');
  const role = parseAllDocuments(text)
    .map((document) => document.toJS() as { kind: string; rules?: Rule[] })
    .find(({ kind }) => kind === 'Role');
  return role?.rules ?? expect.fail('deploy/kubernetes.yaml has no Role');
}

const groups: Readonly<Record<string, string>> = {
  batch: 'batch',
  'kueue.x-k8s.io': 'kueue.x-k8s.io',
};
const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PATCH: 'patch',
  DELETE: 'delete',
};

export class FakeKubernetes {
  readonly token = 'token-of-the-control-plane';
  readonly namespace = 'lab';
  version = { major: '1', minor: '30+' };
  readonly objects: Record<Kind, Map<string, FakeObject>> = {
    secrets: new Map(),
    jobs: new Map(),
    pods: new Map(),
  };
  /** Pods whose program began, by the name of their run. */
  readonly began: { readonly run: string; readonly uid: string }[] = [];
  readonly events: FakeObject[] = [];
  readonly workloads: FakeObject[] = [];
  /** What was printed, by the Pod's uid. */
  readonly logs = new Map<string, string>();
  /** Rights that were used: `verb group/resource`. */
  readonly used = new Set<string>();
  /** Jobs that were ever created, by name. */
  readonly created: string[] = [];
  /** Said to the next creation of a Job instead of making it. */
  refusal: { readonly status: number; readonly reason: string; readonly message: string } | null =
    null;
  rules = readRules();
  /** Whether the rules hold in every namespace, also in one that is not there. */
  isClusterWide = false;
  #revision = 100;

  carryOut(call: FakeCall): FakeReply {
    if (call.authorization !== `Bearer ${this.token}`)
      return status(401, 'Unauthorized', 'Unauthorized');
    const { pathname, searchParams } = new URL(call.path, 'https://fake');
    if (pathname === '/version') return json(200, this.version);
    if (pathname === '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews')
      return this.#review(call);
    const [, group = '', namespace = '', resource = '', name, sub] =
      /^\/(?:api\/v1|apis\/([^/]+\/[^/]+))\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+)(?:\/(log))?)?$/.exec(
        pathname,
      ) ?? [];
    const api = group === '' ? '' : (groups[group.split('/')[0] ?? ''] ?? '?');
    const known = [
      '/secrets',
      '/pods',
      '/events',
      'batch/v1/jobs',
      'kueue.x-k8s.io/v1beta1/workloads',
    ];
    if (!known.includes(`${group}/${resource}`))
      return { status: 404, type: 'text/plain', body: '404 page not found\n' };
    const verb = verbs[call.method] ?? (name === undefined ? 'list' : 'get');
    const right = sub === undefined ? resource : `${resource}/${sub}`;
    if (!this.#allows({ group: api, resource: right, verb }))
      return status(
        403,
        'Forbidden',
        `${resource} is forbidden: the account cannot ${verb} resource "${right}"`,
      );
    this.used.add(`${verb} ${api}/${right}`);
    if (namespace !== this.namespace)
      return call.method === 'POST'
        ? status(404, 'NotFound', `namespaces "${namespace}" not found`)
        : verb === 'list'
          ? json(200, { kind: 'PodList', metadata: {}, items: [] })
          : status(404, 'NotFound', `${resource} "${name}" not found`);
    return this.#inNamespace(call, { resource, name, sub, query: searchParams });
  }

  #allows({ group, resource, verb }: Record<'group' | 'resource' | 'verb', string>): boolean {
    return this.rules.some(
      ({ apiGroups, resources, verbs: allowed }) =>
        apiGroups.includes(group) && resources.includes(resource) && allowed.includes(verb),
    );
  }

  /** Everybody may ask what they may do; the rules are those of one namespace. */
  #review(call: FakeCall): FakeReply {
    const body = strict(accessReview, call.body);
    if (typeof body === 'string') return status(422, 'Invalid', body);
    const { namespace, resource, subresource, ...rest } = body.spec.resourceAttributes;
    const whole = subresource === undefined ? resource : `${resource}/${subresource}`;
    const isHere = this.isClusterWide || namespace === this.namespace;
    const allowed = isHere && this.#allows({ ...rest, resource: whole });
    return json(201, { ...body, metadata: {}, status: { allowed } });
  }

  #inNamespace(
    call: FakeCall,
    {
      resource,
      name,
      sub,
      query,
    }: {
      resource: string;
      name: string | undefined;
      sub: string | undefined;
      query: URLSearchParams;
    },
  ): FakeReply {
    if (resource === 'events')
      return json(200, { kind: 'EventList', metadata: {}, items: this.#eventsOf(query) });
    if (resource === 'workloads')
      return json(200, { kind: 'WorkloadList', metadata: {}, items: this.workloads });
    const kind = resource as Kind;
    if (name === undefined)
      return call.method === 'POST' ? this.#create(kind, call, query) : this.#list(query);
    const object = this.objects[kind].get(name);
    if (object === undefined) return status(404, 'NotFound', `${resource} "${name}" not found`);
    if (sub === 'log') return this.#log(object, query);
    if (call.method === 'GET') return this.#show(call, object);
    if (call.method === 'DELETE') return this.#delete(kind, object, call);
    return this.#patch(kind, object, call, query);
  }

  #list(query: URLSearchParams): FakeReply {
    const wanted = (query.get('labelSelector') ?? expect.fail('a list of all Pods'))
      .split(',')
      .map((term) => term.split('='));
    const items = [...this.objects.pods.values()].filter((pod) =>
      wanted.every(([key = '', value]) => pod.metadata.labels[key] === value),
    );
    return json(200, {
      kind: 'PodList',
      metadata: { resourceVersion: String(this.#revision) },
      items,
    });
  }

  #eventsOf(query: URLSearchParams): FakeObject[] {
    const uid = /^involvedObject\.uid=(.+)$/.exec(query.get('fieldSelector') ?? '')?.[1];
    return this.events.filter(({ involvedObject }) => involvedObject.uid === uid);
  }

  #show({ accept }: FakeCall, object: FakeObject, code = 200): FakeReply {
    if (!accept.includes('as=PartialObjectMetadata')) return json(code, object);
    return json(code, {
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: object.metadata,
    });
  }

  #create(kind: Kind, call: FakeCall, query: URLSearchParams): FakeReply {
    if (kind === 'pods') return status(405, 'MethodNotAllowed', 'only controllers make Pods');
    if (call.contentType !== 'application/json')
      return status(415, 'UnsupportedMediaType', 'no JSON');
    if (query.get('fieldValidation') !== 'Strict') return status(400, 'BadRequest', 'not strict');
    const body = strict<FakeObject>(kind === 'jobs' ? jobBody : secretBody, call.body);
    if (typeof body === 'string') return status(422, 'Invalid', body);
    if (kind === 'jobs' && this.refusal !== null) {
      const { status: code, reason, message } = this.refusal;
      return status(code, reason, message);
    }
    const { name } = body.metadata;
    if (this.objects[kind].has(name))
      return status(409, 'AlreadyExists', `${kind} "${name}" already exists`);
    if (query.get('dryRun') === 'All') return this.#show(call, this.#mark(body), 201);
    if (kind === 'jobs') {
      this.created.push(name);
      body.status = { conditions: [] };
    }
    return this.#show(call, this.#put(kind, body), 201);
  }

  #put(kind: Kind, object: FakeObject): FakeObject {
    this.objects[kind].set(object.metadata.name, this.#mark(object));
    return object;
  }

  /** What the server adds to what is created. */
  #mark(object: FakeObject): FakeObject {
    this.#revision += 1;
    object.metadata.uid = `uid-${this.#revision}`;
    object.metadata.creationTimestamp = new Date(1_795_494_794_000 + this.#revision).toISOString();
    object.metadata.resourceVersion = String(this.#revision);
    object.metadata.managedFields = [{ manager: 'orrery', operation: 'Update' }];
    return object;
  }

  #touch(object: FakeObject): void {
    this.#revision += 1;
    object.metadata.resourceVersion = String(this.#revision);
  }

  #patch(kind: Kind, object: FakeObject, call: FakeCall, query: URLSearchParams): FakeReply {
    if (query.get('fieldValidation') !== 'Strict') return status(400, 'BadRequest', 'not strict');
    if (kind === 'secrets') {
      if (call.contentType !== 'application/merge-patch+json')
        return status(415, 'UnsupportedMediaType', 'which patch?');
      const patch = strict(secretPatch, call.body);
      if (typeof patch === 'string') return status(422, 'Invalid', patch);
      const { resourceVersion, annotations } = patch.metadata;
      if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
        return status(
          409,
          'Conflict',
          `Operation cannot be fulfilled on secrets "${object.metadata.name}": the object has been modified; please apply your changes to the latest version and try again`,
        );
      object.metadata.annotations = { ...object.metadata.annotations, ...annotations };
      if (patch.data === null) delete object.data;
      else if (patch.data !== undefined) object.data = { ...object.data, ...patch.data };
    } else {
      if (kind !== 'pods' || call.contentType !== 'application/json-patch+json')
        return status(415, 'UnsupportedMediaType', 'which patch?');
      const patch = strict(jsonPatch, call.body);
      if (typeof patch === 'string') return status(422, 'Invalid', patch);
      for (const step of patch) {
        const gate = /^\/spec\/schedulingGates\/(\d+)(\/name)?$/.exec(step.path);
        const at =
          gate === null ? object.metadata.uid : object.spec.schedulingGates[Number(gate[1])]?.name;
        if (step.op === 'test' && at !== step.value)
          return status(422, 'Invalid', `testing value ${step.path} failed: test failed`);
        if (step.op === 'remove') object.spec.schedulingGates.splice(Number(gate?.[1]), 1);
      }
    }
    this.#touch(object);
    return this.#show(call, object);
  }

  #delete(kind: Kind, object: FakeObject, call: FakeCall): FakeReply {
    const options = strict(deleteBody, call.body);
    if (typeof options === 'string') return status(400, 'BadRequest', options);
    if (options.preconditions.uid !== object.metadata.uid)
      return status(
        409,
        'Conflict',
        `Precondition failed: UID in precondition: ${options.preconditions.uid}, UID in object meta: ${object.metadata.uid}`,
      );
    if (kind === 'pods') this.#endPod(object);
    else this.objects[kind].delete(object.metadata.name);
    return kind === 'pods' ? json(200, object) : status(200, 'Success', '');
  }

  /** One that runs has a while to end; any other is gone. */
  #endPod(pod: FakeObject): void {
    pod.metadata.deletionTimestamp ??= '2026-11-24T05:00:00Z';
    this.#touch(pod);
    if (pod.status.phase !== 'Running') this.#remove(pod);
  }

  #remove(pod: FakeObject): void {
    this.objects.pods.delete(pod.metadata.name);
    const job = this.#ownerOf(pod);
    if (job !== undefined && !job.spec.suspend && !isOver(pod)) this.#finish(job, 'Failed');
  }

  #ownerOf(pod: FakeObject): FakeObject {
    return [...this.objects.jobs.values()].find(
      ({ metadata }) => metadata.uid === pod.metadata.ownerReferences[0].uid,
    );
  }

  #finish(job: FakeObject, type: 'Complete' | 'Failed', reason = 'BackoffLimitExceeded'): void {
    if (job.status.conditions.length > 0) return;
    job.status.conditions.push({
      type,
      status: 'True',
      reason: type === 'Failed' ? reason : '',
      message: '',
    });
    this.#touch(job);
  }

  #log(pod: FakeObject, query: URLSearchParams): FakeReply {
    expect(query.get('container')).toBe('main');
    const text = this.logs.get(pod.metadata.uid);
    if (text === undefined)
      return status(
        400,
        'BadRequest',
        `container "main" in pod "${pod.metadata.name}" is waiting to start: ContainerCreating`,
      );
    return {
      status: 200,
      type: 'text/plain',
      body: text.slice(0, Number(query.get('limitBytes'))),
    };
  }

  /** The Job controller: Jobs get their Pod, and end with it. `isDouble`: one more than they ought to have. */
  control(isDouble = false): void {
    for (const job of this.objects.jobs.values()) {
      const own = this.podsOf(job);
      if (own.some(({ status: { phase } }) => phase === 'Succeeded')) this.#finish(job, 'Complete');
      if (own.some(({ status: { phase } }) => phase === 'Failed')) this.#finish(job, 'Failed');
      if (job.spec.suspend || job.status.conditions.length > 0) continue;
      if (own.length > 0 && !isDouble) continue;
      const { metadata, spec } = structuredClone(job.spec.template);
      this.#put('pods', {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          ...metadata,
          name: `${job.metadata.name}-${this.#revision}`,
          ownerReferences: [{ uid: job.metadata.uid }],
        },
        spec,
        status: { phase: 'Pending', conditions: [] },
      });
    }
  }

  podsOf(job: FakeObject): FakeObject[] {
    return [...this.objects.pods.values()].filter(
      ({ metadata }) => metadata.ownerReferences[0].uid === job.metadata.uid,
    );
  }

  /** Pods that nothing holds back. */
  startable(): FakeObject[] {
    return [...this.objects.pods.values()]
      .filter(
        ({ metadata, spec, status: { phase } }) =>
          phase === 'Pending' &&
          spec.schedulingGates.length === 0 &&
          metadata.deletionTimestamp === undefined,
      )
      .filter((pod) => this.#hasFiles(pod));
  }

  /** Scheduler and kubelet: the `nth` Pod that nothing holds back begins. */
  begin(nth = 0): void {
    const ready = this.startable();
    const pod = ready[nth % Math.max(1, ready.length)];
    if (pod === undefined) return;
    pod.spec.nodeName = 'node-1';
    pod.status.phase = 'Running';
    pod.status.startTime = '2026-11-24T04:00:00Z';
    pod.status.containerStatuses = [
      { name: 'main', state: { running: { startedAt: '2026-11-24T04:00:01Z' } } },
    ];
    this.#touch(pod);
    this.logs.set(pod.metadata.uid, 'hello world');
    this.began.push({ run: pod.metadata.labels[marks.run], uid: pod.metadata.uid });
  }

  /** Whether its node can put in place what it is to be given. */
  #hasFiles({ spec }: FakeObject): boolean {
    const { secret } = spec.volumes.find((each: FakeObject) => each.secret !== undefined);
    const data = this.objects.secrets.get(secret.secretName)?.data ?? {};
    return spec.containers[0].volumeMounts.every(
      ({ subPath }: FakeObject) => subPath === undefined || data[subPath] !== undefined,
    );
  }

  running(): FakeObject[] {
    return [...this.objects.pods.values()].filter(({ status: { phase } }) => phase === 'Running');
  }

  /** The `nth` of those that run ends. */
  end(nth: number, terminated: { exitCode: number; reason?: string }, more: FakeObject = {}): void {
    const pod = this.running()[nth % Math.max(1, this.running().length)];
    if (pod === undefined) return;
    pod.status = {
      ...pod.status,
      phase: terminated.exitCode === 0 ? 'Succeeded' : 'Failed',
      ...more,
      containerStatuses: [
        {
          name: 'main',
          state: { terminated: { finishedAt: '2026-11-24T04:10:00Z', ...terminated } },
        },
      ],
    };
    this.#touch(pod);
    if (pod.metadata.deletionTimestamp !== undefined) this.#remove(pod);
  }

  /** The scheduler takes the place of the `nth` Pod that runs: it is gone, an event is left. */
  preempt(nth = 0): void {
    const pod = this.running()[nth % Math.max(1, this.running().length)];
    if (pod === undefined) return;
    this.say(pod, {
      type: 'Normal',
      reason: 'Preempted',
      message: 'Preempted by pod x on node node-1',
    });
    this.#remove(pod);
  }

  say({ metadata }: FakeObject, event: { type: string; reason: string; message: string }): void {
    this.events.push({
      ...event,
      involvedObject: { uid: metadata.uid },
      lastTimestamp: '2026-11-24T04:05:00Z',
      eventTime: null,
    });
  }

  /** Somebody deletes the `nth` Job; its Pods stay until they are collected. */
  deleteJob(nth = 0): void {
    const job = [...this.objects.jobs.values()][nth % Math.max(1, this.objects.jobs.size)];
    if (job !== undefined) this.objects.jobs.delete(job.metadata.name);
  }

  /** Collects Pods without a Job; those that were told to end have ended. */
  collect(): void {
    for (const pod of this.objects.pods.values())
      if (this.#ownerOf(pod) === undefined || pod.metadata.deletionTimestamp !== undefined)
        this.#remove(pod);
  }

  /** Ended Jobs have been kept long enough. */
  expire(): void {
    for (const job of this.objects.jobs.values())
      if (job.status.conditions.length > 0) this.objects.jobs.delete(job.metadata.name);
    this.collect();
  }

  /** Kueue lets the `nth` Job go, or takes it back with its Pods. */
  admit(nth = 0, isAdmitted = true): void {
    const queued = [...this.objects.jobs.values()].filter(
      ({ metadata }) => metadata.labels[marks.queue] !== undefined,
    );
    const job = queued[nth % Math.max(1, queued.length)];
    if (job === undefined || job.status.conditions.length > 0) return;
    job.spec.suspend = !isAdmitted;
    this.#touch(job);
    if (!isAdmitted) for (const pod of this.podsOf(job)) this.#remove(pod);
  }
}

const isOver = ({ status: { phase } }: FakeObject): boolean =>
  ['Succeeded', 'Failed'].includes(phase);
const json = (code: number, body: FakeObject): FakeReply => ({
  status: code,
  type: 'application/json',
  body: JSON.stringify(body),
});
const status = (code: number, reason: string, message: string): FakeReply =>
  json(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: code < 300 ? 'Success' : 'Failure',
    message,
    reason,
    code,
  });

/** The value, or what is wrong with it. */
function strict<Value>(shape: z.ZodType<Value>, text: string): Value | string {
  const parsed = shape.safeParse(JSON.parse(text));
  return parsed.success
    ? parsed.data
    : `strict decoding error: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`;
}
