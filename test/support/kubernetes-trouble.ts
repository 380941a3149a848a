/** A way to a cluster in memory, each request on which may meet trouble, and what a target is told in tests. */
import * as z from 'zod';
import { createKubernetesCluster } from '../../src/clusters/kubernetes/cluster.ts';
import type { ApiCall, ApiReply, ApiTransport } from '../../src/clusters/kubernetes/transport.ts';
import type { ClusterPort, JobSpec } from '../../src/clusters/port.ts';
import { kubernetesTargetFields } from '../../src/config/kubernetes-fields.ts';
import { type KubernetesSettings, resolveKubernetes } from '../../src/config/kubernetes-target.ts';
import { Secret } from '../../src/config/secret.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { FakeKubernetes } from './fake-kubernetes.ts';

/** Lost on its way, lost on the way back, answered by something else, answered with a 500, or done later. */
export const apiTroubles = ['lost before', 'lost after', 'garbage', 'fails', 'late'] as const;
export type ApiTrouble = (typeof apiTroubles)[number];

/** What is put into a job in tests. */
export const jobSpec: JobSpec = {
  argv: ['orrery', 'worker', '$(HOME) $'],
  files: [{ name: 'token', content: new Secret('hush') }],
  workloadClass: 'training',
};

const target = z.strictObject(kubernetesTargetFields);

/** The settings of a cluster with those fields. */
export const settingsOf = (fields: Readonly<Record<string, unknown>> = {}): KubernetesSettings =>
  resolveKubernetes(
    target.parse({
      gate_config: '/etc/orrery/gate.json',
      image: 'registry.example/agent:1',
      namespace: 'lab',
      ...fields,
    }),
    '/',
  );

export interface TroubledCluster {
  readonly cluster: ClusterPort;
  /** Requests that were made so far. */
  readonly asked: readonly ApiCall[];
}

/** `plan` says what happens to a request; undefined: what ought to. `onTheWay` gets those that come later. */
export function troubledCluster(
  fake: FakeKubernetes,
  plan: (call: ApiCall, place: number) => ApiTrouble | undefined = () => undefined,
  {
    settings = settingsOf(),
    onTheWay = [],
  }: { settings?: KubernetesSettings; onTheWay?: ApiCall[] } = {},
): TroubledCluster {
  const asked: ApiCall[] = [];
  const transport: ApiTransport = {
    namespace: () => Promise.resolve('lab'),
    close: () => {},
    send(call) {
      asked.push(call);
      const trouble = plan(call, asked.length - 1);
      if (trouble === 'late') onTheWay.push(call);
      if (trouble === 'lost before' || trouble === 'late')
        return Promise.reject(new Error('other side closed'));
      const reply = carry(fake, call);
      if (trouble === 'lost after') return Promise.reject(new Error('other side closed'));
      if (trouble === 'garbage') return Promise.resolve(toReply(200, '<html>Welcome!</html>'));
      if (trouble === 'fails')
        return Promise.resolve(
          toReply(
            504,
            '{"kind":"Status","reason":"Timeout","message":"request did not complete within requested timeout"}',
          ),
        );
      return Promise.resolve(toReply(reply.status, reply.body));
    },
  };
  return { cluster: createKubernetesCluster(settings, systemClock, transport), asked };
}

/** The request reaches the cluster. */
export const carry = (fake: FakeKubernetes, call: ApiCall) =>
  fake.carryOut({
    method: call.method,
    path: call.path,
    accept: call.accept,
    authorization: `Bearer ${fake.token}`,
    contentType: call.body?.type ?? null,
    body: call.body?.text ?? '',
  });

const toReply = (status: number, body: string): ApiReply => ({
  status,
  retryAfter: null,
  body: (async function* () {
    yield Buffer.from(body);
  })(),
});
