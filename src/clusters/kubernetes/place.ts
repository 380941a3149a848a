/** Where a run's objects are, and whose they are. Pure. */
import type { KubernetesSettings } from '../../config/kubernetes-target.ts';
import type { KubernetesApi } from './api.ts';
import { marks, objectNameOf } from './names.ts';
import type { ObjectMeta } from './objects.ts';

/** One run in one namespace. */
export interface Place {
  readonly api: KubernetesApi;
  readonly runId: string;
  /** Of its Job and its record. */
  readonly name: string;
  readonly namespace: string;
  readonly installation: string;
  /** Path of a resource of the namespace, or of one object of it; `group`: `v1`, `batch/v1`, … */
  readonly path: (group: string, resource: string, name?: string) => string;
}

/** The place of that run. */
export function placeOf(
  api: KubernetesApi,
  settings: KubernetesSettings,
  { runId, namespace }: { readonly runId: string; readonly namespace: string },
): Place {
  return {
    api,
    runId,
    name: objectNameOf(runId),
    namespace,
    installation: settings.installation,
    path: (group, resource, name) =>
      [
        group === 'v1' ? '/api' : '/apis',
        group,
        'namespaces',
        encodeURIComponent(namespace),
        resource,
        ...(name === undefined ? [] : [encodeURIComponent(name)]),
      ].join('/'),
  };
}

/** Whether an object of the run's name is the run's: names can be taken by anybody. */
export function isOwn(
  { runId, installation }: Place,
  { labels, annotations }: Pick<ObjectMeta, 'labels' | 'annotations'>,
): boolean {
  return labels[marks.installation] === installation && annotations[marks.runId] === runId;
}
