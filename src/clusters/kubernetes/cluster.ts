/** A Kubernetes cluster as a port: one Job for one run, and one Pod of it at most that begins. */
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ClusterCheck, ClusterPort, JobState } from '../port.ts';
import { createKubernetesApi } from './api.ts';
import { cancelRun } from './cancel.ts';
import { checkCluster, triedRun } from './check.ts';
import type { Reading } from './find.ts';
import { readLog } from './log.ts';
import { type Look, lookUp } from './look-up.ts';
import { type Place, placeOf } from './place.ts';
import { submitJob } from './submit.ts';
import { type ApiTransport, createTransport } from './transport.ts';

/** Asks nobody before it is asked. `transport` is for whoever carries requests in another way. */
export function createKubernetesCluster(
  settings: KubernetesSettings,
  clock: Clock,
  transport: ApiTransport = createTransport(settings),
): ClusterPort & { close(): void } {
  const api = createKubernetesApi({
    transport,
    clock,
    timeoutMs: settings.requestTimeoutMs,
    namespace: settings.namespace,
  });
  const at = async <Answer>(
    runId: string,
    ask: (place: Place) => Promise<Answer>,
    otherwise: (why: string) => Answer,
  ): Promise<Answer> => {
    const namespace = await api.namespace();
    if (!namespace.ok) return otherwise(namespace.why);
    return ask(placeOf(api, settings, { runId, namespace: namespace.name }));
  };
  return {
    submit: ({ runId }, spec) =>
      at(
        runId,
        (place) => submitJob(place, settings, spec),
        (why) => ({ kind: 'unclear', why }),
      ),
    observe: ({ runId }) => at(runId, async (place) => stateOf(await lookUp(place)), unknown),
    cancel: ({ runId }) =>
      at(
        runId,
        (place) => cancelRun(place, clock),
        (why) => ({ ok: false, why }),
      ),
    logs: ({ runId }, range) =>
      at(
        runId,
        async (place) => {
          const look = await lookUp(place);
          if (look.kind !== 'found') return { kind: 'unclear', why: look.why };
          return readLog(place, look.value, range);
        },
        (why) => ({ kind: 'unclear', why }),
      ),
    check: () => at<ClusterCheck>(triedRun, checkCluster, (why) => ({ ok: false, detail: why })),
    close: () => transport.close(),
  };
}

const unknown = (why: string): JobState => ({ kind: 'unknown', why });
const stateOf = (look: Reading<Look>): JobState =>
  look.kind === 'found' ? look.value.state : unknown(look.why);
