/**
 * Whether a cluster would take jobs, asked without making anything: which version it is, what the account may do in
 * the namespace (SelfSubjectAccessReview, which every account may ask), and whether the namespace is there.
 */
import * as z from 'zod';
import type { ClusterCheck } from '../port.ts';
import type { Place } from './place.ts';
import { createRecord } from './record.ts';
import { readVersion } from './version.ts';

/** Something that is done there, with the right that it needs. */
interface Right {
  readonly verb: string;
  /** Empty: that of the core. */
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  /** Without it jobs run all the same, and fewer reasons are told. */
  readonly isForReasons?: boolean;
}

const kueue = 'kueue.x-k8s.io';
const ofEach = (verbs: readonly string[], right: Omit<Right, 'verb'>): Right[] =>
  verbs.map((verb) => ({ verb, ...right }));

/** All that deploy/kubernetes.yaml gives. */
export const neededRights: readonly Right[] = [
  ...ofEach(['get', 'create', 'patch'], { group: '', resource: 'secrets' }),
  ...ofEach(['get', 'create', 'delete'], { group: 'batch', resource: 'jobs' }),
  ...ofEach(['list', 'patch', 'delete'], { group: '', resource: 'pods' }),
  { verb: 'get', group: '', resource: 'pods', subresource: 'log' },
  { verb: 'list', group: '', resource: 'events', isForReasons: true },
  { verb: 'list', group: kueue, resource: 'workloads', isForReasons: true },
];

const review = z.object({ status: z.object({ allowed: z.boolean() }) });
const reviewPath = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
/** What the namespace is tried with; a run of that id would have it, and that is as good an answer. */
export const triedRun = 'preflight';

/** Stops at the first step that fails, and says which. */
export async function checkCluster(place: Place): Promise<ClusterCheck> {
  const fits = await readVersion(place.api);
  if (fits.kind !== 'fits') return { ok: false, detail: fits.why };
  const rights = await askRights(place);
  if (!rights.ok) return rights;
  const missing = rights.missing.filter(({ isForReasons = false }) => !isForReasons);
  if (missing.length > 0) return { ok: false, detail: mayNot(missing, place) };
  const tried = await createRecord(place, { isTrial: true });
  if (tried.kind === 'unclear') return { ok: false, detail: tried.why };
  // Another refusal is of this one Secret, or of a rule that cannot be tried without making it.
  if (tried.kind === 'no' && [403, 404].includes(tried.status))
    return { ok: false, detail: `a Secret of a run would be refused: ${tried.words}` };
  const less =
    rights.missing.length === 0
      ? ''
      : `; ${mayNot(rights.missing, place)}, so that less is told of why a job waits or ended`;
  return {
    ok: true,
    detail: `Kubernetes ${fits.version} answers and takes jobs in the namespace ${place.namespace}${less}`,
  };
}

async function askRights(
  place: Place,
): Promise<
  | { readonly ok: true; readonly missing: readonly Right[] }
  | { readonly ok: false; readonly detail: string }
> {
  const answers = await Promise.all(
    neededRights.map(async (right) => ({ right, answer: await askRight(place, right) })),
  );
  const missing: Right[] = [];
  for (const { right, answer } of answers) {
    if (answer.kind === 'unclear') return { ok: false, detail: answer.why };
    if (answer.kind === 'no')
      return {
        ok: false,
        detail: `the rights of the account cannot be asked for: ${answer.words}`,
      };
    if (!answer.value.status.allowed) missing.push(right);
  }
  return { ok: true, missing };
}

const askRight = ({ api, namespace }: Place, { isForReasons: _, ...attributes }: Right) =>
  api.ask(
    {
      method: 'POST',
      path: `${reviewPath}?fieldValidation=Strict`,
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { namespace, ...attributes } },
      },
    },
    review,
  );

/** As `kubectl auth can-i` names them. */
function mayNot(rights: readonly Right[], { namespace }: Place): string {
  const each = rights.map(({ verb, group, resource, subresource }) => {
    const whole = `${resource}${group === '' ? '' : `.${group}`}`;
    return `${verb} ${subresource === undefined ? whole : `${whole}/${subresource}`}`;
  });
  return `in the namespace ${namespace} the account may not ${each.join(', ')} (deploy/kubernetes.yaml has the rights)`;
}
